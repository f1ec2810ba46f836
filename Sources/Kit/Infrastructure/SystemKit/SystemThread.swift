internal import Glibc

/// A thread outside of Swift's pool, for work that blocks: the pool has only as many threads as there are cores.
package struct SystemThread: Sendable {
  private let thread: pthread_t

  /// Starts a thread that runs `body`; `nil` when the system has none to give.
  ///
  /// Call ``join()`` or ``detach()`` once, so that the system takes the thread's memory back.
  ///
  /// - Parameters:
  ///   - stackSize: bytes of its stack; `nil` for the system's default.
  ///   - blocksSignals: whether all signals are delivered to other threads.
  package init?(stackSize: Int? = nil, blocksSignals: Bool = false, _ body: sending @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    var before = sigset_t()
    if blocksSignals {
      // A thread starts with the mask of the one that makes it.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &before)
    }
    defer { if blocksSignals { pthread_sigmask(SIG_SETMASK, &before, nil) } }
    let work = Unmanaged.passRetained(Work(run: body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      return nil
    }
    self.thread = thread
  }

  /// Starts a detached thread that runs `body`; returns whether the system had one to give.
  package static func start(
    stackSize: Int? = nil, blocksSignals: Bool = false, _ body: sending @escaping () -> Void
  ) -> Bool {
    guard let thread = SystemThread(stackSize: stackSize, blocksSignals: blocksSignals, body) else { return false }
    thread.detach()
    return true
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread end by itself.
  package func detach() { pthread_detach(thread) }

  /// A closure as an object, which a C pointer can carry.
  private final class Work {
    let run: () -> Void

    init(run: sending @escaping () -> Void) { self.run = run }
  }
}
