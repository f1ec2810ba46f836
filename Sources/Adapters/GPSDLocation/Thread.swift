internal import Glibc

/// Runs `body` on a detached thread of its own; returns whether the system had one to give.
///
/// A thread and not a task: the resolver blocks, and Swift's pool has only as many threads as there are cores.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let box = Unmanaged.passRetained(Body(run: body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, &attributes,
    { context in
      if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, box.toOpaque())
  if status != 0 { box.release() }
  return status == 0
}

/// What a thread does, in a form that fits through a C pointer.
private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
