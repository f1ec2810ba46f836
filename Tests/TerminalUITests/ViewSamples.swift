import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import TextCanvas
import Views

@testable import TerminalUI

/// A spot so many metres east and north of the middle of a small island.
func spot(_ east: Double, _ north: Double) -> Coordinate {
  // Near the equator a degree has 111,320 m from west to east and 110,574 m from south to north.
  Coordinate(clampingLatitude: north / 110_574, wrappingLongitude: east / 111_320)
}

func place(_ name: String, _ east: Double, _ north: Double) -> PointOfInterest {
  PointOfInterest(id: "\(name) \(east) \(north)", name: name, position: spot(east, north))
}

func treasure(_ name: String, _ east: Double, _ north: Double, hint: String? = nil, message: String? = nil) -> Treasure
{
  Treasure(place: place(name, east, north), radius: 8, hint: hint, message: message, points: 5)
}

/// An island with something of every kind on it.
let island: BaseMap = {
  func area(_ kind: GroundKind, _ corners: [(Double, Double)]) -> BaseMap.Shape? {
    .init(kind: kind, parts: [corners.map { spot($0.0, $0.1) }], isArea: true)
  }
  func line(_ kind: GroundKind, _ points: [(Double, Double)]) -> BaseMap.Shape? {
    .init(kind: kind, parts: [points.map { spot($0.0, $0.1) }], isArea: false)
  }
  func block(_ kind: GroundKind, _ west: Double, _ south: Double, _ width: Double, _ height: Double)
    -> BaseMap.Shape?
  {
    let (east, north) = (west + width, south + height)
    return area(kind, [(west, south), (east, south), (east, north), (west, north)])
  }
  let coast = [(-85.0, -20.0), (-60, -58), (50, -60), (82, -25), (84, 30), (40, 62), (-50, 60), (-80, 25)]
  let shapes = [
    area(.land, coast), block(.beach, -60, -56, 60, 14), block(.wood, -72, 10, 34, 36), block(.park, -30, 34, 36, 22),
    block(.meadow, 14, 34, 28, 22), block(.water, 46, 6, 24, 20), block(.building, -30, -14, 20, 10),
    block(.building, 8, -16, 24, 12), line(.stream, [(46, 16), (20, 24), (12, 62)]),
    line(.road, [(-80, 0), (84, 0)]), line(.path, [(0, 0), (-20, -40), (-40, -58)]),
    line(.pier, [(30, -60), (30, -72)]), line(.wall, [(50, -20), (50, -44), (74, -44)]),
    line(.cliff, [(-84, -20), (-60, -50)]), line(.boundary, [(-90, 66), (90, 66)]),
  ]
  return BaseMap(shapes: shapes.compactMap(\.self), attribution: "nobody, CC0")
}()

/// Ordinary places of the island.
let places = [place("Pond Bench", 50, 30), place("Old Oak", -50, 30), place("Boat House", 30, -52)]

/// Two treasures in any order, and one that lies where the player begins.
let hunt = Hunt(
  title: "Three Things", summary: "A small hunt on a small island.", order: .any,
  treasures: [
    treasure("Doorstep Coin", 2, 0, message: "It was under the mat all the time."),
    treasure("Brass Bell", -40, -38, hint: "It rings when the tide comes in, all by itself, twice a day."),
    treasure("Lantern", 70, 40, hint: "Look up."),
  ])

/// A treasure in each state that there is, and what has led there; the player who stands at the well is asked.
let everyState: (hunt: Hunt?, saved: [HuntEvent.Kind]) = {
  func short(_ name: String, _ east: Double, _ north: Double, radius: Double = 8) -> Treasure {
    let place = PointOfInterest(id: name, name: name, position: spot(east, north))
    return Treasure(place: place, radius: radius, points: 5)
  }
  var well = short("Wishing Well", -10, -30, radius: 12)
  well.question = Question(
    "How many steps lead down to the water, if you count the broken one?", rule: .number(42, tolerance: 0), price: 2)
  well.arrival = "The rope is new."
  well.hints = [Hint("Count twice.", price: 3), Hint("More than forty.", after: .seconds(600))]
  var gate = short("Garden Gate", 40, 8)
  gate.requirement = .all([.found("Lantern"), .holds("key")])
  gate.visibility = .always
  var lantern = short("Lantern", -46, 4, radius: 14)
  lantern.question = Question(
    "Which way does the hand point?",
    rule: .choice(options: ["Up the hill", "To the water", "Nowhere, the hand is gone"], right: [1]))
  var corners = short("Old Orchard", 56, -40)
  corners.zone = .polygon(rings: [[spot(44, -50), spot(70, -50), spot(70, -30), spot(52, -28)]])
  corners.limit = .seconds(1800)
  corners.listing = listing
  let coin = short("Coin", -64, -30)
  let bell = short("Brass Bell", -20, 40)
  let shell = short("Shell", 20, 44)
  var hunt = Hunt(title: "All There Is", order: .any, treasures: [well, gate, lantern, corners, coin, bell, shell])
  hunt?.items = [Item(id: "key", name: "the rusty key"), Item(id: "rope", name: "a rope")]
  hunt?.limit = .seconds(3600)
  let opened = ["Wishing Well", "Lantern", "Old Orchard", "Coin", "Brass Bell", "Shell"].map(HuntEvent.Kind.opened)
  return (
    hunt,
    [.began] + opened + [
      .entered("Coin"), .found("Coin", distance: 3), .claimed("Brass Bell"), .expired("Shell"),
    ]
  )
}()

/// What a listing may say.
private let listing: CacheListing = {
  var listing = CacheListing(code: "GC7FA4")
  (listing.owner, listing.type, listing.size) = ("The Gardener", "Traditional Cache", "Small")
  (listing.difficulty, listing.terrain) = (1.5, 2)
  listing.description = [
    "An orchard of forgotten apples, planted by nobody knows whom. Mind the geese.",
    "Parking is at the gate; the last bus leaves at seven.",
  ]
  listing.encodedHint = "Haqre gur guveq gerr sebz gur yrsg"
  listing.logs = [
    .init(
      date: Timestamp(milliseconds: 1_777_629_600_000), kind: "Found it", finder: "Ada",
      text: "Found after a long look around, geese and all. Thanks for the apples!"),
    .init(date: nil, kind: "Write note", finder: "Grace", text: "Looked for apples, found geese."),
  ]
  return listing
}()

/// What a complete installation offers.
let offers = Offers(
  sources: [
    .init(.gpsd(""), title: "A GPS receiver", detail: "through gpsd on this computer"),
    .init(.huntTrace, title: "A recorded walk", detail: "someone has walked the hunt before you"),
    .init(.walker(seed: 1), title: "A simulated walker", detail: "who walks the hunt by themselves"),
  ],
  hunts: [
    .init(
      path: "one", title: "Three Things",
      detail: "A small hunt on a small island, with a description that is far too long for the one line that a hunt "
        + "gets as long as it is not chosen.", hasTrace: true),
    .init(
      path: "two", title: "Something Else",
      detail: "Another hunt, whose description is also longer than the one line that it gets, so that it is cut.",
      hasTrace: true),
  ])

/// What a player can change to.
let alternatives: [Offers.Source] = [
  .init(.gpsd(""), title: "A GPS receiver", detail: "through gpsd on this computer"),
  .init(.gpsd(""), title: "A GPS receiver elsewhere", detail: "through gpsd on another computer", question: .gpsd),
  .init(.huntTrace, title: "A recorded walk", detail: "someone has walked the hunt before you"),
  .init(.trace(""), title: "A recording", detail: "a file that you name", question: .trace),
  .init(.walker(seed: 1), title: "A simulated walker", detail: "who walks on from here by themselves"),
  .init(.steer(from: nil), title: "Steer by hand", detail: "a walker whom your arrow keys drive, from here"),
]

/// Someone who plays: a real session, its events at one time, and what its terminal shows.
struct Player {
  private(set) var session: Session
  private var now = Duration.zero
  private let size: (columns: Int, rows: Int)

  /// A player of a hunt that has begun.
  init(
    _ view: PlayView, _ columns: Int, _ rows: Int, hunt: Hunt? = hunt, map: BaseMap = island,
    places: [PointOfInterest] = places, source: SourceChoice = .gpsd(""), alternatives: [Offers.Source] = [],
    saved: [HuntEvent.Kind] = [], ghosts: [Ghost] = []
  ) {
    session = Session(view: view)
    size = (columns, rows)
    self.do(.resize(columns: columns, rows: rows))
    if let hunt {
      self.do(
        .begin(
          GameSetup(
            hunt: hunt, map: map, places: places, source: source.label, choice: source, alternatives: alternatives,
            saved: saved.map { HuntEvent($0, time: .seconds(754)) }, ghosts: ghosts)))
    }
  }

  /// A player of a hunt with a treasure in each state.
  init(everyState view: PlayView, _ columns: Int, _ rows: Int) {
    self.init(view, columns, rows, hunt: everyState.hunt, places: [], saved: everyState.saved)
    press(.escape)
  }

  /// A player who is asked what to play.
  init(choosing columns: Int, _ rows: Int, from offers: Offers = offers) {
    session = Session(offers: offers)
    size = (columns, rows)
    self.do(.resize(columns: columns, rows: rows))
  }

  mutating func `do`(_ event: SessionEvent) { _ = session.handle(event, at: now) }

  /// Presses keys, as a terminal does that knows how long its pages are.
  mutating func press(_ keys: Key...) {
    for key in keys {
      let shown = session.screen(at: now)
      if let last = lastScroll(of: shown, size: CanvasSize(columns: size.columns, rows: size.rows), glyphs: .braille) {
        self.do(.pageEnds(at: last))
      }
      self.do(.key(key))
    }
  }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  /// A fix.
  mutating func stand(_ east: Double, _ north: Double, accuracy: Double? = 4) {
    self.do(.location(.fix(Fix(position: spot(east, north), time: now, accuracy: accuracy))))
  }

  /// Stands for so many seconds, with a position in each.
  mutating func stay(_ east: Double, _ north: Double, for seconds: Int = 6, accuracy: Double? = 4) {
    for _ in 0..<seconds {
      wait(1)
      stand(east, north, accuracy: accuracy)
    }
  }

  /// Trembles around a spot for half a minute, as a receiver with every figure does.
  mutating func standStill() {
    for second in 0..<32 {
      let aside = second % 2 == 0 ? 1.0 : -1
      self.do(
        .location(
          .fix(
            Fix(
              position: spot(-10 + aside, -30), time: now, utc: Timestamp(milliseconds: 1_777_629_600_000), accuracy: 4,
              accuracySource: .receiver, altitude: 519, speed: 0.1, course: Bearing(degrees: 45), satellitesUsed: 9,
              satellitesSeen: 14))))
      if second < 31 { wait(1) }
    }
  }

  /// Walks in straight lines from one place to the next, in steps of a few metres, one a second.
  mutating func walk(_ corners: (Double, Double)...) {
    for (start, end) in zip(corners, corners.dropFirst()) {
      for part in stride(from: 0, through: 1, by: 0.125) {
        stay(start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part, for: 1)
      }
    }
  }

  mutating func look(_ degrees: Double, uncertainty: Double = 10) {
    self.do(.heading(Heading(bearing: Bearing(degrees: degrees), source: .compass, uncertainty: uncertainty)))
  }

  mutating func wait(_ seconds: Double) { now += .seconds(seconds) }

  /// What the terminal shows.
  func canvas(_ glyphs: GlyphLevel = .braille) -> Canvas {
    var canvas = Canvas(width: size.columns, height: size.rows)
    drawGame(session.screen(at: now), on: &canvas, glyphs: glyphs)
    return canvas
  }
}
