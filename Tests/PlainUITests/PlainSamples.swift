import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

/// Where the tests take place.
let home = Coordinate(clampingLatitude: 48.137, wrappingLongitude: -11.575)

/// A treasure at home, and one 200 m north of it.
let well = Treasure(
  place: PointOfInterest(id: "well", name: "Well", position: home), radius: 10, hint: "Look down.",
  message: "It is deep.", points: 5)
let oak = Treasure(
  place: PointOfInterest(
    id: "oak", name: "Oak", position: home.offset(by: 200, toward: Bearing(degrees: 0))),
  radius: 10, points: 10)

let hunt: Hunt = {
  guard let hunt = Hunt(title: "Three Things", summary: "A short walk.", treasures: [well, oak]) else {
    fatalError("a hunt of two treasures is a hunt")
  }
  return hunt
}()

let fullFix = Fix(
  position: home, time: .milliseconds(1500), utc: Timestamp(milliseconds: 1_777_629_600_000), accuracy: 4.126,
  altitude: 519, speed: 1.2349, course: Bearing(degrees: 359.99))

/// What is shown of 44 fixes that trembled around home.
let averagedFix: Fix = {
  var average = StandingAverage()
  var last = fullFix
  for second in 0...43 {
    last = average.receive(
      Fix(
        position: home.offset(by: 2, toward: Bearing(degrees: Double(second) * 90)), time: .seconds(second),
        accuracy: 3.957, satellitesUsed: 9, satellitesSeen: 14))
  }
  return last
}()

/// What must never reach a terminal as it is.
let hostileNames = [
  "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{9B}31m", "\u{90}q\u{9C}", "\u{0}\u{8}\u{7F}", "a\u{202E}b\u{2066}c\u{200F}",
  "\u{2028}\u{2029}\u{85}", "quote \" backslash \\ slash /", "\u{FEFF}\u{200B}\u{AD}", "\u{E0041}\u{E007F}", "東京 👨‍👩‍👧",
  "a\tb\r\nc", "{\"event\":\"finished\"}", "",
]

extension HuntProgress {
  /// The find of a player who stands there, a minute at most.
  mutating func find(by fix: Fix) throws -> Find {
    var next = fix
    next.time -= .seconds(1)
    for _ in 0..<60 where finds.isEmpty {
      _ = receive(next)
      next.time += .seconds(1)
    }
    return try #require(finds.last)
  }
}
