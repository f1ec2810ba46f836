package import Numbers

/// What the player should know about the receiver, and that does not stop the game.
package enum ReceiverRemark: Hashable, Sendable {
  /// The source has several receivers, and follows this one from now on.
  case follows(FollowedReceiver)
  /// It says latitude and longitude zero, far from all places; said again after another position.
  case nullIsland
  /// Its date is older than the receivers of today; said once.
  ///
  /// They count weeks up to 1024, and begin anew.
  case oldDate(Timestamp)

  /// The remark as one word for programs.
  package var word: String {
    switch self {
    case .follows: "receiver"
    case .nullIsland: "null_island"
    case .oldDate: "old_date"
    }
  }
}

extension Timestamp {
  /// 2010-01-01T00:00:00Z.
  private static let oldest = Timestamp(milliseconds: 1_262_304_000_000)

  /// Whether no receiver of today would say this date if it knew it.
  package var isBeforeReceivers: Bool { milliseconds < Self.oldest.milliseconds }
}
