import Foundation
import Geodesy
import Nearby
import Numbers
import PlaceServices
import Places
import ProcessTesting
import SystemKit
import Testing
import WebFetch

/// Places of the test: a lattice round Munich, and a few where maps end.
private enum Lattice {
  static let side = 20
  static let places: [(id: String, position: Coordinate)] = (0..<side * side).map { index in
    let (row, column) = (index / side, index % side)
    return (
      "p\(index)",
      Coordinate(clampingLatitude: 48.1 + Double(row) * 0.001, wrappingLongitude: 11.5 + Double(column) * 0.0015)
    )
  }
  static let edges: [(id: String, position: Coordinate)] = [
    ("west", Coordinate(clampingLatitude: -17, wrappingLongitude: 179.999)),
    ("east", Coordinate(clampingLatitude: -17, wrappingLongitude: -179.999)),
    ("pole", Coordinate(clampingLatitude: 89.999, wrappingLongitude: 120)),
  ]

  static func features(_ places: [(id: String, position: Coordinate)]) -> [String] {
    places.map {
      feature($0.id, $0.position.longitude, $0.position.latitude, #""name":"\#($0.id)","tourism":"artwork""#)
    }
  }

  /// What is within a circle, by looking at every one.
  static func near(_ centre: Coordinate, _ metres: Double) -> Set<String> {
    Set(places.filter { $0.position.distance(to: centre) <= metres }.map(\.id))
  }
}

@Suite(
  "A real pygeoapi", .timeLimit(.minutes(10)),
  .enabled("pygeoapi is not installed, and could not be: Python's package index is out of reach, or venv is missing") {
    CurlTransport.version != nil ? await PyGeoAPI.install() : false
  })
struct PyGeoAPILiveTests {
  private func client(_ folder: String? = nil) -> WebClient {
    let start = ContinuousClock.now
    return WebClient(
      transport: CurlTransport(agent: "trove-tests"), cache: folder.map { WebCache(folder: $0) },
      time: .init(
        date: { Int64(Date().timeIntervalSince1970) }, now: { ContinuousClock.now - start },
        sleep: { try? await Task.sleep(for: $0) }),
      generator: SeededGenerator(seed: 1))
  }

  private let munich = Coordinate(clampingLatitude: 48.109, wrappingLongitude: 11.515)

  @Test("boxes, pages and counts are those of a real server, wherever on its pages one begins")
  func real() async throws {
    let server = try await PyGeoAPI([
      "places": Lattice.features(Lattice.places), "edges": Lattice.features(Lattice.edges),
    ])
    for path in ["/collections/places/items?f=json", "/collections/places"] {
      let service = try PlaceService(server.address + path, client: client())
      for metres in [400.0, 1500] {
        let answer = try await service.last(munich.latitude, munich.longitude, within: metres)
        #expect(Set(answer.places.map(\.id)) == Lattice.near(munich, metres), "\(path) \(metres) m")
        #expect(
          answer.trouble == nil && answer.attribution == ["Licence of places"], "\(path): \(answer.trouble ?? "")")
      }
    }
    try await whole(server)
    try await edges(server)
    try await errors(server)
    try await gone(server)
  }

  /// Five pages of a hundred at most, through the landing page; two collections have ids of their own.
  private func whole(_ server: PyGeoAPI) async throws {
    let answer = try await PlaceService(server.address, client: client()).last(0, 0, within: .infinity)
    let expected = Lattice.edges.map { "edges/\($0.id)" } + Lattice.places.map { "places/\($0.id)" }
    #expect(Set(answer.places.map(\.id)) == Set(expected) && answer.places.count == expected.count)
    #expect(
      answer.trouble == nil && answer.places.allSatisfy { $0.kind == "artwork" && $0.tags["tourism"] == "artwork" })
  }

  private func edges(_ server: PyGeoAPI) async throws {
    let service = try PlaceService(server.address + "/collections/edges/items", client: client())
    for longitude in [180.0, -180, 179.9995] {
      let answer = try await service.last(-17, longitude, within: 500)
      #expect(Set(answer.places.map(\.id)) == ["west", "east"] && answer.trouble == nil)
    }
    #expect(try await service.last(90, 0, within: 500).places.map(\.id) == ["pole"])
    let nothing = try await service.last(0, 0, within: 500)
    #expect(nothing.places.isEmpty && nothing.age == .zero && nothing.attribution == ["Licence of edges"])
    #expect(nothing.trouble == nil && nothing.service.map(server.address.hasSuffix) == true)
  }

  private func errors(_ server: PyGeoAPI) async throws {
    let answer = try await PlaceService(server.address + "/collections/nothing", client: client()).last(48, 11)
    #expect(answer.places.isEmpty && answer.trouble?.contains("status 404") == true, "\(answer.trouble ?? "")")
    #expect(answer.trouble?.contains("it says “") == true)
  }

  /// The server goes, the places stay.
  private func gone(_ server: PyGeoAPI) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-web-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = server.address + "/collections/places"
    let online = try await PlaceService(address, client: client(folder)).last(munich.latitude, munich.longitude)
    try await server.kill()
    // What is fresh needs no server; what is not needs none either, and says so.
    let late = WebClient(
      transport: CurlTransport(agent: "trove-tests"), cache: WebCache(folder: folder),
      time: .init(date: { Int64(Date().timeIntervalSince1970) + 7200 }, now: { .zero }, sleep: { _ in }),
      generator: SeededGenerator(seed: 1))
    for (client, isLate) in [(client(folder), false), (late, true)] {
      let answer = try await PlaceService(address, client: client).last(munich.latitude, munich.longitude)
      #expect(answer.places == online.places && !answer.places.isEmpty)
      #expect((answer.trouble?.contains("takes no connections") == true) == isLate, "\(answer.trouble ?? "")")
      #expect(answer.age.map { $0 >= .seconds(7200) } == isLate)
    }
  }
}
