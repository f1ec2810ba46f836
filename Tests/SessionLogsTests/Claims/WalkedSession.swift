import EventDomain
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Sealing
import SessionLogs
import Views

/// A session of a hunt in which everything costs points, and what the game itself told about it.
struct WalkedSession {
  /// What the game told about a find.
  struct Find {
    let treasure: String
    /// How many points the score rose, or fell, since the find before.
    let points: Int
    let played: Duration
    let utc: Timestamp?
    /// Metres per second of the way from the find before.
    let speed: Double
    let wins: Bool
  }

  /// What the checksum of the hunt is made of.
  static let huntText = #"{"type": "FeatureCollection"}"#
  /// Metres from the one before, and metres per second of the way there.
  private static let ways: [(metres: Double, speed: Double)] = [(80, 1.4), (90, 2), (120, 3), (60, 1)]
  static let start = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)

  /// Four treasures, each north of the one before: one with a dear hint, one with a question, one whose question the
  /// player gives up, and one more.
  static let hunt: Hunt = {
    var place = start
    let points = [("gate", 10), ("oak", 20), ("mill", 31), ("pond", 40)]
    var treasures = zip(points, ways).map { point, way in
      place = place.offset(by: way.metres, toward: .north)
      return Treasure(
        place: PointOfInterest(id: point.0, name: "The \(point.0)", position: place), radius: 12, points: point.1)
    }
    treasures[0].hints = [Hint("North.", price: 2)]
    treasures[1].question = Question("Who?", rule: .text(["owl"]), price: 3)
    treasures[2].question = Question("What?", rule: .text(["rye"]), price: 4)
    treasures[3].hints = [Hint("Wet.", price: 7)]
    guard let hunt = Hunt(title: "Four Things", treasures: treasures) else { fatalError("four treasures are a hunt") }
    return hunt
  }()

  static let header = SessionLogHeader(version: "1", began: "now", voice: .json, listens: true)

  private(set) var moments: [TimedLogEntry] = []
  /// What is saved of the game, with that of earlier sessions.
  private(set) var events: [HuntEvent] = []
  private(set) var finds: [Find] = []
  private var game = PlayedGame(of: header)
  private var progress = HuntProgress(hunt)
  private var scored = 0
  private var position = start
  private var time = Duration.zero
  private let source: Fix.AccuracySource

  /// Plays until so many treasures are found.
  ///
  /// - Parameter earlier: the session that this one goes on with.
  init(finds count: Int = 4, after earlier: WalkedSession? = nil, source: Fix.AccuracySource = .receiver) {
    self.source = source
    if let earlier {
      (events, progress, scored, position) = (earlier.events, earlier.progress, earlier.scored, earlier.position)
    }
    let found = progress.finds.count
    happen(.begin(Self.begin(saved: events)))
    for index in found..<count { walk(to: index) }
    if count < 4 { askForHint() }
  }

  /// Saves that so long was played.
  mutating func play(until time: Duration) { events.append(HuntEvent(.played, time: time)) }

  /// The beginning of a game.
  static func begin(saved: [HuntEvent], text: String = huntText) -> RecordedGame {
    RecordedGame(
      GameSetup(hunt: hunt, source: "GPS", saved: saved), hunt: .init(path: "hunt.geojson", text: text), map: nil)
  }

  private mutating func walk(to index: Int) {
    if index == 0 { askForHint() }
    let target = Self.hunt.treasures[index]
    while progress.finds.count == index {
      // A walk of this length reaches its goal, or the test does not end.
      precondition(time < .seconds(3600), "lost on the way to \(target.id)")
      let way = min(Self.ways[index].speed, position.distance(to: target.place.position))
      if way > 0 { position = position.offset(by: way, toward: position.bearing(to: target.place.position)) }
      time += .seconds(1)
      let utc = Timestamp(milliseconds: 1_767_225_600_000).advanced(by: time)
      happen(
        .event(.location(.fix(Fix(position: position, time: time, utc: utc, accuracy: 3, accuracySource: source)))))
      if progress.asking.first?.id == target.id { answer(target.id) }
    }
  }

  /// A hint that costs something has to be wanted twice.
  private mutating func askForHint() { for _ in 1...2 { happen(.command("hint")) } }

  private mutating func answer(_ id: String) {
    if id == "oak" { for word in ["a cat", "a owl"] { happen(.command(word)) } }
    if id == "mill" { for word in ["a oats", "a wheat", "a corn", "claim", "claim"] { happen(.command(word)) } }
  }

  private mutating func happen(_ entry: SessionLogEntry) {
    let moment = TimedLogEntry(entry, at: time)
    moments.append(moment)
    let turn = game.replay(moment, hunt: Self.hunt)
    for event in turn.saved {
      events.append(event)
      progress.apply(event)
      let found: String? =
        switch event.kind {
        case .found(let id, _), .claimed(let id): id
        default: nil
        }
      guard let found else { continue }
      finds.append(
        Find(
          treasure: found, points: progress.points - scored, played: event.time, utc: event.utc,
          speed: Self.ways[progress.finds.count - 1].speed, wins: progress.finds.count == 4))
      scored = progress.points
    }
  }
}

/// A player of an event, who signs what they send.
struct Claimant {
  static let event = EventID(chance: 77)
  let key: SigningKey
  let id: PlayerID

  init(_ seed: UInt8 = 5) {
    guard let key = SigningKey(seed: [UInt8](repeating: seed, count: SigningKey.seedLength)),
      let id = PlayerID(key.known.short)
    else { fatalError("any seed makes a key") }
    (self.key, self.id) = (key, id)
  }

  /// A session in pieces: one ends before each of the places, and the last at the end.
  func pieces(
    _ session: WalkedSession, cutAt cuts: Set<Int> = [], sitting: String = "one", event: EventID = event
  ) -> [String] {
    var tail = ProofTail(event, sitting: sitting, header: WalkedSession.header, signedBy: key)
    var pieces: [String] = []
    for (index, moment) in session.moments.enumerated() {
      if cuts.contains(index), let piece = tail.cut() { pieces.append(piece) }
      tail.note(moment)
    }
    if let piece = tail.cut() { pieces.append(piece) }
    return pieces
  }

  /// A piece of any lines, signed as it should be.
  func sign(_ lines: [String]) -> String {
    let text = lines.map { $0 + "\n" }.joined()
    let signature = Base64.text(key.sign(Array(text.utf8)))
    return text + #"{"key":"\#(key.known.text)","signature":"\#(signature)"}"# + "\n"
  }

  /// What judges this player.
  var judge: ProofReplay {
    ProofReplay(Self.event, of: id, hunt: WalkedSession.hunt, text: WalkedSession.huntText)
  }
}
