/// Which one to follow of several receivers that speak at once, live or in a recording.
///
/// The first that has a position is followed for as long as it has one. Another one takes its place after
/// ``patience`` without a position of it, or after it was clearly better for ``trial``. One without a position never
/// interrupts one that has it.
package struct ReceiverSelection: Hashable, Sendable {
  /// Milliseconds without a position after which another receiver is followed.
  package static let patience: Int64 = 5000
  /// Milliseconds for which another receiver has to be clearly better.
  package static let trial: Int64 = 10_000
  /// The part of the error of the present receiver that a clearly better one has at most.
  static let betterPart = 0.5
  /// Receivers that are remembered; no computer has more.
  static let most = 16

  private struct Receiver: Hashable {
    var hasPosition = false
    /// When it last had one, as far as times are known, and how good.
    var position: Int64?
    var accuracy: Double?
    /// Since when it is better than the one that is followed.
    var betterSince: Int64?
  }

  private var receivers: [String: Receiver] = [:]
  /// The name of the receiver that is followed; `nil` before one has spoken.
  package private(set) var followed: String?

  /// The names of the others that have spoken, in alphabetical order.
  package var others: [String] { receivers.keys.filter { $0 != followed }.sorted() }

  /// Creates a selection that has heard no receiver.
  package init() {}

  /// Takes a report; returns whether it is one to follow.
  ///
  /// - Parameters:
  ///   - name: the receiver; empty if the report does not say, which may be any.
  ///   - accuracy: metres; `nil` if the report does not say.
  ///   - time: milliseconds, on one clock for all receivers; `nil` if it is not known.
  package mutating func follows(_ name: String, hasPosition: Bool, accuracy: Double?, at time: Int64?) -> Bool {
    guard !name.isEmpty else { return true }
    if receivers.count >= Self.most, receivers[name] == nil { receivers = receivers.filter { $0.key == followed } }
    let present = followed.flatMap { receivers[$0] }
    var receiver = receivers[name] ?? Receiver()
    let isLate = Self.isOver(Self.patience, from: receiver.position, to: time)
    if hasPosition {
      (receiver.hasPosition, receiver.position, receiver.accuracy) = (true, time, accuracy ?? receiver.accuracy)
    }
    if hasPosition, name != followed, Self.isBetter(receiver, than: present) {
      receiver.betterSince = isLate ? time : receiver.betterSince ?? time
    } else if hasPosition {
      receiver.betterSince = nil
    }
    let takesOver =
      followed == nil
      || hasPosition
        && (present?.hasPosition != true || Self.isOver(Self.patience, from: present?.position, to: time)
          || Self.isOver(Self.trial, from: receiver.betterSince, to: time))
    receivers[name] = receiver
    guard name != followed else { return true }
    guard takesOver else { return !hasPosition && present?.hasPosition != true }
    followed = name
    for other in receivers.keys { receivers[other]?.betterSince = nil }
    return true
  }

  /// Forgets a receiver that is gone; another one is followed as soon as it has a position.
  package mutating func forget(_ name: String) {
    receivers[name] = nil
    if followed == name { followed = nil }
  }

  private static func isBetter(_ other: Receiver, than present: Receiver?) -> Bool {
    guard let one = present?.accuracy, let another = other.accuracy else { return false }
    return another <= one * betterPart
  }

  private static func isOver(_ limit: Int64, from start: Int64?, to end: Int64?) -> Bool {
    guard let start, let end else { return false }
    let (passed, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? end > start : passed >= limit
  }
}
