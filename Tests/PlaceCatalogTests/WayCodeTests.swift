import Numbers
import OSMExtracts
import Places
import Testing

@testable import PlaceCatalog

@Suite("Ways as bytes")
struct WayCodeTests {
  static func point(_ latitude: Int32, _ longitude: Int32) -> FixedPlace {
    FixedPlace(latitude: latitude, longitude: longitude)!
  }

  private static let names = [nil, nil, "Rue de l’Église", "Кремль", "千代田", "A"]

  private static func ways(seed: UInt64) -> [MappedWay] {
    var chance = SeededGenerator(seed: seed)
    let kinds = Way.Kind.allCases
    return (0..<50).map { _ in
      MappedWay(
        kind: kinds.randomElement(using: &chance)!,
        points: (0..<Int.random(in: 2...9, using: &chance)).map { _ in
          point(
            .random(in: -900_000_000...900_000_000, using: &chance),
            .random(in: -1_800_000_000...1_800_000_000, using: &chance))
        },
        name: names.randomElement(using: &chance)!)
    }
  }

  private static func encoded(_ ways: [MappedWay]) -> WayEncoder {
    ways.reduce(into: WayEncoder()) { $0.append($1) }
  }

  @Test("come back as they were, to the unit, from one corner of the Earth to the other")
  func roundTrip() throws {
    let corners = MappedWay(
      kind: .steps,
      points: [
        Self.point(-900_000_000, -1_800_000_000), Self.point(900_000_000, 1_800_000_000), Self.point(0, 0),
        Self.point(900_000_000, -1_800_000_000), Self.point(900_000_000, -1_800_000_000),
      ])
    for seed in 1...20 {
      let ways = Self.ways(seed: UInt64(seed)) + [corners]
      let encoder = Self.encoded(ways)
      #expect(try WayDecoder.ways(encoder.bytes) == ways)
      #expect(encoder.text.utf8.elementsEqual(encoder.bytes))
      #expect(encoder.count == ways.count)
      let points = ways.reduce(0) { $0 + $1.points.count }
      let letters = ways.reduce(0) { $0 + ($1.name?.unicodeScalars.count ?? 0) }
      #expect(encoder.bytes.count <= points * WayCode.mostBytesOfPoint + 3 * ways.count + 3 * letters)
    }
    #expect(try WayDecoder.ways([]).isEmpty)
  }

  @Test("have a number for every kind there is, each its own, and those that are in files already")
  func kinds() {
    #expect(Set(WayCode.kinds) == Set(Way.Kind.allCases) && WayCode.kinds.count == Way.Kind.allCases.count)
    #expect(WayCode.kinds.map(\.rawValue) == ["footway", "path", "steps", "service", "street", "road", "motorway"])
  }

  @Test("that are cut off anywhere but between two ways are refused")
  func cut() throws {
    let ways = Array(Self.ways(seed: 3).prefix(4))
    let ends = (0...4).map { Self.encoded(Array(ways.prefix($0))).bytes.count }
    let bytes = Self.encoded(ways).bytes
    for count in 0..<bytes.count {
      let cut = try? WayDecoder.ways(Array(bytes.prefix(count)))
      #expect((cut != nil) == ends.contains(count))
    }
  }

  @Test("of which nothing is as it was are refused or are some ways on Earth, and never end the program")
  func noise() {
    var chance = SeededGenerator(seed: 9)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...40, using: &chance)).map { _ in UInt8.random(in: 0...130, using: &chance) }
      for way in (try? WayDecoder.ways(bytes)) ?? [] { #expect(way.points.count > 1) }
    }
    // A way of more points than there are bytes, one of a single point, one of no kind, a number without an end, a name
    // of no letters, and one with half of a surrogate pair.
    for bytes in [
      [0, 0x7F, 0x7F, 0x7F, 1, 0, 0], [0, 1, 0, 0], [7, 2, 0, 0, 0, 0], Array(repeating: 0x7F, count: 30),
      [8, 2, 0, 0, 0, 0, 0], [8, 2, 1, 0x40, 0x60, 0x0D, 0, 0, 0, 0],
    ] {
      #expect(throws: WayDecoder.Damage.self) { try WayDecoder.ways(bytes.map { UInt8($0) }) }
    }
  }
}
