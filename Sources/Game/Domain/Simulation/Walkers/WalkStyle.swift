package import Geodesy
package import HuntDomain
package import Numbers
internal import Places
package import Streets

/// How one person walks: how fast, how often they stop, and how often they go wrong.
package struct WalkStyle: Hashable, Sendable {
  /// Deviation of that speed from person to person, in metres per second (Weidmann 1993).
  package static let speedDeviation = 0.26
  /// Speeds that a person may have, in metres per second: half to one and a half of the mean, 99 in 100 people.
  package static let speeds = 0.67...2.01

  /// Metres per second on level ground; within ``speeds``.
  package let speed: Double
  /// How often a junction leads them astray, from 0 to 1.
  package let wrongTurns: Double
  /// How often they stop on the way, at crossings and to look at the screen: 1 as most do, 0 never, 10 at the most.
  package let pauses: Double

  /// A manner; what no person can do counts as the nearest that one can.
  ///
  /// - Parameter wrongTurns: one junction in thirty as a rule; a choice of ours.
  package init(speed: Double = WalkingPace.meanSpeed, wrongTurns: Double = 0.03, pauses: Double = 1) {
    self.speed = speed.isNaN ? WalkingPace.meanSpeed : min(Self.speeds.upperBound, max(Self.speeds.lowerBound, speed))
    self.wrongTurns = wrongTurns.isNaN ? 0 : min(1, max(0, wrongTurns))
    self.pauses = pauses.isNaN ? 1 : min(10, max(0, pauses))
  }

  /// The manner of any one person: a speed of their own, everything else as most have it.
  package init(using generator: inout SeededGenerator) {
    self.init(speed: WalkingPace.meanSpeed + Self.speedDeviation * generator.bell())
  }
}

extension Itinerary {
  /// A walk through the treasures of a hunt, in the order in which they are listed, as a person would do it.
  ///
  /// - Parameters:
  ///   - start: where the walker begins; without one, some 60 metres from the first treasure.
  ///   - ground: what they walk on.
  ///   - manner: how they walk.
  ///   - generator: the walker's mood; the same one, on the same ground, gives the same walk.
  package init(
    through hunt: Hunt, from start: Coordinate? = nil, on ground: WalkingGround, style: WalkStyle,
    using generator: inout SeededGenerator
  ) {
    let first = hunt.treasures[0].place.position
    let begin = start ?? ground.standing(60, from: first, toward: Bearing(degrees: generator.uniform() * 360))
    var here = begin
    var footsteps = Footsteps(on: ground, style: style, using: &generator)
    footsteps.rest(2)
    for treasure in hunt.treasures {
      let goal = treasure.place.position
      footsteps.follow(ground.route(from: here, to: goal), using: &generator)
      // Looking about for the treasure, and being glad.
      footsteps.rest(3 + generator.uniform() * 8)
      footsteps.turn(generator.uniform() * 240 - 120)
      footsteps.rest(2)
      here = goal
    }
    self.init(start: begin, steps: footsteps.steps)
  }
}
