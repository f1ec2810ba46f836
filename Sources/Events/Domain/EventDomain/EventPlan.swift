package import Geodesy
package import HuntDomain
package import Numbers

/// Identifies an event, in letters that a subject of a message and the name of a file may have.
package struct EventID: Hashable, Sendable, CustomStringConvertible {
  /// The characters of every id.
  package static let length = 10

  /// The id itself.
  package let text: String

  /// Reads an id; `nil` unless it has ``length`` of the letters a to z and the digits 2 to 7.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length,
      text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) })
    else { return nil }
    self.text = text
  }

  /// An id of 50 bits of chance.
  package init(chance: UInt64) {
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    text = String((0..<Self.length).map { letters[Int(chance >> (UInt64($0) * 5) & 31)] })
  }

  package var description: String { text }
}

/// What the organiser has decided about an event before it begins.
package struct EventPlan: Hashable, Sendable {
  /// How many may come with an invitation for many within a minute, where its organiser says nothing else.
  package static let usualPace = 60

  /// Which positions others see, and how exactly.
  package struct PositionRules: Hashable, Sendable {
    /// Metres to which positions are rounded before they leave the player's computer; 0 for as exact as they are.
    package var precision: Double
    /// How long the newest position of a player is kept for those who join later.
    package var retention: Duration
    /// Whether all players see all others; otherwise only their own team's members.
    package var areShared: Bool

    /// Creates rules; by default exact, for ten minutes, within the team.
    package init(precision: Double = 0, retention: Duration = .seconds(600), areShared: Bool = false) {
      (self.precision, self.retention, self.areShared) = (precision, retention, areShared)
    }

    /// A position as exactly as others may know it: the middle of a square of ``precision``.
    package func blurred(_ place: Coordinate) -> Coordinate {
      guard precision > 0 else { return place }
      let step = precision / Self.degree
      let latitude = ((place.latitude / step).rounded(.down) + 0.5) * step
      // Squares of one row have the same width, so that the latitude tells nothing more.
      let width = step / max(0.01, Self.cosine(latitude))
      let longitude = ((place.longitude / width).rounded(.down) + 0.5) * width
      return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    }

    /// Metres of a degree of latitude, about.
    private static let degree = 111_195.0

    /// The cosine of degrees, from 0 at the poles to 1, to a thousandth.
    private static func cosine(_ degrees: Double) -> Double {
      let radians = degrees * .pi / 180, square = radians * radians
      return 1 - square / 2 + square * square / 24 - square * square * square / 720
        + square * square * square * square / 40_320
    }
  }

  /// Identifies the event.
  package let id: EventID
  /// Its name, as printable text.
  package let name: String
  /// The hunt's title, as printable text.
  package let hunt: String
  /// Who gets points.
  package var scoring: EventRules.Scoring
  /// When it opens; `nil` for at once.
  ///
  /// Finds before that time do not count.
  package var opens: Timestamp?
  /// When the waves start, in order; empty if all may start at any time after it opens.
  ///
  /// Finds of a player before the start of their wave do not count.
  package var starts: [Timestamp] = []
  /// When it ends for all; `nil` for when it is closed.
  ///
  /// Finds after that time do not count.
  package var ends: Timestamp?
  /// How long after the first find of a prize an earlier find by somebody offline can still win it.
  package var grace: Duration
  /// Metres per second, the average over half a minute: whatever is faster since the find before is not believed.
  package var maxSpeed: Double
  /// Whether finds of simulated players count.
  package var admitsSimulated: Bool
  /// Which positions others see.
  package var positions: PositionRules

  /// Creates a plan.
  package init(
    id: EventID, name: String, hunt: String, scoring: EventRules.Scoring = .players, opens: Timestamp? = nil,
    ends: Timestamp? = nil, grace: Duration = .zero, maxSpeed: Double, admitsSimulated: Bool = true,
    positions: PositionRules = PositionRules()
  ) {
    (self.id, self.name, self.hunt, self.scoring) = (id, name, hunt, scoring)
    (self.opens, self.ends, self.grace) = (opens, ends, grace)
    (self.maxSpeed, self.admitsSimulated, self.positions) = (maxSpeed, admitsSimulated, positions)
  }

  /// The plan of an event of a hunt, by the hunt's rules where nothing else is said.
  ///
  /// The waves are always the hunt's.
  package init(
    of hunt: Hunt, id: EventID, name: String, scoring: EventRules.Scoring? = nil, opens: Timestamp? = nil,
    ends: Timestamp? = nil, grace: Duration? = nil, maxSpeed: Double, admitsSimulated: Bool = true,
    positions: PositionRules = PositionRules()
  ) {
    let rules = hunt.event ?? EventRules()
    self.init(
      id: id, name: name, hunt: hunt.title, scoring: scoring ?? rules.scoring, opens: opens, ends: ends ?? rules.ends,
      grace: grace ?? rules.grace, maxSpeed: maxSpeed, admitsSimulated: admitsSimulated, positions: positions)
    starts = rules.starts
  }

  /// Whether there is a wave of a number, counted from 1.
  package func hasWave(_ number: Int) -> Bool { number >= 1 && number <= starts.count }

  /// When a player may start: the wave of theirs, or when the event opens; `nil` for at any time.
  package func start(of player: Player) -> Timestamp? {
    guard let wave = player.wave, hasWave(wave) else { return opens }
    return opens.map { max($0, starts[wave - 1]) } ?? starts[wave - 1]
  }
}
