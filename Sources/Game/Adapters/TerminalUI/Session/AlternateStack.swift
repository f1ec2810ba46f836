import Glibc

/// A separate stack for a thread's signal handlers: after a stack overflow there is no other.
enum AlternateStack {
  /// Gives the calling thread one, if it has none; it stays for the life of the thread.
  static func install() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 << 10
    var stack = stack_t()
    stack.ss_sp = .allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    if sigaltstack(&stack, nil) != 0 { stack.ss_sp.deallocate() }
  }
}
