import Foundation
import ProcessTesting
import Testing

/// A library between the program and its clocks, by which the computer seems to have slept for an hour as soon as a file
/// is there: the clock that counts sleep is an hour ahead of what it was.
private let shim = """
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <stdlib.h>
  #include <time.h>
  #include <unistd.h>
  int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, time);
    const char *file = getenv("TROVE_TEST_SLEPT");
    if (clock == CLOCK_BOOTTIME && file && access(file, F_OK) == 0) time->tv_sec += 3600;
    return status;
  }
  """

@Suite(
  "A computer that sleeps", .enabled(if: hasGPSD && hasProgram("cc"), "no gpsd or no C compiler"),
  .timeLimit(.minutes(5)))
struct SleepLiveTests {
  @Test("the time played stands still, and the game says so")
  func sleep() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-sleep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = { (name: String) in folder.appending(path: name).path }
    try Data(shim.utf8).write(to: URL(filePath: file("shim.c")))
    let made = try await Command.run("cc", ["-shared", "-fPIC", "-O2", "-o", file("shim.so"), file("shim.c"), "-ldl"])
    #expect(made.status == 0, "\(made.error)")
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let game = try ChildProcess(
      [
        TroveBinary.path, "play", "Maps/null-island-hunt.geojson", "--from", "gpsd:localhost:\(gpsd.port)", "--json",
        "--session", file("game.flight"),
      ],
      output: file("out"),
      environment: ["LD_PRELOAD": file("shim.so"), "TROVE_TEST_SLEPT": file("slept"), "TROVE_SAVES": file("saves")])
    defer { game.kill() }
    var step = 0
    func walk(until word: String) async throws -> [String: Any]? {
      for _ in 0..<3000 {
        NMEAWalk().sentences(step).forEach { gpsd.send($0) }
        step += 1
        let text = (try? String(contentsOfFile: file("out"), encoding: .utf8)) ?? ""
        if let line = text.split(separator: "\n").last(where: { $0.contains(word) }) {
          return try objects([String(line)]).first
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      return nil
    }
    #expect(try await walk(until: "\"fix\"") != nil)
    #expect(FileManager.default.createFile(atPath: file("slept"), contents: nil))
    let slept = try #require(try await walk(until: "\"slept\""))
    #expect((slept["seconds"] as? Double).map { (3590...3610).contains($0) } == true)
    // What is recorded after the sleep happened a moment after what was recorded before.
    for _ in 0..<50 { _ = try await walk(until: "\"fix\"") }
    game.kill()
    let record = try objects(
      String(contentsOfFile: file("game.flight"), encoding: .utf8).split(separator: "\n").map(String.init))
    let times = record.compactMap { ($0["t"] as? String).flatMap(Double.init) }
    let sleep = try #require(record.firstIndex { $0["slept"] != nil })
    #expect(record[sleep...].contains { $0["fix"] != nil })
    #expect(times.count > 10 && times.allSatisfy { $0 < 600 } && times == times.sorted(), "\(times.suffix(3))")
  }
}
