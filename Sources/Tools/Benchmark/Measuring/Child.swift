import Glibc
import SystemKit

/// A program that was run to its end, and what the kernel says it cost.
struct Child {
  /// The program's exit status; 128 plus the signal if a signal ended it.
  let status: Int32
  /// Seconds of processor time, its own and the kernel's for it.
  let processorTime: Double
  /// The most bytes that were resident; never less than of the program that started it.
  let peakMemory: Double
  /// Seconds on the wall's clock.
  let wallTime: Double
  /// The program's standard output.
  let output: String

  /// Runs a program, searched for in `PATH`; standard input and error are discarded.
  ///
  /// - Parameter variables: variables to add to its environment, as `NAME=value`.
  /// - Returns: `nil` if there is no such program.
  static func run(_ arguments: [String], with variables: [String] = []) -> Child? {
    guard let program = arguments.first, let pipe = Pipe() else { return nil }
    let start = ProcessorTime.wall
    guard let process = spawn(program, arguments, variables, output: pipe.input) else { return nil }
    let output = pipe.readToEnd()
    var (status, usage) = (Int32(0), rusage())
    while wait4(process, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    return Child(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
      processorTime: usage.ru_utime.seconds + usage.ru_stime.seconds,
      peakMemory: Double(usage.ru_maxrss) * 1024, wallTime: ProcessorTime.wall - start, output: output)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ variables: [String], output: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = arguments.map { strdup($0) }
    let added = variables.map { strdup($0) }
    defer { for text in words + added { free(text) } }
    let environment = added + inherited(without: variables)
    var process = pid_t()
    return posix_spawnp(&process, program, &actions, nil, words + [nil], environment + [nil]) == 0 ? process : nil
  }

  /// Our own environment, without what is given another value.
  private static func inherited(without variables: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var inherited: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let isReplaced = variables.contains { new in
        new.firstIndex(of: "=").map { strncmp(variable, new, new[...$0].utf8.count) == 0 } ?? false
      }
      if !isReplaced { inherited.append(variable) }
      next += 1
    }
    return inherited
  }
}

/// A pipe that closes what is left of it.
private final class Pipe {
  private let ends: [Int32]
  private var isInputOpen = true

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // A child that held the end that we read until all have closed would wait for itself.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = ends
  }

  deinit {
    close(ends[0])
    if isInputOpen { close(ends[1]) }
  }

  var input: Int32 { ends[1] }

  /// Everything that others write, until the last of them has closed the pipe.
  func readToEnd() -> String {
    close(ends[1])
    isInputOpen = false
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while let count = try? SystemIO.read(ends[0], into: &chunk), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
