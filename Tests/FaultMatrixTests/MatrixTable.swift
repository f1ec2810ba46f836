import Simulation

/// Where in a hunt a fault begins: the columns of the matrix.
enum Station: String, CaseIterable, Sendable, CustomStringConvertible {
  case beforeTheFirstFix = "before the first fix"
  case onTheWay = "on the way"
  case atTheEdge = "at the edge of a zone"
  case dwelling = "while dwelling"
  case questionOpen = "while a question is open"
  case atTheFinish = "at the finish"

  var description: String { rawValue }
}

/// What holds whatever a receiver does: what stands in every cell of the matrix.
enum Invariant: String, CaseIterable, Sendable {
  /// Nobody enters a zone that they are outside of by more than the last positions erred three times in a row.
  case noFalseFind = "no false find"
  /// What is found stays found, and who goes on when the fault is over finds the rest.
  case noLostFind = "no lost find"
  /// While no position comes, the screen says so, and how old the last one is; and not while one comes.
  case staleIsShown = "stale is shown"
  /// Neither back, nor ahead of the time that has passed.
  case timeIsTime = "time neither goes back nor ahead"
  /// Each find and each wrong answer counts once.
  case pointsOnce = "points count once"
  /// What is saved leads to where the player was.
  case savedIsReplayed = "what is saved replays to the same progress"
}

/// How long a fault stays: each cell has the short one, and the others where they make a difference.
enum Spell: String, CaseIterable, Sendable {
  case once = ""
  case short = " for 20s"
  case long = " for 3min"

  /// Whether there are faults that begin so and last so long.
  func begins(_ station: Station) -> Bool {
    switch self {
    case .once: station != .beforeTheFirstFix && station != .questionOpen
    case .short: true
    case .long: station == .beforeTheFirstFix || station == .onTheWay || station == .questionOpen
    }
  }
}

/// The rows of the matrix: every kind of fault, some of them mild and wild, as a scenario says them.
enum MatrixTable {
  /// The target lies east of the start and 80 m away, so that a jump toward 90 lands in a zone, and one toward 270
  /// leads away from it.
  static let rows = [
    // What comes, and when.
    "lose fix",
    "silence",
    "stall",
    "duplicate",
    "duplicate 20 times",
    "flood 25 Hz",
    // Where.
    "freeze",
    "null island",
    "jump 15 m toward 90",
    "jump 50 m toward 90",
    "jump 80 m toward 90",
    "jump 200 m toward 0",
    "jump 5 km toward 270",
    "drift 1 m/s toward 90",
    "drift 20 m/s toward 180",
    // What else is said.
    "2d",
    "accuracy unknown",
    "accuracy 0 m",
    "accuracy 30 m",
    "accuracy 5 km",
    "altitude unknown",
    "altitude 9000 m",
    "speed unknown",
    "speed 0 m/s",
    "speed 300 m/s",
    "course unknown",
    "course 270",
    "satellites unknown",
    "satellites 3",
    // Civil time.
    "clock back 1s",
    "clock back 1024 weeks",
    "clock forward 1h",
    "clock forward 1024 weeks",
    "clock stopped",
    "clock unknown",
  ]

  /// One row of each kind, the most different ones.
  static let pairable = [
    "lose fix", "silence", "stall", "duplicate 20 times", "flood 25 Hz", "freeze", "null island",
    "jump 80 m toward 90", "drift 20 m/s toward 180", "2d", "accuracy 30 m", "altitude unknown", "speed 300 m/s",
    "course 270", "satellites 3", "clock forward 1024 weeks", "clock stopped", "clock unknown",
  ]

  /// A cell in which an invariant does not hold, because nothing could be known.
  struct Lost: Sendable {
    let fault: String
    let spell: Spell
    let station: Station
    let why: String
  }

  /// All of them.
  static let lost = [
    Lost(
      fault: "clock forward 1024 weeks", spell: .long, station: .beforeTheFirstFix,
      why: "a receiver that never said another date is believed when it has said one for a minute")
  ]

  static func isLost(_ fault: String, _ spell: Spell, _ station: Station) -> Bool {
    lost.contains { ($0.fault, $0.spell, $0.station) == (fault, spell, station) }
  }

  /// One fault that begins at a second of the hunt; nothing where it needs a time and has none.
  static func scenario(_ fault: String, _ spell: Spell = .short, at second: Int) -> FaultScenario? {
    try? FaultScenario(text: "at \(second)s \(fault)\(spell.rawValue)")
  }
}
