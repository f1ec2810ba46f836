package import Geodesy
package import HuntDomain
package import Numbers
internal import Places

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
    let begin = start ?? first.offset(by: 60, toward: Bearing(degrees: generator.uniform() * 360))
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
