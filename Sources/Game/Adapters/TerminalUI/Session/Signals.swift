import Glibc
import Synchronization

/// The signals that the terminal and the system send, made into bytes of a pipe.
enum Signals {
  /// Those that ask for an end.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGTSTP, SIGCONT, SIGWINCH]

  /// The descriptor the handler writes to; -1 while there is no reader.
  fileprivate static let entry = Atomic<Int32>(-1)

  typealias Handler = @convention(c) (Int32) -> Void

  /// Catches the signals from now on, as bytes for the reader of `descriptor`'s pipe; returns what was before.
  ///
  /// One that was ignored stays ignored, as nohup and shells without job control want it. SIGPIPE and SIGXFSZ are
  /// ignored for good: a write that fails says so itself.
  static func divert(to descriptor: Int32) -> [Int32: sigaction] {
    entry.store(descriptor, ordering: .sequentiallyConsistent)
    for signal in [SIGPIPE, SIGXFSZ] { install(signal, flags: 0, SIG_IGN) }
    var before: [Int32: sigaction] = [:]
    for signal in ending + others {
      var action = sigaction()
      sigaction(signal, nil, &action)
      if isIgnoring(action) { continue }
      before[signal] = action
      install(signal, flags: SA_RESTART, arrived)
    }
    return before
  }

  /// Undoes ``divert(to:)``.
  static func release(_ before: [Int32: sigaction]) {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
    entry.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Does something short in which no signal of the terminal ends or stops the process; what has come meanwhile takes
  /// effect afterwards.
  static func afterwards<Result>(_ act: () -> Result) -> Result {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return act() }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    let before = divert(to: ends[1])
    let result = act()
    release(before)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(ends[0], &bytes, bytes.count))
    for end in ends { close(end) }
    for signal in ending + [SIGTSTP] where bytes.prefix(count).contains(UInt8(signal)) { raiseByDefault(signal) }
    return result
  }

  /// Sets a handler; `nil` is what the system does by default.
  static func install(_ signal: Int32, flags: Int32, _ handler: Handler?) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    sigaction(signal, &action, nil)
  }

  /// Stops the process as Ctrl-Z does by default; returns when it is continued.
  static func stop() {
    for signal in [SIGTSTP, SIGCONT] { install(signal, flags: 0, nil) }
    unblock([SIGTSTP])
    raise(SIGTSTP)
    for signal in [SIGTSTP, SIGCONT] { install(signal, flags: SA_RESTART, arrived) }
  }

  /// Stops the process, with its whole job, as a terminal does that is written to from the background; returns when it
  /// is continued.
  ///
  /// It has no effect where no shell could continue the job.
  static func stopInBackground() {
    var before = sigaction()
    sigaction(SIGCONT, nil, &before)
    install(SIGCONT, flags: 0, nil)
    unblock([SIGTTOU])
    kill(0, SIGTTOU)
    // Another thread may be the one that takes it.
    poll(nil, 0, 10)
    sigaction(SIGCONT, &before, nil)
  }

  /// Whether a signal that asks for an end has been sent, and no thread has taken it yet.
  static func isEnding() -> Bool {
    var (before, pending) = (sigset_t(), sigset_t())
    var mask = set(of: ending)
    // Only blocked signals count as pending.
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    sigpending(&pending)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return ending.contains { sigismember(&pending, $0) == 1 }
  }

  /// Raises a signal with its default action.
  static func raiseByDefault(_ signal: Int32) {
    install(signal, flags: 0, nil)
    unblock([signal])
    raise(signal)
  }

  /// Unblocks all terminal signals on this thread, even if the parent process had blocked them.
  ///
  /// Those of the background as well: reading and setting the terminal there stop the process then, and do not fail.
  static func listen() { unblock(ending + others + [SIGTTIN, SIGTTOU]) }

  /// Unblocks signals on this thread: a thread started from Dispatch's pool inherits the pool's mask.
  private static func unblock(_ signals: [Int32]) {
    var mask = set(of: signals)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  private static func isIgnoring(_ action: sigaction) -> Bool {
    action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) }
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The handler of all diverted signals: one byte into the pipe, nothing else.
private func arrived(signal: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  write(Signals.entry.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = code
}
