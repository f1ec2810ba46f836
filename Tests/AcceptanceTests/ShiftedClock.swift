import Foundation
import ProcessTesting

/// A library between a program and one of its clocks, by which that clock is an hour ahead from a moment on.
final class ShiftedClock {
  /// The clocks of a program.
  enum Kind: String {
    /// The clock that counts the time in which the computer sleeps.
    case withSleep = "CLOCK_BOOTTIME"
    /// The clock that stands still meanwhile.
    case withoutSleep = "CLOCK_MONOTONIC"
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <time.h>
    #include <unistd.h>
    int clock_gettime(clockid_t clock, struct timespec *time) {
      static int (*real)(clockid_t, struct timespec *);
      if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
      int status = real(clock, time);
      const char *file = getenv("TROVE_TEST_SHIFT");
      if (clock == SHIFTED && file && access(file, F_OK) == 0) time->tv_sec += 3600;
      return status;
    }
    """

  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-clock-\(UUID().uuidString)")

  /// Makes the library, with the C compiler.
  init(_ kind: Kind) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.source.utf8).write(to: URL(filePath: path("shim.c")))
    let made = try await Command.run(
      "cc",
      ["-shared", "-fPIC", "-O2", "-DSHIFTED=\(kind.rawValue)", "-o", path("shim.so"), path("shim.c"), "-ldl"])
    guard made.status == 0 else { throw POSIXError(.ENOEXEC) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of a file with this name, in a folder that is gone with the clock.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Variables for the program whose clock it is.
  var environment: [String: String] { ["LD_PRELOAD": path("shim.so"), "TROVE_TEST_SHIFT": path("shifted")] }

  /// Sets the clock an hour ahead.
  func shift() { _ = FileManager.default.createFile(atPath: path("shifted"), contents: nil) }

  /// The lines of the session that the program records in the file with this name.
  func record(_ name: String) throws -> [[String: Any]] {
    try objects(String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map(String.init))
  }
}
