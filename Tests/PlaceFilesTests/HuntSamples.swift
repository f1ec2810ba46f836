import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import Numbers
import PlaceFiles
import Places

/// Hunts of all that the format can say, by chance, the same for the same seed.
struct HuntSamples {
  private var chance: SeededGenerator
  private let ids = ["oak", "well", "gate", "Tor 5", "ü-😀", "a\"b\\c"]
  private let items = [Item(id: "key", name: "A rusty key"), Item(id: "map", name: "Ada’s map")]

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  /// A hunt whose references all lead somewhere.
  mutating func hunt() -> Hunt {
    var treasures = ids.shuffled(using: &chance).prefix(number(1...6)).map { treasure($0) }
    let known = treasures.map(\.id)
    for index in treasures.indices {
      if flip() { treasures[index].requirement = requirement(of: known, depth: 4) }
      if flip() { treasures[index].visibility = visibility(of: known) }
      if flip() { treasures[index].projection = projection(of: known) }
    }
    var hunt = Hunt(
      title: text(), id: flip() ? "an id" : nil, summary: text(), author: text(), licence: text(),
      order: flip() ? .any : .sequence, treasures: treasures)
    hunt?.items = items
    if flip() { hunt?.goal = requirement(of: known, depth: 4) }
    if flip() { hunt?.limit = .milliseconds(number(1000...9_000_000)) }
    if flip() { hunt?.window = window() }
    if flip() { hunt?.message = text() }
    guard let hunt else { preconditionFailure("a hunt without treasures") }
    return hunt
  }

  /// A treasure that refers to nothing but items.
  mutating func treasure(_ id: String) -> Treasure {
    let place = PointOfInterest(id: id, name: flip() ? id : text(), position: position(), kind: flip() ? "well" : nil)
    let hints = (0..<number(0...3)).map { _ in
      Hint(text(), price: flip() ? number(0...20) : 0, after: flip() ? .milliseconds(number(0...900_000)) : .zero)
    }
    var treasure = Treasure(
      place: place, zone: zone(around: place.position), hints: hints, message: flip() ? text() : nil,
      points: number(0...20))
    if flip() { treasure.arrival = text() }
    treasure.sound = Sound.allCases.randomElement(using: &chance) ?? .none
    if flip() { treasure.question = question() }
    if flip() { treasure.limit = .milliseconds(number(1000...9_000_000)) }
    if flip() { treasure.window = window() }
    treasure.items = items.map(\.id).filter { _ in flip() }
    if flip() { treasure.listing = listing() }
    return treasure
  }

  // MARK: - Chance

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  mutating func flip() -> Bool { Bool.random(using: &chance) }

  mutating func text() -> String {
    let words = ["Look", "up", "“then”", "\"down\"", "a\\b", "Größe", "水", "</b>", "😀", "1.5"]
    return (0..<number(1...6)).map { _ in words.randomElement(using: &chance) ?? "" }.joined(separator: " ")
  }

  // MARK: - Parts

  /// On a grid of a ten-millionth of a degree, as files have them.
  private mutating func position() -> Coordinate {
    let (north, east) = (number(-899_000_000...899_000_000), number(-1_799_000_000...1_799_000_000))
    return Coordinate(clampingLatitude: Double(north) / 1e7, wrappingLongitude: Double(east) / 1e7)
  }

  private mutating func zone(around place: Coordinate) -> Zone {
    guard flip() else { return .circle(radius: flip() ? 15 : Double(number(10...1_000_000)) / 10) }
    let (north, east) = (Int((place.latitude * 1e7).rounded()), Int((place.longitude * 1e7).rounded()))
    func ring(_ size: Int) -> [Coordinate] {
      [(-size, -size), (-size, size), (size, size / 2), (size, -size)].map { y, x in
        Coordinate(clampingLatitude: Double(north + y) / 1e7, wrappingLongitude: Double(east + x) / 1e7)
      }
    }
    return .polygon(rings: flip() ? [ring(9000)] : [ring(9000), ring(3000)])
  }

  private mutating func question() -> Question {
    let rule: Question.Rule
    switch number(0...2) {
    case 0: rule = .text([text(), text()])
    case 1: rule = .number(Double(number(-5000...5000)) / 8, tolerance: flip() ? 0 : 0.5)
    default: rule = .choice(options: [text(), text(), text()], right: flip() ? [0, 1, 2] : [number(0...2)])
    }
    return Question(text(), rule: rule, price: number(0...3))
  }

  private mutating func requirement(of ids: [String], depth: Int) -> Requirement {
    let id = ids.randomElement(using: &chance) ?? ""
    switch number(0...(depth > 0 ? 4 : 1)) {
    case 0: return .found(id)
    case 1: return .holds("key")
    case 2: return .all((0..<number(0...3)).map { _ in requirement(of: ids, depth: depth - 1) })
    default:
      let some = (0..<number(1...4)).map { _ in requirement(of: ids, depth: depth - 1) }
      return .atLeast(number(1...some.count), some)
    }
  }

  private mutating func visibility(of ids: [String]) -> Visibility {
    switch number(0...3) {
    case 0: .always
    case 1: .whenOpen
    case 2: .near(metres: Double(number(2...2000)) / 2)
    default: .revealed(requirement(of: ids, depth: 2))
    }
  }

  private mutating func projection(of ids: [String]) -> Projection? {
    guard let first = try? Formula("\(number(0...359))"), let second = try? Formula("12.5") else { return nil }
    if flip() { return .coordinates(latitude: first, longitude: second) }
    return .offset(from: flip() ? ids.randomElement(using: &chance) : nil, bearing: first, distance: second)
  }

  private mutating func window() -> TimeWindow {
    let from = Timestamp(milliseconds: Int64(number(0...4_000_000_000)) * 500)
    let to = from.advanced(by: .milliseconds(number(1...90_000_000)))
    switch number(0...2) {
    case 0: return TimeWindow(from: from, to: nil)
    case 1: return TimeWindow(from: nil, to: to)
    default: return TimeWindow(from: from, to: to)
    }
  }

  private mutating func listing() -> CacheListing {
    var listing = CacheListing(code: "GC7FA4")
    if flip() { listing.owner = text() }
    if flip() { listing.type = "Traditional Cache" }
    if flip() { listing.size = "Micro" }
    if flip() { listing.difficulty = Double(number(2...10)) / 2 }
    if flip() { listing.terrain = Double(number(2...10)) / 2 }
    listing.description = (0..<number(0...2)).map { _ in text() }
    if flip() { listing.encodedHint = "Haqre gur fgbar" }
    listing.logs = (0..<number(0...2)).map { _ in
      CacheListing.Log(
        date: flip() ? Timestamp(milliseconds: 1_777_000_000_000) : nil, kind: "Found it", finder: text(), text: text())
    }
    return listing
  }
}

extension HuntDocument {
  /// A document of all that a hunt says.
  init(_ hunt: Hunt) {
    self.init(
      title: hunt.title, author: hunt.author, licence: hunt.licence, summary: hunt.summary,
      id: hunt.id == hunt.title ? nil : hunt.id, order: hunt.order)
    if !hunt.items.isEmpty { set("items", .list(hunt.items.map { ["id": .string($0.id), "name": .string($0.name)] })) }
    if let goal = hunt.goal { set("goal", JSONContent(goal)) }
    if let limit = hunt.limit { set("limit_s", JSONContent(limit)) }
    if let window = hunt.window { set("window", JSONContent(window)) }
    if let message = hunt.message { set("message", .string(message)) }
    for treasure in hunt.treasures { add(treasure) }
  }
}
