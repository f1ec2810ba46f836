import Geodesy
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing
import Views

@Suite("The worth of places")
struct WorthTests {
  private func sighting(_ id: String, _ kind: String, _ metres: Double) -> Sighting {
    Sighting(
      place: PointOfInterest(id: id, name: id, position: home, kind: kind), distance: metres, bearing: .north,
      turn: nil)
  }

  @Test("a museum 150 m away is worth more than a bench at hand, and a bench at hand more than a museum 500 m away")
  func trade() {
    let bench = sighting("bench", "bench", 5).worth(as: .place)
    #expect(sighting("museum", "museum", 150).worth(as: .place) > bench)
    #expect(sighting("museum", "museum", 500).worth(as: .place) < bench)
  }

  @Test("a treasure on the other side of the Earth comes before a palace at hand; roles come in their order")
  func roles() {
    let palace = sighting("palace", "palace", 0).worth(as: .place)
    let roles = PlaceRole.allCases.filter { $0 != .place }
    for role in roles { #expect(sighting("bench", "bench", 20_003_932).worth(as: role) > palace) }
    for (one, other) in zip(roles, roles.dropFirst()) where one.importance != other.importance {
      let (far, near) = (one.importance > other.importance) ? (one, other) : (other, one)
      #expect(sighting("a", "bench", 20_003_932).worth(as: far) > sighting("b", "palace", 0).worth(as: near))
    }
  }

  @Test("the order of places does not depend on the order in which they come; equals come in the order of their ids")
  func order() {
    var chance = SeededGenerator(seed: 3)
    let kinds = ["museum", "bench", "fountain"]
    let sightings = (0..<60).map { sighting("p\($0)", kinds[$0 % 3], Double($0 % 4) * 60) }
    let order = sightings.byWorth(["p7": .target]).map(\.sighting.id)
    #expect(order.first == "p7")
    for _ in 0..<20 {
      #expect(sightings.shuffled(using: &chance).byWorth(["p7": .target]).map(\.sighting.id) == order)
    }
    let alike = (0..<9).map { sighting("p\($0)", "bench", 10) }
    #expect(alike.reversed().byWorth([:]).map(\.sighting.id) == alike.map(\.id))
  }

  @Test("the map has the most important of its marks last, wherever the player stands")
  func map() {
    let places = [
      PointOfInterest(id: "bench", name: "Bench", position: home, kind: "bench"),
      PointOfInterest(id: "museum", name: "Museum", position: home.offset(by: 30, toward: .north), kind: "museum"),
      PointOfInterest(id: "well", name: "Well", position: home.offset(by: 15, toward: .north), kind: "well"),
    ]
    for metres in [0.0, 30] {
      let service = NearbyPOIService(places, at: home.offset(by: metres, toward: .north))
      let screen = MapUseCase(camera: MapCamera(zoom: 16)).screen(
        for: service.snapshot(at: .zero), source: "GPS", roles: ["bench": .found], columns: 80, rows: 24)
      #expect(screen.marks.map(\.label) == ["Well", "Museum", "Bench"])
    }
  }

  @Test("the lists of map and compass have what is worth most, nearest first")
  func lists() {
    let nearby = NearbyPOIService([museum(150)] + benches(30), at: home).snapshot(at: .zero)
    let wanted = benches(MapUseCase.listLength - 1).map(\.name) + ["Museum"]
    #expect(MapUseCase().screen(for: nearby, source: "GPS", columns: 80, rows: 24).list.map(\.label) == wanted)
    #expect(CompassUseCase().screen(for: nearby, source: "GPS").list.map(\.label) == wanted)
  }
}
