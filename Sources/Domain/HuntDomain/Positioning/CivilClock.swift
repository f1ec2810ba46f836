/// What the time of day is, as far as a source can be believed about it.
///
/// Receivers say wrong dates: before they have heard all of the sky's message, after the rollover of GPS weeks, or once
/// by an accident. The time that passes tells what a source should say next. A date is sure when it was said for
/// ``settling``, or for ``patience`` by a source that has contradicted itself; what a date ends nothing begins again. One
/// that was sure goes when another was said for ``patience``, any other one at once.
package struct CivilClock: Hashable, Sendable {
  /// By how much what is said may differ from what follows: leap seconds that are not known yet, and late reports.
  package static let tolerance = Duration.seconds(60)
  /// For how long the first date has to be said before it may end anything.
  package static let settling = Duration.seconds(60)
  /// For how long a date has to be said after another one: longer than accidents, as after a laptop's sleep.
  package static let patience = Duration.seconds(300)

  private var believed: Saying?
  private var doubted: Saying?
  /// For how long a date has to be said until it is sure.
  private var needed = settling

  /// A time that was said again and again.
  private struct Saying: Hashable, Sendable {
    var utc: Timestamp
    var at: Duration
    let since: Duration

    /// How long it has been said.
    var age: Duration { at - since }

    func utc(at time: Duration) -> Timestamp { utc.advanced(by: max(.zero, time - at)) }

    /// The same with one more report, if that follows from it.
    func followed(by said: Timestamp, at time: Duration) -> Saying? {
      let expected = utc(at: time)
      let limits = expected.advanced(by: .zero - tolerance)...expected.advanced(by: tolerance)
      return limits.contains(said) ? Saying(utc: said, at: time, since: since) : nil
    }
  }

  /// A clock of a source that has said nothing.
  package init() {}

  /// Whether what is believed is sure enough to end anything.
  package var isSure: Bool { believed.map { $0.age >= needed } ?? false }

  /// The civil time at a time of the game; nothing before a source has said any.
  package func utc(at time: Duration) -> Timestamp? { believed?.utc(at: time) }

  /// The source says so at a time of the game, which never goes back.
  package mutating func receive(_ said: Timestamp, at time: Duration) {
    let new = Saying(utc: said, at: time, since: time)
    guard let believed else { return self.believed = new }
    if let same = believed.followed(by: said, at: time) {
      (self.believed, doubted) = (same, nil)
      return
    }
    let doubt = doubted?.followed(by: said, at: time) ?? new
    let isBelieved = !isSure || doubt.age >= Self.patience
    if isBelieved { needed = Self.patience }
    (self.believed, doubted) = isBelieved ? (doubt, nil) : (believed, doubt)
  }
}
