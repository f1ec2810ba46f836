import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing

/// Who says where the player looks, asked through the service.
@Suite("The heading")
struct HeadingTests {
  /// A service that heard a compass ten times a second for two seconds.
  private func withCompass(_ degrees: Double, uncertainty: Double = 5) -> NearbyPOIService {
    var service = NearbyPOIService()
    for tick in 0...20 {
      service.receive(heading(degrees, uncertainty: uncertainty), at: .milliseconds(tick * 100))
    }
    return service
  }

  /// A walk of so many seconds toward one direction, with a fix a second.
  private func walk(
    _ service: inout NearbyPOIService, toward degrees: Double, from start: Int = 0, seconds: Int, compass: Double? = nil
  ) {
    for second in start...start + seconds {
      service.receive(
        .fix(fix(Double(second - start) * 1.4, toward: degrees, at: Double(second), speed: 1.4, course: degrees)),
        at: .seconds(second))
      if let compass { service.receive(heading(compass), at: .seconds(second)) }
    }
  }

  @Test("is nothing before anybody has said anything")
  func nothing() {
    var service = NearbyPOIService()
    #expect(service.snapshot(at: .zero).heading == nil)
    service.receive(.fix(fix(at: 0)), at: .zero)
    #expect(service.snapshot(at: .seconds(9)).heading == nil)
  }

  @Test("is the compass' while there is one, and the course's three seconds after it fell silent")
  func compassFirst() throws {
    var service = withCompass(200)
    let there = try #require(service.snapshot(at: .seconds(2)).heading)
    #expect(there.source == .compass)
    #expect(abs(there.bearing.turn(to: Bearing(degrees: 200))) < 0.001)
    #expect((5...10).contains(there.uncertainty))
    // A course does not turn the heading of someone who has a compass.
    service.receive(.fix(fix(at: 2, speed: 1.4, course: 90)), at: .seconds(2))
    let still = try #require(service.snapshot(at: .seconds(2)).heading)
    #expect(abs(still.bearing.turn(to: Bearing(degrees: 200))) < 10)
    service.receive(.fix(fix(at: 6, speed: 1.4, course: 90)), at: .seconds(6))
    let after = try #require(service.snapshot(at: .seconds(6)).heading)
    #expect(after.source == .course)
    #expect(abs(after.bearing.turn(to: Bearing(degrees: 90))) < 10)
  }

  @Test("the course of someone who hardly moves is noise")
  func speedGate() {
    var service = NearbyPOIService()
    service.receive(.fix(fix(at: 0, speed: 0.69, course: 90)), at: .zero)
    #expect(service.snapshot(at: .zero).heading == nil)
    service.receive(.fix(fix(at: 1, speed: 0.7, course: 90)), at: .seconds(1))
    #expect(service.snapshot(at: .seconds(1)).heading?.bearing.degrees == 90)
  }

  @Test("the faster and the more exact, the surer; a course that is hardly better than none is not heard")
  func sureness() throws {
    func uncertainty(speed: Double, accuracy: Double = 4) -> Double? {
      var service = NearbyPOIService()
      service.receive(.fix(fix(accuracy: accuracy, speed: speed, course: 10)), at: .zero)
      return service.snapshot(at: .zero).heading?.uncertainty
    }
    let bySpeed = try [0.7, 1.4, 3, 30].map { try #require(uncertainty(speed: $0)) }
    #expect(bySpeed == bySpeed.sorted(by: >))
    let byAccuracy = try [4.0, 30, 60].map { try #require(uncertainty(speed: 1.4, accuracy: $0)) }
    #expect(byAccuracy == byAccuracy.sorted() && byAccuracy[0] < byAccuracy[2])
    #expect(uncertainty(speed: 1.4, accuracy: 500) == nil)
  }

  @Test("standing still keeps the course, less and less sure, until it is worth no arrow")
  func standing() throws {
    var service = NearbyPOIService()
    walk(&service, toward: 10, seconds: 5)
    service.receive(.fix(fix(7, toward: 10, at: 6, speed: 0)), at: .seconds(6))
    let headings = try [6, 8, 12, 20, 60, 10_000].map { try #require(service.snapshot(at: .seconds($0)).heading) }
    #expect(headings.allSatisfy { abs($0.bearing.turn(to: Bearing(degrees: 10))) < 0.001 })
    #expect(headings.map(\.uncertainty) == headings.map(\.uncertainty).sorted())
    #expect(headings[1].direction != nil)
    #expect(headings[4].direction == nil && headings[4].uncertainty > 90)
    #expect(headings[5].uncertainty == 180)
  }

  @Test("keys turn it by as much as they say, and sensors go on")
  func keys() throws {
    var service = NearbyPOIService()
    walk(&service, toward: 350, seconds: 5)
    service.receive(.fix(fix(7, toward: 350, at: 6, speed: 0)), at: .seconds(6))
    let before = try #require(service.snapshot(at: .seconds(6)).heading)
    service.turn(by: 15, at: .seconds(6))
    let after = try #require(service.snapshot(at: .seconds(6)).heading)
    #expect(abs(after.bearing.turn(to: Bearing(degrees: 5))) < 0.001)
    #expect(after.source == .manual)
    #expect((before.uncertainty...before.uncertainty + 3).contains(after.uncertainty))
    // Who walks on looks where they go.
    walk(&service, toward: 100, from: 7, seconds: 10)
    let walking = try #require(service.snapshot(at: .seconds(17)).heading)
    #expect(walking.source == .course)
    #expect(abs(walking.bearing.turn(to: Bearing(degrees: 100))) < 5)
  }

  @Test("keys correct a compass, which goes on turning it; x forgets the correction")
  func keysAndCompass() throws {
    var service = withCompass(350)
    service.turn(by: 15, at: .seconds(2))
    service.turn(by: 15, at: .seconds(2))
    for tick in 21...60 { service.receive(heading(40), at: .milliseconds(tick * 100)) }
    let corrected = try #require(service.snapshot(at: .seconds(6)).heading)
    #expect(abs(corrected.bearing.turn(to: Bearing(degrees: 70))) < 1)
    #expect(corrected.source == .manual)
    service.releaseHeading(at: .seconds(6))
    let released = try #require(service.snapshot(at: .seconds(6)).heading)
    #expect(abs(released.bearing.turn(to: Bearing(degrees: 40))) < 1)
    #expect(released.source == .compass)
  }

  @Test("without anything known keys begin at north and say that they guess; x takes that back")
  func blindKeys() throws {
    var service = NearbyPOIService()
    service.turn(by: 30, at: .zero)
    let guess = try #require(service.snapshot(at: .zero).heading)
    #expect(abs(guess.bearing.degrees - 30) < 1e-9 && guess.uncertainty >= 45)
    service.turn(by: .nan, at: .zero)
    #expect(service.snapshot(at: .zero).heading == guess)
    service.releaseHeading(at: .zero)
    #expect(service.snapshot(at: .zero).heading == nil)
  }

  @Test("x goes back to the last course, as sure as it is by now")
  func release() throws {
    var service = NearbyPOIService()
    walk(&service, toward: 90, seconds: 5)
    service.receive(.fix(fix(7, toward: 90, at: 6, speed: 0)), at: .seconds(6))
    service.turn(by: 120, at: .seconds(6))
    service.releaseHeading(at: .seconds(8))
    let heading = try #require(service.snapshot(at: .seconds(8)).heading)
    #expect(abs(heading.bearing.turn(to: Bearing(degrees: 90))) < 0.001)
    #expect(heading.source == .course)
    #expect(heading.uncertainty > 25)
  }

  @Test("x leaves nothing of the player's words behind, also when a course has spoken since")
  func releaseAfterCourse() throws {
    var service = NearbyPOIService()
    // An old receiver's courses are vague: they leave some of the word.
    for second in 0...5 {
      service.receive(.fix(fix(accuracy: 40, speed: 1.4, course: 90)), at: .seconds(second))
    }
    service.turn(by: 40, at: .seconds(5))
    service.receive(.fix(fix(at: 6, accuracy: 40, speed: 1.4, course: 90)), at: .seconds(6))
    let mixed = try #require(service.snapshot(at: .seconds(6)).heading)
    #expect(mixed.bearing.turn(to: Bearing(degrees: 90)) < -3)
    service.releaseHeading(at: .seconds(6))
    let heading = try #require(service.snapshot(at: .seconds(6)).heading)
    #expect(abs(heading.bearing.turn(to: Bearing(degrees: 90))) < 0.001)
    #expect(heading.source == .course)
  }

  @Test("x goes back to the last word of a compass that fell silent, less sure by now")
  func releaseAfterCompass() throws {
    var service = withCompass(200)
    service.turn(by: 30, at: .seconds(2))
    service.releaseHeading(at: .seconds(8))
    let heading = try #require(service.snapshot(at: .seconds(8)).heading)
    #expect(abs(heading.bearing.turn(to: Bearing(degrees: 200))) < 0.001)
    #expect(heading.source == .compass && heading.uncertainty > 30)
  }

  @Test("who faced a place and walks on is told so until the course has said more about the compass than they did")
  func claimFades() throws {
    var service = withCompass(60)
    service.receive(.fix(fix()), at: .seconds(2))
    service.face(place("church", 400, toward: 100), at: .seconds(2))
    for second in 3...5 { service.receive(heading(60), at: .seconds(second)) }
    #expect(service.snapshot(at: .seconds(5)).heading?.source == .landmark)
    walk(&service, toward: 100, from: 6, seconds: 300, compass: 60)
    #expect(service.snapshot(at: .seconds(306)).heading?.source == .compass)
  }

  @Test("a compass that speaks again does not go by what was said in its silence")
  func claimInSilence() throws {
    var service = withCompass(60)
    service.turn(by: 170, at: .seconds(10))
    #expect(service.snapshot(at: .seconds(10)).heading?.source == .manual)
    for tick in 0...20 { service.receive(heading(60), at: .seconds(11) + .milliseconds(tick * 100)) }
    let heading = try #require(service.snapshot(at: .seconds(13)).heading)
    #expect(heading.source == .compass)
    #expect(abs(heading.bearing.turn(to: Bearing(degrees: 60))) < 10)
  }

  @Test("facing a place says where one looks, the surer the further the place is")
  func landmark() throws {
    func faced(_ metres: Double, accuracy: Double = 4) -> Heading? {
      var service = NearbyPOIService()
      service.receive(.fix(fix(accuracy: accuracy)), at: .zero)
      guard service.face(place("church", metres, toward: 123), at: .zero) else { return nil }
      return service.snapshot(at: .zero).heading
    }
    let far = try #require(faced(400))
    #expect(abs(far.bearing.turn(to: Bearing(degrees: 123))) < 0.1)
    #expect(far.source == .landmark)
    #expect(abs(far.uncertainty - 6) < 0.1)
    #expect(try #require(faced(20)).uncertainty > 10)
    #expect(try #require(faced(400, accuracy: 100)).uncertainty > 14)
    #expect(faced(3.9) == nil)
    var nowhere = NearbyPOIService()
    let isFaced = nowhere.face(place("church", 400), at: .zero)
    #expect(!isFaced)
  }

  @Test("facing a place from where one was a minute ago says little, and in the end nothing")
  func oldPosition() throws {
    func faced(after seconds: Int) -> Heading? {
      var service = NearbyPOIService()
      service.receive(.fix(fix()), at: .zero)
      service.receive(.lost(reason: "tunnel"), at: .seconds(1))
      guard service.face(place("church", 400), at: .seconds(seconds)) else { return nil }
      return service.snapshot(at: .seconds(seconds)).heading
    }
    let uncertainties = try [0, 60, 240].map { try #require(faced(after: $0)).uncertainty }
    // 88 m across 400 m are 12.4°, and 6 of its own.
    #expect(uncertainties[0] < 6.1 && (13...14.5).contains(uncertainties[1]) && uncertainties[2] > 40)
    #expect(faced(after: 300) == nil)
  }

  @Test("facing a place tells how crooked the compass is")
  func landmarkAndCompass() throws {
    var service = withCompass(60)
    service.receive(.fix(fix()), at: .seconds(2))
    let isFaced = service.face(place("church", 400, toward: 100), at: .seconds(2))
    #expect(isFaced)
    for tick in 21...40 { service.receive(heading(10), at: .milliseconds(tick * 100)) }
    let heading = try #require(service.snapshot(at: .seconds(4)).heading)
    #expect(abs(heading.bearing.turn(to: Bearing(degrees: 50))) < 2)
    #expect(heading.source == .landmark)
    #expect(heading.uncertainty < 12)
  }

  @Test("another source brings a compass of its own: nothing that was learned or said about the one before counts")
  func changedSource() throws {
    var service = withCompass(60, uncertainty: 15)
    service.receive(.fix(fix()), at: .seconds(2))
    service.face(place("church", 400, toward: 100), at: .seconds(2))
    service.changeSource(at: .seconds(2))
    #expect(service.snapshot(at: .seconds(2)).heading == nil)
    service.receive(heading(10), at: .seconds(3))
    let next = try #require(service.snapshot(at: .seconds(3)).heading)
    #expect(abs(next.bearing.turn(to: Bearing(degrees: 10))) < 0.001 && next.source == .compass)
    // Nor does x bring back what another device had sensed.
    var walked = NearbyPOIService()
    walk(&walked, toward: 90, seconds: 5)
    walked.changeSource(at: .seconds(6))
    walked.releaseHeading(at: .seconds(6))
    #expect(walked.snapshot(at: .seconds(6)).heading == nil)
  }

  @Test("a compass that contradicts the course widens the cone over both and says so, and is understood in the end")
  func crooked() throws {
    var service = withCompass(90)
    var widest: Heading?
    for second in 3...120 {
      let way = Double(second) * 1.4
      service.receive(
        .fix(fix(way, toward: 30, at: Double(second), speed: 1.4, course: 30)), at: .seconds(second))
      service.receive(heading(90), at: .seconds(second))
      let heading = try #require(service.snapshot(at: .seconds(second)).heading)
      if heading.dispute != nil, heading.uncertainty > widest?.uncertainty ?? 0 { widest = heading }
    }
    let disputed = try #require(widest)
    #expect(abs(disputed.bearing.turn(to: Bearing(degrees: 30))) <= disputed.uncertainty)
    #expect(try #require(disputed.dispute) > 25)
    let settled = try #require(service.snapshot(at: .seconds(120)).heading)
    #expect(settled.dispute == nil)
    #expect(abs(settled.bearing.turn(to: Bearing(degrees: 30))) < 15)
    #expect(abs(settled.bearing.turn(to: Bearing(degrees: 30))) <= settled.uncertainty)
  }

  @Test("magnetic north is made true by the place and the day, and waits for a position")
  func magnetic() throws {
    var service = NearbyPOIService()
    let needle = Heading(
      bearing: Bearing(degrees: 10), source: .compass, uncertainty: 5, reference: .magneticNorth)
    service.receive(needle, at: .zero)
    #expect(service.snapshot(at: .zero).heading == nil)
    // Dunedin, where a needle points 26° too far east, in the middle of 2026.
    let dunedin = Coordinate(clampingLatitude: -45.87, wrappingLongitude: 170.5)
    let day = Timestamp(milliseconds: 1_782_000_000_000)
    service.receive(.fix(Fix(position: dunedin, time: .zero, utc: day)), at: .zero)
    service.receive(needle, at: .zero)
    let heading = try #require(service.snapshot(at: .zero).heading)
    let declination = MagneticField(at: dunedin, year: 2026.5).declination
    #expect((24...27).contains(declination))
    #expect(abs(heading.bearing.turn(to: Bearing(degrees: 10 + declination))) < 0.1)
    #expect(heading.reference == .trueNorth)
  }

  @Test("no needle is heard in a blackout zone, and one near it is less sure")
  func blackout() throws {
    func heading(_ latitude: Double, _ longitude: Double) -> Heading? {
      var service = NearbyPOIService()
      let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
      service.receive(.fix(Fix(position: place, time: .zero)), at: .zero)
      service.receive(
        Heading(bearing: .north, source: .compass, uncertainty: 5, reference: .magneticNorth), at: .zero)
      return service.snapshot(at: .zero).heading
    }
    #expect(heading(85.8, 139) == nil)
    let (arctic, home) = (try #require(heading(80, -100)), try #require(heading(48, 11)))
    #expect(arctic.uncertainty > home.uncertainty + 3)
  }

  @Test("a source without courses still moves: five metres are a direction")
  func inferred() throws {
    var service = NearbyPOIService()
    service.receive(.fix(fix(0, at: 0, accuracy: nil)), at: .zero)
    service.receive(.fix(fix(4.9, toward: 60, at: 3, accuracy: nil)), at: .seconds(3))
    #expect(service.snapshot(at: .seconds(3)).heading == nil)
    service.receive(.fix(fix(5.1, toward: 60, at: 4, accuracy: nil)), at: .seconds(4))
    let heading = try #require(service.snapshot(at: .seconds(4)).heading)
    #expect(abs(heading.bearing.degrees - 60) < 0.1)
    #expect(heading.source == .course)
    #expect((20...60).contains(heading.uncertainty))
  }

  @Test("a bad receiver must move further than its error, and a slow drift is no walk")
  func notInferred() {
    var bad = NearbyPOIService()
    bad.receive(.fix(fix(0, at: 0, accuracy: 30)), at: .zero)
    bad.receive(.fix(fix(15, at: 5, accuracy: 30)), at: .seconds(5))
    #expect(bad.snapshot(at: .seconds(5)).heading == nil)
    var slow = NearbyPOIService()
    slow.receive(.fix(fix(0, at: 0, accuracy: nil)), at: .zero)
    slow.receive(.fix(fix(6, at: 60, accuracy: nil)), at: .seconds(60))
    #expect(slow.snapshot(at: .seconds(60)).heading == nil)
  }

  @Test("who has walked and stands keeps looking along the last course, however the receiver trembles")
  func trembling() throws {
    var service = NearbyPOIService()
    // A fix without a course, then a walk with one that the positions do not tell: the long way from there to where
    // the player stands is none.
    service.receive(.fix(fix(0, at: 0, speed: 0)), at: .zero)
    for second in 1...60 {
      let way = Double(second) * 1.4
      service.receive(.fix(fix(way, toward: 45, at: Double(second), speed: 1.4, course: 90)), at: .seconds(second))
    }
    for second in 61...90 {
      let jump = second.isMultiple(of: 2) ? 8.0 : -8
      service.receive(.fix(fix(84 + jump, toward: 45, at: Double(second), speed: 0)), at: .seconds(second))
      let heading = try #require(service.snapshot(at: .seconds(second)).heading)
      #expect(abs(heading.bearing.turn(to: Bearing(degrees: 90))) < 0.001)
    }
  }

  @Test("a way begins where the player last stood")
  func fromStanding() throws {
    var service = NearbyPOIService()
    service.receive(.fix(fix(100, at: 0, accuracy: nil)), at: .zero)
    service.receive(.fix(fix(100, toward: 90, at: 60, speed: 0)), at: .seconds(60))
    service.receive(.fix(fix(106, toward: 90, at: 64, accuracy: nil)), at: .seconds(64))
    let heading = try #require(service.snapshot(at: .seconds(64)).heading)
    #expect(abs(heading.bearing.degrees - 90) < 0.1)
  }

  @Test("a jump that is believed in the end is no course: nobody walked over it")
  func jump() {
    var service = NearbyPOIService()
    for second in 0...5 { service.receive(.fix(fix(at: Double(second))), at: .seconds(second)) }
    for second in 6...8 {
      service.receive(.fix(fix(4000, toward: 90, at: Double(second))), at: .seconds(second))
    }
    let nearby = service.snapshot(at: .seconds(8))
    #expect(nearby.position == fix(4000, toward: 90).position && nearby.heading == nil)
  }

  @Test("the way across a silence is no course")
  func silence() {
    var service = NearbyPOIService()
    service.receive(.fix(fix(0, at: 0)), at: .zero)
    service.receive(.lost(reason: "tunnel"), at: .seconds(1))
    service.receive(.fix(fix(300, at: 60)), at: .seconds(60))
    #expect(service.snapshot(at: .seconds(60)).heading == nil)
  }
}
