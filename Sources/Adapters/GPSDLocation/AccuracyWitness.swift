package import HuntDomain

/// Finds out who says how good the positions are: the receiver, or gpsd, which guesses where the receiver is silent.
///
/// gpsd does not say which. Its guess is the horizontal dilution of precision times a constant, and it reports both:
/// an accuracy that fits the dilution reported before or after it is gpsd's. Three in a row that fit neither are the
/// receiver's own, and then one that fits is chance. Until either is seen, nobody vouches.
package struct AccuracyWitness: Hashable, Sendable {
  /// Metres for a dilution of 1, without and with differential corrections: `P_UERE_NO_DGPS` and `P_UERE_WITH_DGPS`
  /// of gpsd's libgpsd_core.c.
  private static let guesses = [19.0, 4.75]
  /// gpsd writes dilutions with two decimals.
  private static let rounding = 0.006
  /// How many in a row make up one's mind.
  private static let enough = 3

  /// Who vouches for the accuracies; nothing while that is not known.
  package private(set) var source: Fix.AccuracySource?
  private var dilution: Double?
  /// The accuracies since the last dilution that did not fit it.
  private var unexplained: [Double] = []
  private var fits = 0
  private var misfits = 0

  /// Creates a witness that has heard nothing.
  package init() {}

  /// Takes the accuracy of a position, in metres.
  package mutating func hear(accuracy: Double) {
    if let dilution, Self.isGuess(accuracy, dilution) { return fit() }
    // Of a receiver that says its dilution once a minute, the last ones are enough.
    unexplained = unexplained.suffix(7) + [accuracy]
  }

  /// Takes a horizontal dilution of precision.
  package mutating func hear(dilution: Double) {
    self.dilution = dilution
    guard !unexplained.isEmpty else { return }
    if unexplained.contains(where: { Self.isGuess($0, dilution) }) { return fit() }
    (unexplained, fits) = ([], 0)
    misfits += 1
    if misfits >= Self.enough { source = .receiver }
  }

  private mutating func fit() {
    (unexplained, misfits) = ([], 0)
    fits += 1
    if source == nil || fits >= Self.enough { source = .dilution }
  }

  private static func isGuess(_ accuracy: Double, _ dilution: Double) -> Bool {
    guesses.contains { abs(accuracy / $0 - dilution) <= rounding }
  }
}
