import Foundation
import Geodesy
import HuntDomain
import MapTiles
import Numbers
import Places
import ProcessTesting
import Simulation
import Streets
import Testing
import Views

@Suite(
  "Walks on the streets of a real city",
  .enabled(if: SharedFiles.has(City.florence.path), "needs tiles of zoom 14 beside the package"))
struct StreetWalkTests {
  private let city = City.florence

  /// Five treasures within six hundred metres.
  private func hunt() throws -> Hunt {
    var chance = SeededGenerator(seed: 17)
    let treasures = (0..<5).map { number in
      Treasure(
        place: PointOfInterest(
          id: "\(number)", name: "\(number)",
          position: city.middle.offset(
            by: 600 * chance.uniform().squareRoot(), toward: Bearing(degrees: 360 * chance.uniform()))), radius: 15)
    }
    return try #require(Hunt(title: city.name, treasures: treasures))
  }

  private func network(_ hunt: Hunt) async throws -> WayNetwork {
    let styles = try #require(City.styles)
    let tiles = try TileFile(path: SharedFiles.folder.appending(path: city.path).path, styles: styles)
    let streets = try await MapStreets(of: tiles, around: hunt.treasures.map(\.place.position))
    #expect(streets.troubles.isEmpty)
    return try #require(WayNetwork(streets.plan, around: city.middle))
  }

  @Test("the tiles' streets are one network across their borders, on which every treasure is found")
  func walk() async throws {
    let hunt = try hunt()
    let network = try await network(hunt)
    #expect(network.places.count > 10_000)
    let connected = network.components.count { $0 == network.largestComponent }
    #expect(Double(connected) > 0.95 * Double(network.places.count))
    for seed in 1...3 as ClosedRange<UInt64> {
      var mood = SeededGenerator(seed: seed)
      let style = WalkStyle(using: &mood)
      let itinerary = Itinerary(through: hunt, on: .network(network), style: style, using: &mood)
      var (walk, progress, beside, count) = (Walk(itinerary, receiver: .perfect), HuntProgress(hunt), 0, 0)
      while let moment = walk.advance(to: .seconds(count)) {
        if let fix = moment.observation.fix { _ = progress.receive(fix) }
        if (network.nearest(to: moment.truth.position)?.distance ?? .infinity) > 0.1 { beside += 1 }
        count += 1
      }
      #expect(progress.isCompleted)
      #expect(beside < count / 3)
    }
  }

  @Test("a route is longer than the straight line and not much longer than streets make it")
  func detours() async throws {
    let hunt = try hunt()
    let network = try await network(hunt)
    let places = hunt.treasures.map(\.place.position)
    var (straight, walked) = (0.0, 0.0)
    for from in places {
      for to in places where to != from {
        let route = network.route(from: from, to: to)
        #expect(route.points.first == from && route.points.last == to)
        #expect(route.length >= from.distance(to: to) - 0.01)
        straight += from.distance(to: to)
        walked += route.length
      }
    }
    // Streets make ways a fifth to two fifths longer; here a river with few bridges lies between.
    #expect((1.1...1.8).contains(walked / straight))
  }
}
