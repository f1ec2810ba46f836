import Eye
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import SessionLogs
import Views

/// Something of everything that can happen.
enum Samples {
  static let place = Coordinate(clampingLatitude: 48.137_154_000_1, wrappingLongitude: -11.576_124_3)

  static let fix: Fix = Fix(
    position: place, time: Duration(secondsComponent: 12, attosecondsComponent: 345_678_901_234_567_890),
    utc: Timestamp(milliseconds: 1_767_225_600_123), mode: .twoD, accuracy: 0.1 + 0.2, accuracySource: .dilution,
    altitude: -3.5, speed: 1.0 / 3, course: Bearing(degrees: 359.999_999_9), satellitesUsed: 7, satellitesSeen: 12)

  static let cafe = PointOfInterest(
    id: "n1", name: "Café “Zum ثلج”", position: place, kind: "cafe",
    tags: PlaceTags([(key: "amenity", value: "cafe"), (key: "opening_hours", value: "Mo-Fr 09:00-17:00")]))

  static let events: [SessionEvent] = [
    .location(.fix(fix)), .location(.fix(Fix(position: place, time: .zero))),
    .location(.receiver(FollowedReceiver(name: "/dev/a", others: [], option: "gpsd:localhost:2947:DEVICE"))),
    .location(.receiver(FollowedReceiver(name: "a", others: ["udp://*:5000", "/dev/b"], option: "gpsd:h:1:DEVICE"))),
    .location(.searching(satellitesInView: nil)), .location(.searching(satellitesInView: 0)),
    .location(.searching(satellitesInView: 4)), .location(.lost(reason: "gpsd is gone; “really”\\")),
    .heading(Heading(bearing: Bearing(degrees: 12.25), source: .compass, uncertainty: 4.5)),
    .heading(
      Heading(
        bearing: Bearing(degrees: 300), source: .landmark, uncertainty: 180, reference: .magneticNorth, dispute: 33.3)),
    .locationEnded, .savedAgain, .tick, .cannotSave("the disk is full"), .rehearses("a walker plays"),
    .cannotBegin("hunt.geojson:3: error"), .cannotChangeSource("no such file"), .sourceChanged(.gpsd("")),
    .sourceChanged(.gpsd("host:2947:/dev/ttyUSB0")), .sourceChanged(.trace("a walk: one.gpx")),
    .sourceChanged(.walker(seed: .max)), .sourceChanged(.steer(from: place)), .resize(columns: 0, rows: 10_000),
    .pageEnds(at: 17),
    .key(.up), .key(.down), .key(.left), .key(.right), .key(.home), .key(.end), .key(.pageUp), .key(.pageDown),
    .key(.enter), .key(.tab), .key(.backTab), .key(.backspace), .key(.escape), .key(.control("c")),
    .key(.character("q")), .key(.character("'")), .key(.character("^")), .key(.character("é")), .key(.character(" ")),
    .key(.character("👩‍👩‍👧")), .key(.character("\"")),
    .key(.character("\u{0E33}")), .key(.character("\u{1F3FB}")),
    .pointer(.wheel(steps: -3, column: 0, row: 99)), .pointer(.press(column: 1, row: 2)),
    .pointer(.drag(column: 3, row: 4)), .pointer(.release(column: 5, row: 6)), .clicked("w1"), .detail(.noWindows),
    .route([place, place], to: "t0"), .route([], to: ""),
    .action(.answer("")), .action(.answer("turn 5")), .action(.answer("Grüner Weg; 7")), .action(.hint),
    .action(.claim),
    .action(.mates), .action(.board), .action(.nextTarget), .action(.way), .action(.look), .action(.status),
    .action(.help), .action(.quit),
    .action(.turn(degrees: -0.1)), .action(.steer(.turn(degrees: 15))), .action(.steer(.faster)),
    .action(.steer(.slower)), .action(.steer(.go)), .action(.steer(.halt)),
    .announced(Announcement(.mateFound, "Ann has found it.", treasure: "n1")),
    .announced(Announcement(.ruling, "It counts.", treasure: "n1", counts: true)),
    .mates([]),
    .mates([
      Mate("A", name: "Ann “ثلج”", team: "Foxes", at: place, accuracy: 0.1 + 0.2, age: .milliseconds(1500)),
      Mate("B", name: "Ben", at: place, age: .zero),
    ]),
    .board(Leaderboard(event: "Spring", rows: [], total: 0, latest: [], prizes: [], isClosed: true)), .board(board),
    .places(PlacesAnswer([]), source: 1),
    .places(
      PlacesAnswer(
        [cafe], age: .seconds(7200), attribution: ["© Others"], trouble: "It is busy.", isAwaitingBetter: true),
      source: 3, around: .view),
  ]

  private static let board: Leaderboard = {
    let find = Leaderboard.Find(
      "A.n1", treasure: "n1", name: "The Gate", player: "Ann", team: "Foxes", prize: "A cup", whose: .mate)
    return Leaderboard(
      event: "Spring",
      rows: [
        .init(rank: 1, player: nil, team: "Foxes", points: 45, found: 7, whose: .own),
        .init(rank: 1, player: "Ben", team: nil, points: -3, found: 0, whose: .other),
      ], total: 7, latest: [find], prizes: [find], isClosed: false)
  }()

  private static let hunt = Hunt(title: "One", treasures: [Treasure(place: cafe, radius: 5)])!

  /// The game that ``game`` keeps.
  static let playable = game.game(hunt: hunt, map: .empty, tiles: nil)

  static let game = RecordedGame(
    GameSetup(
      hunt: hunt, places: [cafe],
      placesAttribution: ["me"], asksForPlaces: true, source: "walker", choice: .walker(seed: 7),
      alternatives: SourceKind.allCases.flatMap(\.facts.offers),
      saved: [
        HuntEvent(.began, time: .zero), HuntEvent(.found("n1", distance: 0.1), time: .milliseconds(1500)),
        HuntEvent(.answered("n1", .number(1.5)), time: .seconds(2), utc: Timestamp(milliseconds: 5)),
      ], notation: .mgrs, units: .nautical),
    hunt: .init(path: "hunt.geojson", text: "{\n}"), map: .init(path: "city.pmtiles", text: nil))

  static let entries: [SessionLogEntry] = {
    let sources = SourceKind.allCases.map { SessionEvent.sourceChanged($0.facts.usual) }
    var entries = (events + sources).map { SessionLogEntry.event($0) }
    if let tile = TileID(zoom: 14, x: 8704, y: 5971) {
      entries += [.tile(tile, .geometry), .tile(tile, .missing), .tile(tile, .broken("byte 3: cut"))]
    }
    return entries + [.begin(game), .command("at 5 a 7"), .shown(0), .shown(.max)]
  }()

  /// Any event with numbers.
  static func event(using chance: inout SeededGenerator) -> SessionEvent {
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + chance.uniform() * (range.upperBound - range.lowerBound)
    }
    let here = Coordinate(clampingLatitude: number(-90...90), wrappingLongitude: number(-180...180))
    switch Int(chance.uniform() * 5) {
    case 0:
      return .location(
        .fix(
          Fix(
            position: here, time: .nanoseconds(Int64(number(0...1e15))), accuracy: number(0...100),
            accuracySource: .receiver, altitude: number(-100...9000), speed: number(0...50),
            course: Bearing(degrees: number(0...360)))))
    case 1:
      return .heading(
        Heading(bearing: Bearing(degrees: number(0...360)), source: .course, uncertainty: number(0...180)))
    case 2: return .key(.character(Character(Unicode.Scalar(UInt8(number(33...126))))))
    case 3: return .action(.turn(degrees: number(-180...180)))
    default:
      return .places(
        PlacesAnswer([PointOfInterest(id: "1", name: "x", position: here)], age: .seconds(number(0...1e6))), source: 2)
    }
  }
}
