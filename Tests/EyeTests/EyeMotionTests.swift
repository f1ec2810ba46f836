import Eye
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Testing
import Views

@Suite("The eye between two fixes")
struct EyeMotionTests {
  /// Prepares the surroundings of each place once.
  private let eye = EyeUseCase()

  /// What is seen so long after a fix.
  private func see(_ fix: Fix, after age: Duration, among shapes: [BaseMap.Shape?] = []) throws -> EyeScreen {
    var eye = eye
    eye.look(around: fix, geometries: BaseMap(shapes: shapes.compactMap(\.self), attribution: "").geometries)
    let nearby = NearbySnapshot(quality: .live(fix), age: age, heading: nil, sightings: [], placesAge: nil)
    return try #require(eye.screen(for: nearby, columns: 40, rows: 12))
  }

  private func walker(_ speed: Double?, _ course: Double? = 0, accuracy: Double? = 5) -> Fix {
    Fix(
      position: home, time: .zero, accuracy: accuracy, speed: speed, course: course.map { Bearing(degrees: $0) })
  }

  private func metres(_ screen: EyeScreen) -> Double {
    let stand = SIMD2<Double>(screen.stand)
    return (stand * stand).sum().squareRoot()
  }

  @Test("the camera goes on as the player went, and comes to rest after two seconds without a fix")
  func goesOn() throws {
    let half = try see(walker(1.4, 90), after: .milliseconds(500))
    #expect(half.isMoving && abs(half.stand.x - 0.7) < 0.001 && abs(half.stand.y) < 0.001)
    let (end, later) = (try see(walker(1.4, 90), after: .seconds(2)), try see(walker(1.4, 90), after: .seconds(3000)))
    #expect(!end.isMoving && abs(end.stand.x - 2.8) < 0.001)
    #expect(later == end)
    #expect(try see(walker(1.4, 90), after: .milliseconds(500)) == half, "the same moment is the same picture")
  }

  @Test("who stands, or does not say where they go, has a picture at rest", arguments: [0, 0.29, nil, Double.nan])
  func rests(speed: Double?) throws {
    #expect(try !see(walker(speed), after: .zero).isMoving && metres(see(walker(speed), after: .seconds(1))) < 0.001)
    #expect(try !see(walker(1.4, nil), after: .zero).isMoving)
  }

  @Test("who says that they stand has a picture at rest, whatever speeds the receiver reports")
  func stands() throws {
    var service = NearbyPOIService()
    service.declareStanding(true)
    var report = walker(0.4)
    for second in 0..<20 {
      report.time = .seconds(second)
      report.position = home.offset(by: Double(second % 3), toward: .north)
      service.receive(.fix(report), at: report.time)
    }
    let average = try #require(service.fix)
    #expect(average.averaged != nil)
    #expect(try !see(average, after: .zero).isMoving)
  }

  @Test("in 2,000 random cases the camera stays in the error circle of the fix, whatever its numbers are")
  func circle() throws {
    var chance = SeededGenerator(seed: 27)
    let numbers: [Double?] = [nil, .nan, .infinity, -1, 0, 1e-300, 0.5, 3, 8, 1e300]
    let ages: [Duration] = [.zero, .milliseconds(1), .seconds(1), .seconds(-5), .seconds(2), .seconds(1_000_000_000)]
    for _ in 0..<2000 {
      let fix = walker(
        numbers.randomElement(using: &chance) ?? chance.uniform() * 40, chance.uniform() * 360,
        accuracy: numbers.randomElement(using: &chance) ?? chance.uniform() * 9)
      let screen = try see(fix, after: ages.randomElement(using: &chance) ?? .seconds(chance.uniform() * 3))
      guard metres(screen) <= (fix.accuracy ?? Fix.assumedAccuracy) + 0.001 else {
        Issue.record("\(fix): \(screen.stand)")
        return
      }
    }
  }

  @Test("the camera stops before a house, stays beside one that it was moved out of, and goes on deep inside of one")
  func houses() throws {
    let house = shape(.building, east: 2...20, north: -30...30)
    let before = try see(walker(6, 90, accuracy: 15), after: .seconds(1), among: [house])
    #expect(!before.isMoving && (1.2...2.1).contains(before.stand.x))
    let around = shape(.building, east: -2...20, north: -30...30)
    let beside = try (
      see(walker(6, 270), after: .zero, among: [around]), see(walker(6, 270), after: .seconds(1), among: [around])
    )
    #expect(!beside.0.isMoving && beside.0.stand == beside.1.stand)
    let hall = shape(.building, east: -40...40, north: -40...40)
    #expect(try abs(see(walker(2, 90), after: .seconds(1), among: [hall]).stand.x - 2) < 0.001)
  }

  @Test("a fix where it was expected leaves the picture where it is, also the fix at which the player stops")
  func noFlash() throws {
    var service = NearbyPOIService()
    var eye = EyeUseCase()
    var stand: SIMD2<Float>?
    for second in 0..<10 {
      let isLast = second == 9
      service.receive(
        .fix(
          Fix(
            position: home.offset(by: 1.4 * Double(second), toward: .north), time: .seconds(second), accuracy: 5,
            speed: isLast ? 0 : 1.4, course: isLast ? nil : .north)), at: .seconds(second))
      eye.look(around: service.fix, geometries: [])
      let now = try #require(eye.screen(for: service.snapshot(at: .seconds(second)), columns: 40, rows: 12))
      if let stand { #expect(abs(now.stand.y - stand.y) < 0.01 && abs(now.stand.x - stand.x) < 0.01) }
      stand = eye.screen(for: service.snapshot(at: .seconds(second + 1)), columns: 40, rows: 12)?.stand
    }
  }
}
