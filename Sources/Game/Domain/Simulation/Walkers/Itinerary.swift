package import Geodesy
package import HuntDomain
package import Numbers
internal import Places
package import Streets

/// The steps of a walker's route.
package struct Itinerary: Hashable, Sendable {
  /// One thing to do.
  package enum Step: Hashable, Sendable {
    /// Go straight to a place, at `speed` metres per second.
    case walk(to: Coordinate, speed: Double)
    /// Stand still.
    case pause(Duration)
    /// Look another way while standing; degrees to the right.
    case turn(Double)
  }

  /// Where the walker stands before the first step.
  package let start: Coordinate
  /// What the walker does, in order; after the last step they stand still.
  package let steps: [Step]

  /// A scripted walk.
  package init(start: Coordinate, steps: [Step]) {
    self.start = start
    self.steps = steps
  }

  /// A walk through the treasures of a hunt: now and then beside the way, now and then a rest.
  ///
  /// - Parameters:
  ///   - start: where the walker begins; without one, some 60 metres from the first treasure.
  ///   - ground: what they walk on.
  ///   - generator: the walker's mood; the same one, on the same ground, gives the same walk.
  package init(
    through hunt: Hunt, from start: Coordinate? = nil, on ground: WalkingGround = .open,
    using generator: inout SeededGenerator
  ) {
    let first = hunt.treasures[0].place.position
    let begin = start ?? ground.standing(60, from: first, toward: Bearing(degrees: generator.uniform() * 360))
    var here = begin
    var steps: [Step] = [.pause(.seconds(2))]
    for treasure in hunt.treasures {
      let goal = treasure.place.position
      steps += Self.stroll(from: here, to: goal, on: ground, using: &generator)
      steps += [
        .pause(.seconds(Int(3 + generator.uniform() * 8))), .turn(generator.uniform() * 240 - 120),
        .pause(.seconds(2)),
      ]
      here = goal
    }
    self.init(start: begin, steps: steps)
  }

  /// Legs of some 80 metres that do not lie quite on the line, each at its own speed of 1.1 to 1.5 m/s.
  private static func stroll(
    from start: Coordinate, to goal: Coordinate, on ground: WalkingGround, using generator: inout SeededGenerator
  ) -> [Step] {
    let way = start.course(to: goal)
    let legs = max(1, min(1000, Int(way.distance / 80)))
    var steps: [Step] = []
    var here = start
    func walk(to place: Coordinate, speed: Double) {
      steps += ground.route(from: here, to: place).points.dropFirst().map { .walk(to: $0, speed: speed) }
      here = place
    }
    for leg in 1..<max(2, legs) where leg < legs {
      let onLine = start.offset(by: way.distance * Double(leg) / Double(legs), toward: way.bearing)
      let aside = (generator.uniform() - 0.5) * 30
      let place = onLine.offset(by: aside, toward: Bearing(degrees: way.bearing.degrees + 90))
      let speed = speed(using: &generator)
      if !ground.isBuiltOver(place) { walk(to: place, speed: speed) }
      if generator.uniform() < 0.1 { steps.append(.pause(.seconds(Int(2 + generator.uniform() * 6)))) }
    }
    walk(to: goal, speed: speed(using: &generator))
    return steps
  }

  private static func speed(using generator: inout SeededGenerator) -> Double { 1.1 + generator.uniform() * 0.4 }
}
