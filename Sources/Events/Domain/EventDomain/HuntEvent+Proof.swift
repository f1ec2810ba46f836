package import HuntDomain

extension HuntEvent {
  /// Whether an event of many players has to hear of it at once, so that the referee answers.
  package var isClaimed: Bool {
    switch kind {
    case .found, .claimed: true
    default: false
    }
  }

  /// Whether its proof must be in the outbox before the game is saved: a later session cannot prove it again.
  package var isProven: Bool {
    switch kind {
    case .began, .played, .left: false
    default: true
    }
  }
}
