internal import Foundation

/// A value behind a lock.
///
/// The lock is pthread's, which the thread sanitizer knows; `Synchronization.Mutex` it takes for a race.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
