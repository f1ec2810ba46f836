internal import Glibc

/// A value behind a lock, and a way to wait until it has changed, for so long at most.
package final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  /// Takes over a value; the caller gives it up.
  package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The monotonic clock, so that setting the computer's clock does not lengthen a wait.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value under the lock, then wakes the waiting threads.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` has a result, at most `limit`; for ever without one.
  package func wait<Result>(atMost limit: Duration? = nil, _ body: (inout Value) -> Result?) -> Result? {
    var end = Moment(later: limit ?? .zero)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      if limit == nil {
        pthread_cond_wait(condition, mutex)
      } else if end.pass({ pthread_cond_timedwait(condition, mutex, $0) }) == ETIMEDOUT {
        return body(&value)
      }
    }
  }
}

/// A moment of the clock that is never set, in the layout of C's `timespec`.
private struct Moment {
  private var seconds = 0
  private var nanoseconds = 0

  /// So much later than now.
  init(later: Duration) {
    _ = pass { clock_gettime(CLOCK_MONOTONIC, $0) }
    let (whole, attoseconds) = later.components
    let sum = nanoseconds + Int(attoseconds / 1_000_000_000)
    seconds += Int(whole) + sum / 1_000_000_000
    nanoseconds = sum % 1_000_000_000
  }

  /// Hands it to a function of C.
  mutating func pass<Result>(_ body: (UnsafeMutablePointer<timespec>) -> Result) -> Result {
    withUnsafeMutablePointer(to: &self) {
      $0.withMemoryRebound(to: timespec.self, capacity: 1) { body($0) }
    }
  }
}
