import Foundation
import Geodesy
import HuntDomain
import Numbers
import Simulation
import Testing

@Suite("A simulated receiver")
struct ReceiverTests {
  /// Somebody who walks, and stands every fifth minute.
  private func walk(_ receiver: SimulatedReceiver, seconds: Int, every step: Duration = .seconds(1)) -> [Observation] {
    var receiver = receiver
    var (position, time) = (station, Duration.zero)
    var observations: [Observation] = []
    while time < .seconds(seconds) {
      let stands = time.components.seconds % 300 < 60
      let course = Bearing(degrees: Double(time.components.seconds % 360))
      if !stands { position = position.offset(by: 1.4 * (step / .seconds(1)), toward: course) }
      observations.append(
        receiver.observe(
          Truth(
            position: position, altitude: 520, speed: stands ? 0 : 1.4, course: stands ? nil : course, time: time)))
      time += step
    }
    return observations
  }

  @Test("says the same for the same seed, and something else for another", arguments: ErrorPreset.erring)
  func seeds(preset: ErrorPreset) {
    let one = walk(SimulatedReceiver(preset, seed: 5), seconds: 400)
    #expect(walk(SimulatedReceiver(preset, seed: 5), seconds: 400) == one)
    #expect(walk(SimulatedReceiver(preset, seed: 6), seconds: 400) != one)
    // A copy goes its own way from the same place.
    var original = SimulatedReceiver(preset, seed: 5)
    _ = original.observeStanding(count: 50, every: .seconds(1))
    var copy = original
    let truth = Truth(position: station, altitude: 520, time: .seconds(100))
    let first = original.observe(truth)
    #expect(copy.observe(truth) == first)
  }

  @Test(
    "says the same in every build: to a millimetre, a millionth and a satellite",
    arguments: [
      (ErrorPreset.openSky, 0x977A_BD2D_1212_A636), (.canyon, 0x851B_AD97_4465_CC8B),
      (.coldStart, 0x2663_8B93_57B9_AC3C),
    ] as [(ErrorPreset, UInt64)])
  func everyBuild(preset: ErrorPreset, expected: UInt64) {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: Double?, _ scale: Double) {
      // FNV-1a over whole numbers, so that the last digits of a mathematics library do not count.
      digest = (digest ^ UInt64(bitPattern: Int64((number ?? -1) * scale))) &* 0x100_0000_01B3
    }
    for observation in walk(SimulatedReceiver(preset, seed: 1), seconds: 900) {
      add(observation.fix?.position.latitude, 1e8)
      add(observation.fix?.position.longitude, 1e8)
      add(observation.fix?.altitude, 1e3)
      add(observation.fix?.accuracy, 1e6)
      add(observation.fix?.speed, 1e6)
      add(observation.fix?.course?.degrees, 1e4)
      add(observation.fix?.satellitesUsed.map(Double.init), 1)
    }
    #expect(digest == expected, "0x\(String(digest, radix: 16))")
  }

  @Test("without errors reports the truth, and with white noise draws as it always did")
  func olderWays() {
    for noise in [0.0, 3, .nan, -1, .infinity] {
      var generator = SeededGenerator(seed: 9)
      let deviation = noise.isFinite ? max(0, noise) : 0
      let times = stride(from: 0, to: 300, by: 7).map { Duration.milliseconds($0 * 333) }
      var receiver = SimulatedReceiver(noise: noise, seed: 9)
      for time in times {
        let bearing = Bearing(degrees: 30)
        let fix = receiver.observe(Truth(position: station, speed: 1.2, course: bearing, time: time)).fix
        var position = station
        if deviation > 0 {
          let (east, north) = (generator.bell() * deviation, generator.bell() * deviation)
          position = TangentPlane(at: station).coordinate(at: .init(east: east, north: north))
        }
        #expect(
          fix
            == Fix(
              position: position, time: time, utc: SimulatedDay.morning(at: station).advanced(by: time), mode: .threeD,
              accuracy: max(1, deviation * Fix.circleDeviations), accuracySource: .simulation, speed: 1.2,
              course: bearing))
      }
      if deviation == 0 {
        var perfect = SimulatedReceiver(ErrorPreset.none, seed: 4)
        var still = SimulatedReceiver(noise: noise, seed: 9)
        let truth = Truth(position: station, altitude: 12, speed: 1, time: .seconds(3))
        #expect(perfect.observe(truth) == still.observe(truth))
      }
    }
  }

  @Test("tells civil time to the millisecond, whatever the steps")
  func civilTime() {
    var receiver = SimulatedReceiver(.openSky, seed: 1)
    var time = Duration.zero
    for index in 0..<500 {
      let fix = receiver.observe(Truth(position: station, time: time)).fix
      #expect(fix?.time == time && fix?.utc == SimulatedDay.morning(at: station).advanced(by: time))
      time += index % 50 < 20 ? .milliseconds(40) : index % 3 == 0 ? .microseconds(33_333) : .seconds(1) / 7
    }
  }

  @Test("begins at the time that it is given, or in the morning of its first position")
  func start() {
    let start = Timestamp(milliseconds: 5000)
    let east = station.offset(by: 1_000_000, toward: Bearing(degrees: 90))
    for given in [start, nil] {
      var receiver = SimulatedReceiver(noise: 0, seed: 1)
      receiver.start = given
      for (second, place) in [(3, station), (4, east)] {
        let fix = receiver.observe(Truth(position: place, time: .seconds(second))).fix
        #expect(fix?.utc == (given ?? SimulatedDay.morning(at: station)).advanced(by: .seconds(second)))
      }
    }
  }

  @Test("measures the speed of a walker well, and the course of nobody who stands")
  func movement() {
    var receiver = SimulatedReceiver(model: .drifting(3, correlationTime: 60), seed: 12)
    let course = Bearing(degrees: 350)
    let walking = (0..<20_000).map { index in
      receiver.observe(Truth(position: station, speed: 1.4, course: course, time: .seconds(index * 10))).fix!
    }
    #expect(abs(Sample(walking.map { $0.speed! }).mean - 1.4) < 0.01)
    let turns = Sample(walking.map { course.turn(to: $0.course!) })
    // 0.1 m/s across 1.4 m/s.
    #expect(abs(turns.mean) < 0.2 && abs(turns.variance.squareRoot() - 4.2) < 0.4)
    let standing = (0..<6000).map { index in
      receiver.observe(Truth(position: station, time: .seconds(200_000 + index * 10))).fix!
    }
    #expect(abs(Sample(standing.map { $0.speed! }).quantile(0.5) - 0.118) < 0.01)
    let directions = Sample(standing.map { $0.course!.degrees })
    #expect(directions.distance { $0 / 360 } < 1.63 / directions.count.squareRoot())
  }

  @Test("forgets the errors of its speed and course as fast as its model says")
  func movementMemory() {
    var model = ErrorModel.drifting(3, correlationTime: 60)
    model.velocity = .init(deviation: 0.1, correlationTime: 2)
    var receiver = SimulatedReceiver(model: model, seed: 14)
    let fixes = (0..<20_000).map { index in
      receiver.observe(Truth(position: station, speed: 20, course: .north, time: .seconds(index))).fix!
    }
    let along = fixes.map { $0.speed! - 20 }
    let across = fixes.map { Bearing.north.turn(to: $0.course!) * 20 * .pi / 180 }
    for errors in [along, across] {
      #expect(abs(Sample(errors).variance / 0.01 - 1) < 0.06)
      for lag in [1, 2, 4] {
        let products = zip(errors, errors.dropFirst(lag)).map { $0.0 * $0.1 }
        #expect(abs(Sample(products).mean / 0.01 - exp(-Double(lag) / 2)) < 0.06)
      }
    }
  }

  @Test("errs twice as much in height as to the side")
  func height() {
    var model = ErrorModel.drifting(3, correlationTime: 1, noise: 1)
    model.verticalRatio = 2
    var receiver = SimulatedReceiver(model: model, seed: 2)
    let heights = Sample(
      receiver.observeStanding(count: 10_000, every: .seconds(5), altitude: 520).compactMap(\.fix?.altitude))
    #expect(abs(heights.mean - 520) < 4 * 6.4 / heights.count.squareRoot())
    #expect(abs(heights.variance / 40 - 1) < 4 * (2 / heights.count).squareRoot())
  }

  @Test(
    "errs as far everywhere: at the poles, on the antimeridian and between",
    arguments: [
      (90.0, 0.0), (-90, 12), (89.9999, 179.9999), (-89.99, -180), (0, 180), (0, -180), (66, 179.99999),
      (80.0001, 5), (79.9999, 5), (0, 0),
    ])
  func everywhere(latitude: Double, longitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let plane = TangentPlane(at: place)
    var (there, here) = (
      SimulatedReceiver(model: .drifting(10, correlationTime: 5), seed: 3),
      SimulatedReceiver(model: .drifting(10, correlationTime: 5), seed: 3)
    )
    for second in 0..<200 {
      let fix = try #require(there.observe(Truth(position: place, time: .seconds(second))).fix)
      let shift = try #require(plane.point(of: fix.position))
      let usual = error(
        try #require(here.observe(Truth(position: station, time: .seconds(second))).fix),
        from: TangentPlane(at: station))
      #expect(abs(shift.east - usual.east) < 0.03 && abs(shift.north - usual.north) < 0.03)
    }
  }

  @Test("shifts a place as the geodesic does, near and far, and wherever it was asked before")
  func scale() {
    var (scale, generator) = (GroundScale(), SeededGenerator(seed: 6))
    var latitude = -80.0
    while latitude < 80 {
      let origin = Coordinate(latitude: latitude, longitude: generator.uniform() * 360 - 180)!
      for reach in [1.0, 50, 2000] {
        let point = TangentPlane.Point(
          east: (generator.uniform() - 0.5) * reach, north: (generator.uniform() - 0.5) * reach)
        let exact = TangentPlane(at: origin).coordinate(at: point)
        // Of the curvature of a parallel, half a square over the Earth's radius and the tangent of the latitude.
        #expect(scale.place(at: point, from: origin).distance(to: exact) < 0.001 + point.length * point.length * 1e-6)
      }
      latitude += generator.uniform() * 0.02
      if generator.uniform() < 0.2 { latitude += 3 }
    }
  }

  // MARK: - Hostile

  private static let hostile: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, 1e300, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e-12, 1e9,
  ]

  @Test("never traps and never gives a fix that is no number, whatever its model")
  func hostileModels() {
    var generator = SeededGenerator(seed: 77)
    for _ in 0..<300 {
      func any(_ usual: Double) -> Double {
        generator.uniform() < 0.5 ? usual : Self.hostile[Int(generator.next() % UInt64(Self.hostile.count))]
      }
      let model = ErrorModel(
        drift: .init(deviation: any(3), correlationTime: any(60)), noise: any(1), verticalRatio: any(2),
        multipath: .init(interval: any(60), duration: any(10), size: any(20), spread: any(0.5)),
        dropOuts: .init(interval: any(100), duration: any(10)),
        sky: .init(above: any(11), lifetime: any(9000), openness: any(0.7), shadeTime: any(20), geometry: any(1)),
        accuracy: .init(ratio: any(1), spread: any(0.3), correlationTime: any(30), lag: any(5)),
        velocity: .init(deviation: any(0.1), correlationTime: any(2)),
        start: generator.uniform() < 0.5
          ? nil : .init(earliest: any(30), latest: any(40), inflation: any(8), settling: any(20)))
      var receiver = SimulatedReceiver(model: model, seed: generator.next())
      for observation in receiver.observeStanding(count: 30, every: .seconds(3), altitude: 0) {
        expectSound(observation)
      }
    }
  }

  @Test("never traps and never goes back in time, whatever the truth")
  func hostileTruths() {
    var generator = SeededGenerator(seed: 78)
    let times: [Duration] = [
      .zero, .seconds(1), .seconds(-5), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1), .seconds(1e15),
      .seconds(86_400), .milliseconds(40), .seconds(3600 * 24 * 365),
    ]
    for preset in ErrorPreset.allCases {
      for seed in 0..<20 {
        var receiver = SimulatedReceiver(preset, seed: UInt64(seed))
        var last: Duration?
        for _ in 0..<40 {
          let pick = { (generator: inout SeededGenerator) in
            Self.hostile[Int(generator.next() % UInt64(Self.hostile.count))]
          }
          let truth = Truth(
            position: Coordinate(clampingLatitude: pick(&generator), wrappingLongitude: pick(&generator)),
            altitude: pick(&generator), speed: pick(&generator), course: Bearing(degrees: pick(&generator)),
            time: times[Int(generator.next() % UInt64(times.count))])
          let observation = receiver.observe(truth)
          expectSound(observation)
          guard let fix = observation.fix else { continue }
          if let last { #expect(fix.time >= last) }
          last = fix.time
        }
      }
    }
  }

  private func expectSound(_ observation: Observation) {
    guard case .fix(let fix) = observation else { return }
    let numbers = [
      fix.position.latitude, fix.position.longitude, fix.accuracy ?? 0, fix.altitude ?? 0, fix.speed ?? 0,
      fix.course?.degrees ?? 0,
    ]
    #expect(numbers.allSatisfy { $0.isFinite })
    #expect((fix.accuracy ?? 0) >= 0 && (fix.speed ?? 0) >= 0)
    #expect(abs(fix.position.latitude) <= 90 && abs(fix.position.longitude) <= 180)
  }
}
