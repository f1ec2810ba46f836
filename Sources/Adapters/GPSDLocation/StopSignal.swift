internal import Glibc
internal import Synchronization

/// Ends a thread that waits in `poll`, from any other thread and at once.
final class StopSignal: Sendable {
  /// The ends of a pipe: something to read means that the thread shall end.
  ///
  /// Both are -1, which `poll` skips, when the process has no descriptor left; the thread then ends a little later.
  private let reading: CInt
  private let writing: CInt
  private let stopped = Atomic(false)

  init() {
    var ends: [CInt] = [-1, -1]
    if pipe(&ends) == 0 { ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) } }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit { [reading, writing].filter { $0 >= 0 }.forEach { close($0) } }

  var isStopped: Bool { stopped.load(ordering: .acquiring) }

  func stop() {
    stopped.store(true, ordering: .releasing)
    _ = write(writing, [1 as UInt8], 1)
  }

  /// Waits until `timeout` has passed, the thread shall end, or `descriptor` can do what `events` says.
  ///
  /// Returns whether it can. A negative descriptor waits for time only.
  func wait(for descriptor: CInt = -1, events: CInt = POLLIN, timeout: Duration) -> Bool {
    var watched = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    return poll(&watched, 2, timeout.pollTimeout) > 0 && watched[0].revents != 0
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a deadline has passed when `poll` returns; a minute at most.
  fileprivate var pollTimeout: CInt {
    guard self > .zero else { return 0 }
    let milliseconds = (min(self, .seconds(60)) / .milliseconds(1)).rounded(.up)
    return CInt(milliseconds)
  }
}
