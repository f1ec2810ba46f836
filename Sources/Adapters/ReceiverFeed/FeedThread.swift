internal import Glibc

/// A thread of its own that can be waited for.
///
/// A thread and not a task: it sleeps in `poll`, and Swift's pool has only as many threads as there are cores.
final class FeedThread: @unchecked Sendable {
  // Written before the thread is shared, read once by `join`.
  private var thread = pthread_t()

  /// Runs `body` at once; nothing when the system has no thread to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(run: body))
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return nil
    }
  }

  /// Waits until `body` has returned; to be called once.
  func join() { pthread_join(thread, nil) }

  /// What a thread does, in a form that fits through a C pointer.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

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
