internal import Geodesy
internal import HuntDomain

/// The hunt being played: what the sensors say goes to the one service, and from there to both views.
struct Play: Sendable {
  /// Degrees that one key press turns the player.
  static let turnStep = 15.0

  /// The sensor's name in the line about it.
  var source: String
  let ordinary: [PointOfInterest]
  /// How positions are written.
  let notation: CoordinateNotation
  let start: Duration
  var service = NearbyPOIService()
  var map: MapUseCase
  let compass = CompassUseCase()
  var hunting: Hunting
  var view: PlayView
  /// What happened last, until the player puts it away or the next thing happens.
  var message: String?
  var showsHelp = false
  /// How far the page about the position is scrolled; nothing while it is not shown.
  var detailsScroll: Int?
  /// The question which place the player faces, while it is open.
  var landmarks: Landmarks?
  var position: Coordinate?
  /// Whether keys drive the player.
  var isSteered: Bool
  /// The flow to another source.
  var switching: SwitchFlow
  /// When the present source was opened, since the start of the game; its fixes count from there.
  var sourceStart = Duration.zero
  /// The time of the last fix, since the start of the game.
  var latestFix = Duration.zero
  /// The speed over ground that the last fix tells.
  var speed: Double?
  /// When the game was over.
  var end: Duration?

  init(_ game: Game, view: PlayView, camera: MapCamera, at now: Duration) {
    source = game.source
    notation = game.notation
    isSteered = game.choice?.isSteered ?? false
    switching = SwitchFlow(game.alternatives)
    let treasures = Set(game.hunt.treasures.map(\.id))
    ordinary = game.places.map { place in
      guard treasures.contains(place.id) else { return place }
      return PointOfInterest(id: "place:\(place.id)", name: place.name, position: place.position, kind: place.kind)
    }
    hunting = Hunting(game.hunt, saved: game.saved)
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
    case .locationEnded: return endSource(at: now)
    case .key(let key): return press(key, at: now)
    case .sourceChanged(let choice):
      sourceChanged(to: choice, at: now)
      return []
    case .cannotChangeSource(let reason):
      message = "Still on \(source): \(reason)"
      return []
    default: return []
    }
  }

  // MARK: - The sensors

  private mutating func receive(_ update: LocationUpdate, at now: Duration) -> [SessionEffect] {
    var update = update
    if case .fix(var fix) = update {
      fix.time += sourceStart
      latestFix = max(latestFix, fix.time)
      update = .fix(fix)
    }
    let verdict = service.receive(update, at: now)
    switch (update, verdict) {
    case (.searching(let satellites), _): return [.tell(.searching(satellitesInView: satellites))]
    case (.lost(let reason), _): return [.tell(.lost(reason: reason))]
    case (.fix, .held(let held)): return [.tell(.held(held))]
    case (.fix, .believed(_, let fix)):
      position = fix.position
      speed = fix.speed
      map.note(fix)
      return [.tell(.fix(fix))] + find(hunting.progress.receive(fix), at: now)
    case (.fix, nil): return []
    }
  }

  /// Events are saved before anybody hears of them.
  func saving(_ events: [HuntEvent]) -> [SessionEffect] { events.isEmpty ? [] : [.save(events)] }

  private mutating func find(_ events: [HuntEvent], at now: Duration) -> [SessionEffect] {
    let count = events.count { if case .found = $0.kind { true } else { false } }
    let finds = hunting.progress.finds.suffix(count)
    guard !finds.isEmpty else { return saving(events) }
    showPlaces(at: now)
    message = finds.flatMap { ["Found: \($0.treasure.place.name)!", $0.treasure.message].compactMap(\.self) }
      .joined(separator: " ")
    let before = hunting.progress.finds.count - finds.count
    let total = hunting.progress.hunt.treasures.count
    let news = finds.enumerated().map { index, find in
      SessionEffect.tell(.found(find, count: before + index + 1, of: total))
    }
    return saving(events) + [.sound(.bell)] + news + (hunting.progress.isCompleted ? finish(at: now) : [])
  }

  mutating func finish(at now: Duration) -> [SessionEffect] {
    guard !isFinished else { return [] }
    end = now
    let progress = hunting.progress
    if !progress.isCompleted { message = "The \(source) has ended. Press q to leave." }
    return [
      .tell(
        .finished(
          found: progress.finds.count, of: progress.hunt.treasures.count, points: progress.points, time: now - start,
          isWon: progress.isWon))
    ]
  }

  private mutating func showPlaces(at now: Duration) {
    let visible = hunting.visible
    service.receive(visible + ordinary, pinned: Set(visible.map(\.id)), at: now)
  }
}
