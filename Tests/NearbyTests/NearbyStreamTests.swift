import Geodesy
import HuntApplication
import HuntDomain
import HuntTesting
import PlaceSamples
import Testing

@Suite("NearbyPOIService as a stream")
struct NearbyStreamTests {
  private let walk: [LocationUpdate] = [
    .searching(satellitesInView: 2), .fix(fix(at: 1)), .lost(reason: "unplugged"), .fix(fix(10, at: 9)),
  ]

  @Test("places arrive when they arrive; before, there is the position")
  func placesArrive() async throws {
    let stream = NearbyPOIService().updates(
      from: ScriptedLocation(walk, ends: false), places: ScriptedPlaces([place("a", 30)]))
    var seen: [Nearby] = []
    for await nearby in stream {
      seen.append(nearby)
      if seen.count == walk.count + 1 { break }
    }
    // Every update has its snapshot, and the places have one more, somewhere after the first fix.
    let answers = seen.filter { $0.placesAge != nil }
    #expect(answers.first?.sightings.map(\.id) == ["a"])
    #expect(seen.prefix(2).allSatisfy { $0.placesAge == nil })
    #expect(seen.first?.quality == .searching(satellitesInView: 2, last: nil))
    #expect(seen.last?.position == fix(10).position)
  }

  @Test("places that fail or never answer delay nothing, and the stream ends with the location")
  func deadPlaces() async {
    for source in [FailingPlaces(), SilentPlaces()] as [any PointOfInterestSource] {
      var seen: [LocationQuality] = []
      for await nearby in NearbyPOIService().updates(from: ScriptedLocation(walk), places: source) {
        #expect(nearby.sightings.isEmpty)
        seen.append(nearby.quality)
      }
      #expect(
        seen == [
          .searching(satellitesInView: 2, last: nil), .live(fix(at: 1)), .lost(reason: "unplugged", last: fix(at: 1)),
          .live(fix(10, at: 9)),
        ])
    }
  }

  @Test("who walks out of the places' reach gets others")
  func placesAreAskedForAgain() async {
    let source = ScriptedPlaces([place("here", 10), place("there", 5000)])
    let (updates, walk) = AsyncStream.makeStream(of: LocationUpdate.self)
    walk.yield(.fix(fix(0, at: 0)))
    var seen: [[String]] = []
    for await nearby in NearbyPOIService(reach: 100).updates(from: StreamLocation(updates), places: source) {
      seen.append(nearby.sightings.map(\.id))
      if seen.count == 2 { walk.yield(.fix(fix(5010, at: 60))) }
      if nearby.sightings.map(\.id) == ["there"] { break }
    }
    #expect(seen == [[], ["here"], [], ["there"]])
  }

  @Test("cancelling the consumer ends the stream")
  func cancellation() async {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in NearbyPOIService().updates(from: ScriptedLocation(walk, ends: false), places: SilentPlaces()) {
        start.finish()
      }
    }
    for await _ in started {}
    task.cancel()
    await task.value
  }
}

/// A sensor with one subscription, that says what the test says.
private struct StreamLocation: DeviceLocation {
  private let stream: AsyncStream<LocationUpdate>

  init(_ stream: AsyncStream<LocationUpdate>) { self.stream = stream }

  func updates() -> AsyncStream<LocationUpdate> { stream }
}
