package import Numbers

/// Civil time, as far as the source's reports can be believed.
///
/// Receivers report wrong dates: before they have received the whole navigation message, after a GPS week rollover, or
/// once by an accident. The time that passes tells what a source should say next. A date is sure when it was said for
/// ``settling``, or for ``patience`` by a source that has contradicted itself; what a date ends nothing begins again.
/// One that was sure goes when another was said for ``patience``, any other one at once.
package struct CivilClock: Hashable, Sendable {
  /// By how much a report may differ from the time expected after the last one: leap seconds that are not known yet,
  /// and late reports.
  package static let tolerance = Duration.seconds(60)
  /// How long the first date has to be reported before it may end anything.
  package static let settling = Duration.seconds(60)
  /// How long a date has to be reported after a different one: longer than accidents, as after a laptop's sleep.
  package static let patience = Duration.seconds(300)

  private var believed: Saying?
  private var doubted: Saying?
  /// How long a date has to be reported until it is sure.
  private var needed = settling

  /// A civil time that a source has reported, and since when its reports agree with it.
  private struct Saying: Hashable, Sendable {
    var utc: Timestamp
    var at: Duration
    let since: Duration

    /// How long it has been reported.
    var age: Duration { at - since }

    func utc(at time: Duration) -> Timestamp { utc.advanced(by: max(.zero, time - at)) }

    /// The saying continued by one more report; `nil` if the report is outside of the tolerance.
    func followed(by said: Timestamp, at time: Duration) -> Saying? {
      let expected = utc(at: time)
      let limits = expected.advanced(by: .zero - tolerance)...expected.advanced(by: tolerance)
      return limits.contains(said) ? Saying(utc: said, at: time, since: since) : nil
    }
  }

  /// Creates a clock for a source that has not reported a time yet.
  package init() {}

  /// Whether the believed time is sure enough to end anything.
  package var isSure: Bool { believed.map { $0.age >= needed } ?? false }

  /// The civil time at a time of the game; `nil` until a source has reported one.
  package func utc(at time: Duration) -> Timestamp? { believed?.utc(at: time) }

  /// Takes a civil time that the source reports at a time of the game, which never goes back.
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
