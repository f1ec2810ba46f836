internal import Geodesy
internal import HuntDomain

/// The hunt being played: what the sensors say goes to the one service, and from there to both views.
struct Play: Sendable {
  /// Degrees that one key press turns the player.
  static let turnStep = 15.0

  let source: String
  let ordinary: [PointOfInterest]
  let start: Duration
  var service = NearbyPOIService()
  var map: MapUseCase
  let compass = CompassUseCase()
  var hunting: Hunting
  var view: PlayView
  /// What happened last, until the player puts it away or the next thing happens.
  var message: String?
  var showsHelp = false
  /// The question which place the player faces, while it is open.
  var landmarks: Landmarks?
  var position: Coordinate?
  /// When the game was over.
  var end: Duration?

  init(_ game: Game, view: PlayView, camera: MapCamera, at now: Duration) {
    source = game.source
    let treasures = Set(game.hunt.treasures.map(\.id))
    ordinary = game.places.map { place in
      guard treasures.contains(place.id) else { return place }
      return PointOfInterest(id: "place:\(place.id)", name: place.name, position: place.position, kind: place.kind)
    }
    hunting = Hunting(game.hunt)
    map = MapUseCase(base: game.map, camera: camera)
    self.view = view
    start = now
    showPlaces(at: now)
  }

  /// Whether everything is found or the source is at its end.
  var isFinished: Bool { end != nil }

  mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    switch event {
    case .location(let update): return receive(update, at: now)
    case .heading(let heading):
      service.receive(heading, at: now)
      return []
    case .locationEnded: return finish(at: now)
    case .key(let key): return press(key, at: now)
    default: return []
    }
  }

  // MARK: - The sensors

  private mutating func receive(_ update: LocationUpdate, at now: Duration) -> [SessionEffect] {
    service.receive(update, at: now)
    switch update {
    case .searching(let satellites): return [.tell(.searching(satellitesInView: satellites))]
    case .lost(let reason): return [.tell(.lost(reason: reason))]
    case .fix(let fix):
      position = fix.position
      map.note(fix)
      return [.tell(.fix(fix))] + find(hunting.apply(fix), at: now)
    }
  }

  private mutating func find(_ finds: [Find], at now: Duration) -> [SessionEffect] {
    guard !finds.isEmpty else { return [] }
    showPlaces(at: now)
    message = finds.flatMap { ["Found: \($0.treasure.place.name)!", $0.treasure.message].compactMap(\.self) }
      .joined(separator: " ")
    let before = hunting.progress.finds.count - finds.count
    let total = hunting.progress.hunt.treasures.count
    let news = finds.enumerated().map { index, find in
      SessionEffect.tell(.found(find, count: before + index + 1, of: total))
    }
    return [.bell] + news + (hunting.progress.isCompleted ? finish(at: now) : [])
  }

  private mutating func finish(at now: Duration) -> [SessionEffect] {
    guard !isFinished else { return [] }
    end = now
    let progress = hunting.progress
    if !progress.isCompleted { message = "The \(source) has ended. Press q to leave." }
    return [
      .tell(
        .finished(
          found: progress.finds.count, of: progress.hunt.treasures.count, points: progress.points, time: now - start))
    ]
  }

  private mutating func showPlaces(at now: Duration) {
    let visible = hunting.visible
    service.receive(visible + ordinary, pinned: Set(visible.map(\.id)), at: now)
  }
}
