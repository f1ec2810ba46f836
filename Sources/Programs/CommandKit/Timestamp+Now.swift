internal import FoundationEssentials
package import Numbers

extension Timestamp {
  /// The system's clock.
  package static var now: Timestamp {
    Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
