internal import Eye
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// The hunt being played: sensor reports go to the one service, and from there to both views.
struct Play: Sendable {
  /// Degrees that one key press turns the player.
  static let turnStep = 15.0

  /// Time played that may pass without being saved: what a power cut gives back to the player.
  static let longestUnsaid = Duration.seconds(60)

  var source: CurrentSource
  var time: PlayTime
  var places: OtherPlaces
  /// How the list of what is around is narrowed and ordered.
  var aroundList = AroundList()
  /// How positions are written.
  let notation: CoordinateNotation
  var service = NearbyPOIService(joinsPieces: true)
  var map: MapUseCase
  /// The hand with which the player drags the map.
  var drag = DragGesture()
  /// The screen's size in cells.
  private(set) var size = (columns: 0, rows: 0)
  let compass = CompassUseCase()
  /// How far the radar of the compass reaches.
  var radar = RadarRange.automatic
  var eye: EyeState
  /// The route to the target, and when to ask for another one.
  var route = RouteDemand()
  var hunting: Hunting
  var view: PlayView
  /// The last message, until the player dismisses it or the next one replaces it.
  var message: String? {
    didSet { if message != nil { notices = [] } }
  }
  /// What the event has said since the last message, until the player puts it away; it changes nothing of what keys mean.
  var notices: [String] = []
  /// The other players of the event.
  var mates = Mates()
  /// How the event stands; `nil` before the first news, and without an event.
  var board: Leaderboard?
  /// The finds of team mates that the player knows of.
  private var knownFinds: Set<String> = []
  /// What lies over the views and gets the keys.
  var overlay: Overlay?
  /// What costs points and waits for being asked for again.
  var waitsForConfirmation: Confirmation?
  /// The way to another source; it keeps its choices while it is closed.
  var switching: SwitchFlow
  var obstacles = ObstacleWatch()
  var alerts = Alerts()
  var beeper: ProximityBeeper
  /// Why the latest events are not saved; `nil` if they are.
  var notSaved: String?
  /// Why nothing is saved from now on: a program plays, or has played.
  var rehearsal: String?
  /// The ghosts, and how far ahead or behind.
  var race: Race
  /// The ids of the treasures that the views know.
  var shownTreasures: Set<String> = []
  /// What names on the views must not tell.
  var secrets = Secrets()

  init(_ game: GameSetup, view: PlayView, hasScene: Bool, camera: MapCamera, beeper: ProximityBeeper, at now: Duration)
  {
    source = CurrentSource(game.source, isSteered: game.choice?.isSteered ?? false)
    time = PlayTime(from: now, saved: game.saved)
    places = OtherPlaces(game, at: now)
    notation = game.notation
    switching = SwitchFlow(game.alternatives)
    hunting = Hunting(game.hunt, saved: game.saved)
    race = Race(
      game.ghosts, stages: Set(game.hunt.treasures.map(\.id)), began: game.saved.first { $0.kind == .began }?.time)
    map = MapUseCase(base: game.map, tiles: game.tiles, camera: camera, units: game.units)
    self.view = view
    eye = EyeState(isBehindCompass: hasScene)
    self.beeper = beeper
    showPlaces(at: now)
  }

  /// Where the player is; `nil` before the first position.
  var position: Coordinate? { hunting.position }

  /// Whether everything is found or the source is at its end.
  var isFinished: Bool { time.end != nil }

  mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    let effects = follow(event, at: now) + askForRoute(at: now)
    let tiles = lookAround(isSensed: event.isSensed, at: now)
    return effects + (tiles.isEmpty ? [] : [.fetch(tiles)]) + askAroundView(at: now)
  }

  private mutating func follow(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    switch event {
    case .location(let update): return receive(update, at: now)
    case .locationEnded: return endSource(at: now)
    case .key(let key): return press(key, at: now)
    case .action(let action): return perform(action, at: now)
    case .tile(let id, let outcome):
      let tiles = map.receive(id, outcome)
      if case .geometry(let geometry) = outcome { service.receive(buildings: geometry.buildings) }
      return tiles.isEmpty ? [] : [.fetch(tiles)]
    case .cannotSave(let reason): return cannotSave(reason)
    case .savedAgain: return savedAgain()
    case .rehearses(let reason): return rehearse(reason)
    case .slept(let time):
      message = Wording.slept(time)
      return [.tell(.slept(time))]
    case .announced(let announcement): return announce(announcement)
    case .board(let board): return receive(board)
    case .tick: return pass(at: now)
    case .heading, .mates, .mateFinds, .pointer, .clicked, .detail, .route, .places, .resize, .pageEnds, .sourceChanged,
      .cannotChangeSource, .begin, .cannotBegin:
      note(event, at: now)
      return []
    }
  }

  /// Takes an event that asks nothing of the outside.
  private mutating func note(_ event: SessionEvent, at now: Duration) {
    switch event {
    case .heading(let heading): service.receive(heading, at: now)
    case .mates(let news): mates.receive(news, at: now)
    case .mateFinds(let finds):
      hunting.note(finds)
      showPlaces(at: now)
    case .pointer(let pointer): point(pointer, at: now)
    case .clicked(let id):
      drag = DragGesture()
      if overlay == nil { openDetails(of: id, at: now) }
    case .detail(let detail): eye.detail = detail
    case .route(let line, let target): route.receive(line, to: target)
    case .places(let answer, let source, let focus):
      places.receive(answer, from: source, around: focus, at: now)
      showPlaces(at: now)
    case .resize(let columns, let rows): size = (columns, rows)
    case .pageEnds(let line): page?.end(at: line)
    case .sourceChanged(let choice): sourceChanged(to: choice, at: now)
    case .cannotChangeSource(let reason): message = "Still on \(source.label): \(reason)"
    default: break
    }
  }

  // MARK: - The event of many players

  /// What is shown as the message: the game's own, and behind it what the event says.
  var shownMessage: String? {
    let texts = [message].compactMap(\.self) + notices
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  /// Announcements that are shown at once: more would fill the screen.
  private static let mostNotices = 3

  private mutating func announce(_ announcement: Announcement) -> [SessionEffect] {
    notices = (notices + [announcement.text]).suffix(Self.mostNotices)
    return [.tell(.announced(announcement))]
  }

  /// Takes the leaderboard; tells of finds of team mates, except those of the first one, which happened before.
  private mutating func receive(_ board: Leaderboard) -> [SessionEffect] {
    let isFirst = self.board == nil
    self.board = board
    let new = board.latest.filter { $0.whose == .mate && !knownFinds.contains($0.id) }
    knownFinds.formUnion(new.map(\.id))
    guard !isFirst else { return [] }
    return new.reversed().flatMap { find in
      announce(Announcement(.mateFound, "\(find.player) has found \(find.name).", treasure: find.treasure))
    }
  }

  // MARK: - Saving

  private mutating func cannotSave(_ reason: String) -> [SessionEffect] {
    guard notSaved != reason else { return [] }
    notSaved = reason
    // The line about the sensor has no room for the reason.
    message = [message, Self.notSaved(reason)].compactMap(\.self).joined(separator: " ")
    return [.tell(.notSaved(reason: reason))]
  }

  /// The sentence that says why the game is not saved, for the news and the page of the treasures.
  static func notSaved(_ reason: String) -> String { "Not saved yet: \(reason)" }

  /// Said where it is read: it comes with another source, whose name is being told.
  private mutating func rehearse(_ reason: String) -> [SessionEffect] {
    guard rehearsal != reason else { return [] }
    (rehearsal, notSaved) = (reason, nil)
    message = [message, reason].compactMap(\.self).joined(separator: " ")
    return [.tell(.notSaved(reason: reason))]
  }

  private mutating func savedAgain() -> [SessionEffect] {
    guard let reason = notSaved else { return [] }
    if message == Self.notSaved(reason) { message = nil }
    notSaved = nil
    return [.tell(.savedAgain)]
  }
}

extension SessionEvent {
  /// Whether a sensor reports where the player is, or where they look.
  fileprivate var isSensed: Bool {
    switch self {
    case .location, .heading: true
    default: false
    }
  }
}
