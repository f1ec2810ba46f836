import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing

@Suite("One thing on the map of several places")
struct SamePlacesTests {
  private func named(
    _ id: String, _ name: String, _ kind: String?, _ metres: Double, _ degrees: Double = 0,
    from middle: Coordinate = home
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, position: middle.offset(by: metres, toward: Bearing(degrees: degrees)), kind: kind)
  }

  private func seen(
    _ places: [PointOfInterest], pinned: Set<String> = [], limit: Int = 1000, from position: Coordinate = home,
    joinsPieces: Bool = true
  ) -> [String] {
    var service = NearbyPOIService(limit: limit, joinsPieces: joinsPieces)
    service.receive(places, pinned: pinned, at: .zero)
    service.receive(.fix(Fix(position: position, time: .zero)), at: .zero)
    return service.snapshot(at: .zero).sightings.map(\.id)
  }

  private var bridge: [PointOfInterest] {
    (0..<4).map { named("b\($0)", "The Helix Bridge", "bridge", 100 + 70 * Double($0)) }
  }

  @Test("the pieces of a bridge are one, and the nearest of them stands for all", arguments: seams)
  func pieces(middle: Coordinate) {
    let pieces = (0..<4).map { named("b\($0)", "The Helix Bridge", "bridge", 100 + 70 * Double($0), from: middle) }
    #expect(seen(pieces, from: middle) == ["b0"])
    #expect(seen(pieces, from: pieces[3].position) == ["b3"])
    #expect(seen(pieces, from: middle, joinsPieces: false) == ["b0", "b1", "b2", "b3"])
  }

  @Test("another name, another kind, and a namesake farther away are other things")
  func others() {
    let places =
      bridge + [
        named("far", "The Helix Bridge", "bridge", 480), named("stop", "The Helix Bridge", "bus_stop", 110),
        named("other", "Bayfront Bridge", "bridge", 120),
      ]
    #expect(seen(places) == ["b0", "stop", "other", "far"])
  }

  @Test("shops of one name are one only where they touch")
  func shops() {
    let places = [0.0, 20, 80].enumerated().map { named("s\($0)", "Bakery Miller", "bakery", 50 + $1) }
    #expect(seen(places) == ["s0", "s2"])
  }

  @Test("what has no name and stands at what has one is that; a bench and a fountain of their own stay")
  func unnamed() {
    let places = [
      named("column", "Trajan's Column", "monument", 50), named("artwork", "artwork", "artwork", 55),
      PointOfInterest(
        id: "view", name: "viewpoint", position: home.offset(by: 60, toward: .north), kind: "viewpoint",
        tags: PlaceTags([(key: "tourism", value: "viewpoint")])), named("bench", "bench", "bench", 52),
      named("fountain", "fountain", "fountain", 90),
    ]
    #expect(seen(places) == ["column", "bench", "fountain"])
  }

  @Test("of one name and two kinds within 30 metres is one thing, unless it is a stop, a shop or a town")
  func kinds() {
    let places = [
      named("view", "Victory Column", "viewpoint", 50), named("column", "victory column", "monument", 52),
      named("stop", "Victory Column", "bus_stop", 54), named("suburb", "Victory Column", "suburb", 56),
      named("museum", "Victory Column", "museum", 90),
    ]
    #expect(seen(places) == ["view", "stop", "suburb", "museum"])
    // A chain of one kind leads on from another one.
    let chain = [named("gate", "Helix Bridge", "gate", 80), named("far", "Helix Bridge", "bridge", 210)]
    #expect(seen([named("near", "Helix Bridge", "bridge", 100)] + chain) == ["gate"])
  }

  @Test("what has no name in a building with what has one is that; in others, with shops only, as a treasure it stays")
  func roofs() {
    func at(_ id: String, _ east: Double, _ north: Double, _ kind: String, _ name: String? = nil) -> PointOfInterest {
      PointOfInterest(
        id: id, name: name ?? kind, position: TangentPlane(at: home).coordinate(at: .init(east: east, north: north)),
        kind: kind)
    }
    let places = [
      at("castle", 70, 0, "castle", "Gozzoburg"), at("inside", 35, -35, "artwork"), at("yard", 100, 38, "fountain"),
      at("outside", 25, -35, "artwork"), at("bench", 100, -38, "bench"), at("shop", 40, 70, "bakery", "Miller"),
      at("house", 100, 80, "artwork"),
    ]
    // Two buildings, one beside the other.
    func buildings(_ point: MercatorPoint) -> [Int]? {
      guard let place = TangentPlane(at: home).point(of: point.coordinate), (30...110).contains(place.east) else {
        return nil
      }
      return (-40...40).contains(place.north) ? [7] : (60...90).contains(place.north) ? [8] : []
    }
    func seen(pinned: Set<String> = [], joinsPieces: Bool = true) -> Set<String> {
      var service = NearbyPOIService(joinsPieces: joinsPieces)
      service.receive(.fix(Fix(position: home, time: .zero)), at: .zero)
      service.receive(places, pinned: pinned, at: .zero)
      service.receive(buildings: buildings)
      return Set(service.snapshot(at: .zero).sightings.map(\.id))
    }
    let rest: Set = ["castle", "outside", "bench", "shop", "house"]
    #expect(seen() == rest)
    #expect(seen(joinsPieces: false) == Set(places.map(\.id)))
    // What is called like a treasure beside it is that, too.
    #expect(seen(pinned: ["inside", "yard"]) == ["castle", "inside", "yard", "bench", "shop", "house"])
  }

  @Test("benches without names are not one bench")
  func benches() {
    let places = (0..<5).map { named("b\($0)", "bench", "bench", 10 + 3 * Double($0)) }
    #expect(seen(places).count == 5)
  }

  @Test("a place that is called like a pinned one beside it is that, and pinned ones always stay")
  func pinned() {
    let places = [
      named("t1", "Old Mill", nil, 100), named("t2", "Old Mill", nil, 104), named("mill", "Old mill", "watermill", 110),
      named("inn", "Old Mill", "pub", 160),
    ]
    #expect(seen(places, pinned: ["t1", "t2"]) == ["t1", "t2", "inn"])
  }

  @Test("there are as many as are wanted, if there are as many things")
  func limit() {
    let places = bridge + (0..<6).map { named("p\($0)", "Place \($0)", "museum", 400 + 10 * Double($0)) }
    for limit in 0...8 {
      #expect(seen(places, limit: limit) == Array(["b0"] + (0..<6).map { "p\($0)" }).prefix(limit) + [])
    }
  }

  @Test("no two sightings of one name and kind are near each other, whatever the map holds")
  func property() {
    var chance = SeededGenerator(seed: 77)
    for _ in 0..<100 {
      let places = (0..<60).map { number in
        named(
          "p\(number)", ["Helix Bridge", "City Gate", "Old Mill"].randomElement(using: &chance) ?? "",
          ["bridge", "monument"].randomElement(using: &chance) ?? nil, chance.uniform() * 900, chance.uniform() * 360)
      }
      let shown = seen(places).compactMap { id in places.first { $0.id == id } }
      #expect(!shown.isEmpty)
      for (index, one) in shown.enumerated() {
        for other in shown[..<index] where one.name == other.name && one.kind == other.kind {
          #expect(one.position.distance(to: other.position) > 150)
        }
      }
    }
  }
}
