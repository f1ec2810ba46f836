import GeoFormats
import Geodesy
import HuntDomain
import Numbers
import ReceiverFeed
import Testing

@Suite("The simulated sky")
struct SimulatedSkyTests {
  private static let places = [(0.0, 0.0), (48.1, 11.6), (-33.9, 151.2), (78.2, 15.6), (-89.9, 0)]

  @Test("wherever and whenever, a handful of satellites is above the horizon, enough for a fix", arguments: places)
  func everywhere(latitude: Double, longitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    for seed in UInt64(1)...5 {
      let sky = SimulatedSky(seed: seed)
      for hour in 0..<48 {
        let seen = sky.satellites(from: place, at: FeedSamples.start.milliseconds + Int64(hour) * 1_800_000)
        #expect((6...16).contains(seen.count))
        #expect(seen.allSatisfy { (5...90).contains($0.elevation) && (0..<360).contains($0.azimuth) })
        #expect(seen.allSatisfy { (20...60).contains($0.signal) && (1...32).contains($0.number) })
        #expect(Set(seen.map(\.number)).count == seen.count)
        #expect((4...12).contains(seen.count(where: \.isUsed)))
        let dilution = try #require(Dilution(of: seen))
        #expect((0.3...8).contains(dilution.horizontal))
      }
    }
  }

  @Test("satellites move slowly, rise and set, and stand elsewhere after an hour")
  func motion() throws {
    let place = try #require(Coordinate(latitude: 48.1, longitude: 11.6))
    let sky = SimulatedSky(seed: 1)
    let first = sky.satellites(from: place, at: FeedSamples.start.milliseconds)
    let next = sky.satellites(from: place, at: FeedSamples.start.milliseconds + 1000)
    for satellite in first {
      guard let later = next.first(where: { $0.number == satellite.number }) else { continue }
      // Twice in a sidereal day around the Earth: a hundredth of a degree in a second, and never more.
      #expect(abs(later.elevation - satellite.elevation) < 0.015)
    }
    let hours = (1...11).map { sky.satellites(from: place, at: FeedSamples.start.milliseconds + $0 * 3_600_000) }
    #expect(hours.contains { Set($0.map(\.number)) != Set(first.map(\.number)) })
    #expect(hours[0].first.map { later in first.contains { $0.elevation == later.elevation } } == false)
    // After a sidereal day every satellite is where it was.
    let day = sky.satellites(from: place, at: FeedSamples.start.milliseconds + 86_164_091)
    #expect(day.map(\.number) == first.map(\.number))
    #expect(zip(day, first).allSatisfy { abs($0.elevation - $1.elevation) < 0.01 })
  }

  @Test("the same seed is the same sky, another seed another one")
  func seeds() throws {
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    let skies = [4, 4, 5].map { SimulatedSky(seed: $0).satellites(from: place, at: FeedSamples.start.milliseconds) }
    #expect(skies[0] == skies[1] && skies[0] != skies[2])
  }

  // Four directions to the corners of a tetrahedron are the best sky that there is: (GᵀG)⁻¹ is 3/4, 3/4, 3/4, 1/4.
  @Test("the dilution of a tetrahedron is what mathematics says")
  func tetrahedron() throws {
    let below = -19.471220634490691
    let sky = [(90.0, 0.0), (below, 0), (below, 120), (below, 240)].enumerated().map {
      SatelliteView(number: $0 + 1, elevation: $1.0, azimuth: $1.1, signal: 40, isUsed: true)
    }
    let dilution = try #require(Dilution(of: sky))
    #expect(abs(dilution.horizontal - 1.5.squareRoot()) < 1e-9)
    #expect(abs(dilution.vertical - 0.75.squareRoot()) < 1e-9)
    #expect(abs(dilution.time - 0.5) < 1e-9)
    #expect(abs(dilution.geometric - 2.5.squareRoot()) < 1e-9)
    #expect(Dilution(of: Array(sky.dropLast())) == nil)
    #expect(Dilution(of: Array(repeating: sky[1], count: 6)) == nil)
  }
}
