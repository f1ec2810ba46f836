internal import Glibc

/// Wakes a thread that sleeps in `poll`, from any other thread.
final class Bell: Sendable {
  private let reading: CInt
  private let writing: CInt

  /// Throws: when the process has no descriptors left.
  init() throws(FeedError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FeedError.system("There is no pipe to be had", errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// What to wait for.
  var descriptor: CInt { reading }

  func ring() { _ = write(writing, [1 as UInt8], 1) }

  /// Takes note, so that the next wait sleeps again.
  func hear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}
