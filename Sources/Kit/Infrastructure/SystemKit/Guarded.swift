internal import Glibc

/// A value that several threads reach, one at a time.
///
/// ```swift
/// let found = Guarded([String]())
/// found.withLock { $0.append("well") }
/// ```
///
/// The lock is pthread's. That of `Synchronization` waits inside a library that the thread sanitizer does not see
/// into: two threads that meet at one are a race to it, in which there is none.
package final class Guarded<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Takes over a value; the caller gives it up.
  package init(_ value: sending Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` on the value under the lock; `body` must not lock again.
  package func withLock<Result, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
