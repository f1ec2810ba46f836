import Foundation
import Geodesy
import HuntDomain
import Numbers

/// Where the journeys begin.
let station = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)

/// A way that is known to the centimetre: standing, walking, a bus with its stops, a train.
struct Journey {
  /// Where somebody truly was, and what they did.
  struct Truth {
    let seconds: Double
    let point: TangentPlane.Point
    let speed: Double
    let course: Double
    /// When the present stay began; nothing for somebody who moves.
    let standsSince: Double?
  }

  private(set) var truths: [Truth] = []
  private var point = TangentPlane.Point(east: 0, north: 0)
  private var speed = 0.0
  private var course: Double
  private var seconds = 0.0
  private let step: Double
  private var chance: SeededGenerator

  /// A walk to the bus, the bus, a wait, a train, a walk, seen so many times a second.
  init(seed: UInt64, hertz: Double) {
    chance = SeededGenerator(seed: seed)
    step = 1 / hertz
    course = chance.uniform() * 360
    travel(at: 1.4, for: 20, gaining: 1)
    // Many fixes a second are many enough in a shorter stay.
    let longest = hertz > 5 ? 60.0 : 300
    stand(for: 20 + chance.uniform() * (longest - 20))
    for _ in 0..<2 {
      travel(at: 60 / 3.6, for: 30, gaining: 1.3)
      stand(for: 10)
    }
    travel(at: 200 / 3.6, for: 110, gaining: 0.8)
    stand(for: 20 + chance.uniform() * (longest - 20))
    travel(at: 1.4, for: 20, gaining: 1)
  }

  private mutating func stand(for duration: Double) {
    speed = 0
    let since = seconds
    advance(for: duration, standsSince: since) { _ in 0 }
  }

  /// Gathers speed, holds it, and brakes twice as hard to a halt.
  private mutating func travel(at most: Double, for duration: Double, gaining acceleration: Double) {
    let begin = seconds
    advance(for: duration, standsSince: nil) { now in
      min(most, acceleration * (now - begin), 2 * acceleration * (begin + duration - now))
    }
  }

  private mutating func advance(for duration: Double, standsSince: Double?, speed: (Double) -> Double) {
    let end = seconds + duration
    while seconds < end {
      let now = max(0, speed(seconds))
      if now > 0 { course += chance.bell() * 2 * step.squareRoot() }
      point.east += now * step * sin(course * .pi / 180)
      point.north += now * step * cos(course * .pi / 180)
      truths.append(Truth(seconds: seconds, point: point, speed: now, course: course, standsSince: standsSince))
      seconds += step
    }
  }
}

/// A receiver whose errors are known: Gauss-Markov, the kind that hardly changes from one second to the next.
struct Receiver {
  /// Radius that holds 95 of 100 errors, in deviations of one axis.
  static let ninetyFivePercent = 2.448

  /// Metres of the true error circle (95 %).
  var circle = 8.0
  var saysAccuracy = true
  var saysSpeed = true
  /// Seconds in which its error becomes another one.
  var correlation = 40.0

  /// What it reports of a journey; the times are the journey's.
  func fixes(of journey: Journey, seed: UInt64) -> [Fix] {
    var chance = SeededGenerator(seed: seed)
    let plane = TangentPlane(at: station)
    let deviation = circle / Self.ninetyFivePercent
    var error = (east: chance.bell() * deviation, north: chance.bell() * deviation)
    var last = 0.0
    return journey.truths.map { truth in
      let kept = exp(-(truth.seconds - last) / correlation)
      let new = deviation * (1 - kept * kept).squareRoot()
      error = (error.east * kept + chance.bell() * new, error.north * kept + chance.bell() * new)
      last = truth.seconds
      let said = abs(truth.speed + chance.bell() * 0.1)
      return Fix(
        position: plane.coordinate(
          at: .init(east: truth.point.east + error.east, north: truth.point.north + error.north)),
        time: .seconds(truth.seconds), accuracy: saysAccuracy ? circle : nil,
        accuracySource: saysAccuracy ? .receiver : nil, speed: saysSpeed ? said : nil,
        course: saysSpeed ? Bearing(degrees: truth.course) : nil)
    }
  }
}
