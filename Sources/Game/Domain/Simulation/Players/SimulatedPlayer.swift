package import Geodesy
package import HuntDomain
internal import Numbers
package import Streets

/// A simulated player of a hunt: walks where the screen says the treasure is, stands there, searches around, asks for
/// help, and gives up at some time.
///
/// They know nothing but what they see on the screen, so whatever the receiver errs leads them astray. A value that is
/// advanced a second at a time: the same seed and the same views give the same walk.
package struct SimulatedPlayer: Sendable {
  /// Metres at which the screen says “here” and the player stops.
  private static let arrival = 4.0
  /// Metres that the player keeps from walls ahead.
  private static let elbowRoom = 0.5
  /// Metres from the goal up to which one follows a street, and then the arrow.
  private static let streetEnd = 30.0
  /// Seconds between two looks at the screen: while little is left to go, and on a long way.
  private static let looks = 3.0...15.0
  /// Seconds between two hints.
  private static let hintPause = 60
  /// Metres of a way on which the player looks for what the screen does not show, as a mean.
  private static let wandering = 80.0
  /// Wrong answers to one question after which the player stops trying.
  private static let mostAnswers = 6

  /// The parameters of their behaviour, fixed for the whole game.
  package let profile: PlayerProfile
  /// The true position of the player.
  package private(set) var position: Coordinate
  /// The id of the treasure that they are after.
  package private(set) var goal: String?
  /// Seconds since they began.
  package private(set) var now = 0

  private let ground: WalkingGround
  private var generator: SeededGenerator
  private var stride = Stride()
  /// The corners of the street, or of a way around buildings, still to go; the player is on the way to the first.
  private var corners: ArraySlice<Coordinate> = []
  private var nextLook = 0
  private var restsUntil = 0
  /// When the last thing was found, when the player came to where the goal should be, and when the last hint was read.
  private var lastFind = 0
  private var arrived: Int?
  private var lastHint = 0
  /// When the player knows what to answer, and how often they did.
  private var answers: (id: String, at: Int, count: Int)?

  /// Creates a player at the start of a hunt.
  package init(_ profile: PlayerProfile, at start: Coordinate, on ground: WalkingGround, seed: UInt64) {
    self.profile = profile
    position = start
    self.ground = ground
    generator = SeededGenerator(seed: seed)
    nextLook = 1
  }

  /// Whether the player looks at the screen now.
  package var looks: Bool { now >= nextLook }

  /// Whether the player is where the goal should be, or before a question: only then help is wanted.
  package var isStuck: Bool { arrived != nil || answers != nil }

  /// Whether the player has enough: nothing opens where they stand, or nothing was found for very long.
  private var hasEnough: Bool {
    let wait = arrived.map { now - $0 } ?? 0
    return wait > profile.patience || now - lastFind > 4 * profile.patience
  }

  /// A sound was played: the player looks at once, and stops searching after a find.
  package mutating func hear(isFind: Bool) {
    nextLook = now
    if isFind { (lastFind, goal, arrived, restsUntil, answers) = (now, nil, nil, now, nil) }
  }

  // MARK: - Walking

  /// Walks for a second; returns what really happened.
  package mutating func walk() -> Truth {
    now += 1
    let walked = now < restsUntil ? 0 : stride.take(profile.speed, from: &position)
    if stride.left <= 0, !corners.isEmpty { follow(corners.dropFirst()) }
    return Truth(
      position: position, speed: walked, course: walked > 0 ? stride.bearing : nil,
      time: Duration(secondsComponent: Int64(now), attosecondsComponent: 0))
  }

  /// Whether the player, going on as now, is inside a zone within `seconds`.
  package func comes(into zone: ZoneGround, within seconds: Int) -> Bool {
    var player = self
    for _ in 0..<seconds where zone.depth(of: player.walk().position) >= 0 { return true }
    return false
  }

  /// Goes along corners, from here to the first.
  private mutating func follow(_ corners: ArraySlice<Coordinate>) {
    self.corners = corners
    guard let corner = corners.first else { return }
    let way = position.course(to: corner)
    stride.begin(way.distance, toward: way.bearing)
  }

  /// Goes straight on, or as far as nothing stands there.
  private mutating func go(_ metres: Double, toward bearing: Bearing, to goal: Coordinate) {
    corners = []
    var metres = metres
    while metres > 0, !isFree(metres, toward: bearing, to: goal) { metres = metres > 1 ? metres / 2 : 0 }
    stride.begin(metres, toward: bearing)
  }

  private func isFree(_ metres: Double, toward bearing: Bearing, to goal: Coordinate) -> Bool {
    ground.isFree(metres + Self.elbowRoom, from: position, toward: bearing, to: goal)
  }

  // MARK: - Looking

  /// Looks at the screen, and decides what to do.
  package mutating func look(at view: PlayerView) -> PlayerAction? {
    if let asked = view.asked { return think(about: asked, view) }
    guard let sight = choose(from: view) else { return wander(view) }
    if hasEnough { return .giveUp }
    approach(sight, view)
    return help(view)
  }

  /// Nothing is on the screen: reads a hint, or walks about where something is hidden, and gives up after a while.
  private mutating func wander(_ view: PlayerView) -> PlayerAction? {
    guard view.hasUnseen, !hasEnough else {
      stand(for: 5)
      return hasEnough ? .giveUp : nil
    }
    nextLook = now + 5
    if let id = view.unseenHint, now - lastHint > Self.hintPause {
      lastHint = now
      return .readHint(id)
    }
    if stride.left <= 0 {
      let metres = Self.wandering * (0.5 + generator.uniform())
      go(metres, toward: Bearing(degrees: generator.uniform() * 360), to: position)
    }
    return nil
  }

  /// Looks at a screen without a position: the player goes on as before, and gives up after a while.
  package mutating func lookInVain() -> PlayerAction? {
    nextLook = now + 5
    return hasEnough ? .giveUp : nil
  }

  /// The treasure that the player walks to; the previous one while it is open.
  private mutating func choose(from view: PlayerView) -> PlayerView.Sight? {
    if let goal, profile.strategy != .ordered || goal == view.first,
      let same = view.sights.first(where: { $0.id == goal })
    {
      return same
    }
    let next: PlayerView.Sight? =
      switch profile.strategy {
      case .greedy, .hints: view.sights.first
      case .ordered: view.sights.first { $0.id == view.first } ?? view.sights.first
      case .lost: view.sights.isEmpty ? nil : view.sights[pick(view.sights.count)]
      }
    (goal, arrived, corners) = (next?.id, nil, [])
    if let next, case .network = ground, next.distance > 2 * Self.streetEnd {
      follow(ground.route(from: position, to: next.place).points.dropFirst())
    }
    return next
  }

  private mutating func approach(_ sight: PlayerView.Sight, _ view: PlayerView) {
    let looks = sight.distance / profile.speed / 8
    nextLook = now + Int(min(Self.looks.upperBound, max(Self.looks.lowerBound, looks)))
    if let arrived { return search(sight, view, since: arrived) }
    if sight.distance <= Self.arrival {
      arrived = now
      corners = []
      return stand(for: 5)
    }
    guard !strays() else { return }
    // Streets lead there by themselves.
    if sight.distance > Self.streetEnd, !corners.isEmpty || stride.left > sight.distance { return }
    let bearing = aimed(at: sight.bearing)
    if isFree(sight.distance, toward: bearing, to: sight.place) {
      corners = []
      stride.begin(sight.distance, toward: bearing)
    } else if corners.isEmpty {
      goAround(to: sight)
    }
  }

  /// Something stands where the arrow points: goes around it to where the map shows the goal, and searches there.
  private mutating func goAround(to sight: PlayerView.Sight) {
    guard position.distance(to: sight.place) <= Self.arrival else {
      return follow(ground.detour(from: position, to: sight.place).points.dropFirst())
    }
    arrived = now
    stand(for: 5)
  }

  /// Whether the player takes a rest or a wrong direction.
  private mutating func strays() -> Bool {
    let chance = generator.uniform()
    if chance < profile.rest {
      stand(for: 20 + pick(profile.strategy == .lost ? 280 : 60))
      return true
    }
    guard chance < profile.rest + profile.wrongTurn else { return false }
    go(200, toward: Bearing(degrees: generator.uniform() * 360), to: position)
    nextLook = now + 20 + pick(60)
    return true
  }

  /// The direction as the player takes it: a lost one knows eight of them.
  private mutating func aimed(at bearing: Bearing) -> Bearing {
    let degrees = bearing.degrees + generator.bell() * profile.aim
    return Bearing(degrees: profile.strategy == .lost ? (degrees / 45).rounded() * 45 : degrees)
  }

  /// Stands where the treasure should be; if nothing opens, tries other spots around it, and stands there.
  private mutating func search(_ sight: PlayerView.Sight, _ view: PlayerView, since arrived: Int) {
    guard stride.left <= 0 else {
      nextLook = now + 3
      return
    }
    guard now - arrived > profile.search else { return stand(for: 3) }
    let reach = min(40, max(8, view.circle / 2))
    let (away, toward) = (reach * generator.uniform().squareRoot(), generator.uniform() * 360)
    let (there, aside) = (Angle.sineAndCosine(degrees: sight.bearing.degrees), Angle.sineAndCosine(degrees: toward))
    let east = sight.distance * there.sine + away * aside.sine
    let north = sight.distance * there.cosine + away * aside.cosine
    let metres = (east * east + north * north).squareRoot()
    go(metres, toward: Bearing(degrees: Angle.degrees(opposite: east, adjacent: north)), to: sight.place)
    nextLook = now + Int(metres / profile.speed) + 8 + pick(10)
  }

  private mutating func help(_ view: PlayerView) -> PlayerAction? {
    guard let goal, let arrived else { return nil }
    let stuck = now - arrived
    if view.canClaim, stuck > profile.claim { return .claim(goal) }
    guard view.hasHint, stuck > profile.hint, now - lastHint > Self.hintPause else { return nil }
    lastHint = now
    return .readHint(goal)
  }

  // MARK: - Questions

  private mutating func think(about id: String, _ view: PlayerView) -> PlayerAction? {
    stride.stop()
    corners = []
    guard let known = answers, known.id == id else {
      answers = (id, now + 15 + pick(60), 0)
      nextLook = now + 5
      return nil
    }
    nextLook = now + 5
    if view.canClaim, known.count >= 3, now - lastFind > profile.claim { return .claim(id) }
    guard now >= known.at, known.count < Self.mostAnswers else {
      return hasEnough ? .giveUp : nil
    }
    answers = (id, now + 20 + pick(60), known.count + 1)
    return .answer(id, isRight: generator.uniform() < profile.wit)
  }

  // MARK: - Small things

  private mutating func stand(for seconds: Int) {
    restsUntil = max(restsUntil, now + seconds)
    nextLook = now + seconds
  }

  private mutating func pick(_ count: Int) -> Int { Int(generator.uniform() * Double(count)) }
}
