internal import Geodesy
internal import HuntDomain
internal import Numbers
internal import Streets

/// Turns routes into the steps of one person, who stops now and then and goes wrong at times.
struct Footsteps {
  /// Metres between two looks at the screen; a choice of ours, as are the other numbers here that name no source.
  private static let glanceDistances = 60.0...240
  private static let glanceSeconds = 2.0...6
  /// How long one goes on along a wrong way before one sees it, in metres.
  private static let strayDistances = 20.0...80
  /// Looks at the screen on one route; from then on a way is too long to be one's on foot.
  private static let mostGlances = 1000

  private let ground: WalkingGround
  private let style: WalkStyle
  private(set) var steps: [Itinerary.Step] = []
  /// Metres to the next look at the screen.
  private var glanceDistance = 0.0

  init(on ground: WalkingGround, style: WalkStyle, using generator: inout SeededGenerator) {
    (self.ground, self.style) = (ground, style)
    glanceDistance = generator.within(Self.glanceDistances)
  }

  /// Stands still.
  mutating func rest(_ seconds: Double) { steps.append(.pause(.milliseconds(Int(seconds * 1000)))) }

  /// Looks another way.
  mutating func turn(_ degrees: Double) { steps.append(.turn(degrees)) }

  /// Walks along a route.
  mutating func follow(_ route: Route, using generator: inout SeededGenerator) {
    var glances = 0
    for leg in route.paces.indices {
      if leg > 0 { pass(leg, of: route, using: &generator) }
      let (from, to) = (route.points[leg], route.points[leg + 1])
      let speed = style.speed * route.paces[leg]
      let length = from.distance(to: to)
      var walked = 0.0
      while style.pauses > 0, length - walked > glanceDistance, glances < Self.mostGlances {
        walked += glanceDistance
        steps.append(.walk(to: from.interpolated(to: to, fraction: walked / length), speed: speed))
        rest(generator.within(Self.glanceSeconds))
        glanceDistance = generator.within(Self.glanceDistances) / style.pauses
        glances += 1
      }
      glanceDistance -= length - walked
      steps.append(.walk(to: to, speed: speed))
    }
  }

  /// Waits at a crossing, and goes wrong at a junction.
  private mutating func pass(_ point: Int, of route: Route, using generator: inout SeededGenerator) {
    guard case .network(let network) = ground, route.vertices[point] != Route.noVertex else { return }
    let vertex = route.vertices[point]
    if let crossing = network.crossing(at: vertex) {
      if generator.uniform() < crossing.chance * style.pauses { rest(generator.within(crossing.seconds)) }
    }
    guard network.isJunction(vertex), generator.uniform() < style.wrongTurns else { return }
    let others = network.links(of: vertex, but: [route.points[point - 1], route.points[point + 1]])
    guard !others.isEmpty else { return }
    let wrong = others[Int(generator.uniform() * Double(others.count))]
    let line = network.line(along: wrong, metres: generator.within(Self.strayDistances))
    let way = line + line.dropLast().reversed() + [route.points[point]]
    for (index, place) in way.enumerated() {
      steps.append(.walk(to: place, speed: style.speed))
      // The moment of truth.
      if index == line.count - 1 { rest(generator.within(Self.glanceSeconds)) }
    }
  }
}

extension SeededGenerator {
  /// A number of a range, each as likely.
  fileprivate mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }
}
