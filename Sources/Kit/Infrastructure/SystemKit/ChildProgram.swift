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
  /// Bytes that a pipe holds.
  private static let pipeSize = 64 << 10
  /// Held while a pipe is made and a program started: another one would inherit the pipe, and hold it open.
  private static let starting = Guarded(())

  /// Runs a program without a shell; blocks until it has ended.
  ///
  /// It has a process group of its own: keys that end the caller do not reach it. Does not wait for programs that it
  /// has started, even if they hold its output.
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
    // What this program ignores, or its thread holds back, the other one must not: a pipe that nobody reads any more
    // ends it, and so does whoever tells it to end.
    var (usual, none) = (sigset_t(), sigset_t())
    sigfillset(&usual)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
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
    // When it has ended, what it has written last is still in the pipe; behind that is what others write.
    var left: Int?
    while true {
      var wait = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wait, 1, left == nil ? look : 0) > 0
      let count = isReady ? read(source, &chunk, chunk.count) : 0
      if isReady, count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { source = -1 }
      guard hear(Array(chunk[..<max(0, count)])) || left != nil else { return nil }
      if let rest = left {
        left = rest - max(0, count)
        if count <= 0 || rest <= count { return status }
      } else {
        let ended = waitpid(child, &status, WNOHANG)
        // Where this program's children are nobody's, the system does not know how they end.
        if ended == child || ended < 0 && errno != EINTR { left = pipeSize }
      }
    }
  }
}
