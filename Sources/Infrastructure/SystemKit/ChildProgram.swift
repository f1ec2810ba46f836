internal import Glibc

/// A program that is run to its end, and listened to meanwhile.
package enum ChildProgram {
  /// How the run of a program ended.
  package enum Outcome: Hashable, Sendable {
    /// The program ended by itself, with this status.
    case ended(status: Int32)
    /// A signal of this number ended it.
    case killed(signal: Int32)
    /// It was ended because nobody wants it any more.
    case cancelled
    /// It could not be started; an error number of the system.
    case notStarted(Int32)
  }

  /// Milliseconds between two questions whether the program is still wanted.
  private static let look: Int32 = 100
  /// Held while a pipe is made and a program started: another one would inherit the pipe, and hold it open.
  private static let starting = Guarded(())

  /// Runs a program without a shell; blocks until it has ended.
  ///
  /// It has a process group of its own: keys that end the caller do not reach it. What it has started itself, and still
  /// holds its output, is not waited for.
  ///
  /// - Parameters:
  ///   - words: the program, looked up in the path unless it contains a slash, and its arguments.
  ///   - environment: all its variables.
  ///   - hear: told what it writes, to standard output or error, and ten times a second nothing; returns false to end it.
  package static func run(
    _ words: [String], environment: [String: String], hear: ([UInt8]) -> Bool
  ) -> Outcome {
    let (child, output, code) = starting.withLock { _ in start(words, environment: environment) }
    guard code == 0 else { return .notStarted(code) }
    defer { close(output) }
    guard let status = listen(to: output, of: child, hear) else {
      kill(-child, SIGKILL)
      while waitpid(child, nil, 0) < 0, errno == EINTR {}
      return .cancelled
    }
    let signal = status & 0x7F
    return signal == 0 ? .ended(status: status >> 8 & 0xFF) : .killed(signal: signal)
  }

  private static func start(
    _ words: [String], environment: [String: String]
  ) -> (child: pid_t, output: CInt, code: CInt) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return (0, -1, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (child, code) = start(words, environment: environment, output: ends[1])
    close(ends[1])
    if code != 0 { close(ends[0]) }
    return (child, ends[0], code)
  }

  private static func start(
    _ words: [String], environment: [String: String], output: CInt
  ) -> (child: pid_t, code: CInt) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    // What this program ignores, the other one must not: a pipe that nobody reads any more ends it.
    var usual = sigset_t()
    sigfillset(&usual)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    let code = posix_spawnp(&child, words.first ?? "", &actions, &attributes, arguments, variables)
    return (child, code)
  }

  /// Passes on what comes until the child has ended; returns its status, or `nil` if it is not wanted any more.
  private static func listen(to output: CInt, of child: pid_t, _ hear: ([UInt8]) -> Bool) -> CInt? {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    // It may go on after it has closed its output: -1 is a descriptor that is never ready.
    var (source, status): (CInt, CInt) = (output, 0)
    var hasEnded = false
    while true {
      var wait = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wait, 1, hasEnded ? 0 : look) > 0
      let count = isReady ? read(source, &chunk, chunk.count) : 0
      if isReady, count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { source = -1 }
      if count <= 0 {
        if hasEnded { return status }
        // Then what it has written last is still to be read.
        hasEnded = waitpid(child, &status, WNOHANG) == child
      }
      guard hear(Array(chunk[..<max(0, count)])) || hasEnded else { return nil }
    }
  }
}
