package import EventDomain
internal import Geodesy
package import HuntDomain
package import Numbers
internal import Places
package import Views

/// The organiser's view of an event, as a value: events in, effects out; no task, no clock, no I/O.
///
/// ```swift
/// var room = EventRoom(plan, stages: hunt.treasures)
/// _ = room.handle(.positions([position]), at: now)
/// room.screen(at: now).counts  // ["1 of 1 joined, 1 seen, 0 finds", ...]
/// ```
package struct EventRoom: Sendable {
  /// Refused claims and messages that are kept: the oldest are dropped first.
  private static let most = 1000
  /// How long ago something may have been said that is shown as if it were said now.
  private static let recent = Duration.seconds(60)

  /// What a player has by their own finds.
  struct Score: Hashable, Sendable {
    var points = 0
    var found = 0
  }

  /// In which order players are listed.
  enum Order: Hashable, Sendable, CaseIterable {
    case name, points, urgency
  }

  let plan: EventPlan
  let stages: [Treasure]
  var map: MapUseCase
  var (columns, rows) = (80, 24)
  private(set) var roster = RoomRoster()
  /// Those who have come, by their ids.
  private(set) var players: [PlayerID: Player] = [:]
  /// Those of whom there ever was a position.
  private(set) var watches: [PlayerID: PlayerWatch] = [:]
  private(set) var scores: [PlayerID: Score] = [:]
  private(set) var standings: Standings
  private(set) var board: [Standings.Row] = []
  /// The newest last.
  private(set) var rejections: [RoomRejection] = []
  private(set) var messages: [EventMessage] = []
  private(set) var trouble: String?
  /// Those who have come, in the order of the list.
  private(set) var listed: [PlayerID] = []
  var order = Order.name
  /// The player who is chosen, and whether the map follows them.
  var chosen: PlayerID?
  var isFollowing = false
  /// The whole hunt is to be seen, whatever the size of the screen.
  var isWhole = true
  var view = RoomView.both
  /// The list that is opened.
  var open = RoomList.players
  /// Rows of each list that are scrolled away.
  var scrolled: [RoomList: Int] = [:]
  var drag = DragGesture()
  var page: PageOverlay?
  var notice: String?
  /// The message that is being typed, and the team that it is for.
  var line: (editor: LineEditor, team: String?)?

  /// The room of an event in which nothing has happened.
  ///
  /// - Parameter stages: the treasures of its hunt.
  package init(
    _ plan: EventPlan, stages: [Treasure], base: BaseMap = .empty, tiles: TileSetFacts? = nil,
    units: LengthUnits = .metric
  ) {
    (self.plan, self.stages, standings) = (plan, stages, Standings(plan))
    map = MapUseCase(base: base, tiles: tiles, units: units)
    showWhole()
  }

  /// Applies one event.
  ///
  /// - Parameter now: when it happens, by the clock of the organiser's computer.
  package mutating func handle(_ event: RoomEvent, at now: Timestamp) -> [RoomEffect] {
    var effects: [RoomEffect] = []
    switch event {
    case .resize(let columns, let rows):
      (self.columns, self.rows) = (ClosedRange.terminalSizes.clamp(columns), ClosedRange.terminalSizes.clamp(rows))
      if isWhole { showWhole() }
    case .key(let key): effects = press(key, at: now)
    case .pointer(let pointer): point(pointer)
    case .tile(let tile, let outcome): effects = [.fetch(map.receive(tile, outcome))]
    case .tick: pass(at: now)
    case .pageEnds(let line): page?.end(at: line)
    case .notSaid(let why): notice = "This was not said: \(why)"
    case .roster, .positions, .finds, .rulings, .message, .connection: effects = hear(event, at: now).map { .tell($0) }
    }
    let pane = layout.map
    effects.append(.fetch(map.look(around: nil, columns: pane?.columns ?? 0, rows: pane?.rows ?? 0)))
    return effects.filter { $0 != .fetch([]) }
  }

  // MARK: - What happens in the event

  private mutating func hear(_ event: RoomEvent, at now: Timestamp) -> [RoomNews] {
    switch event {
    case .roster(let roster): return receive(roster, at: now)
    case .positions(let positions):
      for position in positions { note(position, at: now) }
      if isFollowing { keepInSight() }
    case .finds(let finds): return receive(finds, at: now)
    case .rulings(let rulings): return receive(rulings)
    case .message(let message):
      messages = (messages + [message]).suffix(Self.most)
      keepPlace(in: .messages, added: 1)
      if message.time.advanced(by: Self.recent) > now {
        notice = "Said to \(message.team.map { "the team \($0)" } ?? "all"): \(message.text)"
      }
      return [.said(message)]
    case .connection(let trouble):
      defer { self.trouble = trouble }
      return trouble == self.trouble ? [] : [.connection(trouble: trouble)]
    default: break
    }
    return []
  }

  private mutating func receive(_ roster: RoomRoster, at now: Timestamp) -> [RoomNews] {
    guard roster != self.roster else { return [] }
    let new = roster.joined.filter { players[$0.id] == nil }
    self.roster = roster
    players = Dictionary(roster.joined.map { ($0.id, $0) }) { $1 }
    if let id = chosen, players[id] == nil { (chosen, isFollowing) = (nil, false) }
    sort(at: now)
    return new.map { .joined($0) }
  }

  private mutating func note(_ position: PlayerPosition, at now: Timestamp) {
    if watches[position.player]?.note(position, at: now) == nil {
      watches[position.player] = PlayerWatch(position, at: now)
    }
  }

  private mutating func receive(_ finds: [LedgerFind], at now: Timestamp) -> [RoomNews] {
    let before = standings.finds.count
    for find in finds { standings.note(find) }
    let new = standings.finds.dropFirst(before)
    for find in new {
      scores[find.claim.player, default: Score()].points += find.points
      scores[find.claim.player, default: Score()].found += 1
    }
    guard !new.isEmpty else { return [] }
    board = standings.rows
    keepPlace(in: .finds, added: new.count)
    if order == .points { sort(at: now) }
    return new.map { .found($0) }
  }

  private mutating func receive(_ rulings: [GivenRuling]) -> [RoomNews] {
    let new = rulings.compactMap { given -> RoomRejection? in
      let reasons = given.ruling.rejections
      guard !reasons.isEmpty else { return nil }
      let id = given.ruling.claim
      return RoomRejection(
        claim: id, player: players[id.player]?.name ?? id.player.text, time: given.time,
        reason: reasons.joined(separator: " "))
    }
    rejections = (rejections + new).suffix(Self.most)
    keepPlace(in: .refused, added: new.count)
    return new.map { .rejected($0) }
  }

  /// Whoever reads an older part of a list that begins with the newest goes on reading there.
  private mutating func keepPlace(in list: RoomList, added: Int) {
    if let place = scrolled[list], place > 0 { scrolled[list] = place + added }
  }

  private mutating func pass(at now: Timestamp) {
    for id in watches.keys { watches[id]?.forget(after: plan.positions.retention, at: now) }
    if order == .urgency { sort(at: now) }
  }

  // MARK: - Players

  /// What a player does.
  func state(of player: PlayerID, at now: Timestamp) -> PlayerState {
    roster.void.contains(player) ? .void : watches[player]?.state(at: now) ?? .unseen
  }

  /// Sorts the list of players; those whose pass is void come last.
  mutating func sort(at now: Timestamp) {
    let entries = roster.joined.map { player -> (Int, Int, String, String, PlayerID) in
      let state = state(of: player.id, at: now)
      let group = order == .urgency ? state.urgency : state == .void ? 1 : 0
      let points = order == .points ? -(scores[player.id]?.points ?? 0) : 0
      let team = order == .name ? player.team ?? "" : ""
      return (group, points, team, player.name, player.id)
    }
    listed = entries.sorted { $0 < $1 }.map(\.4)
  }

  // MARK: - The map

  var layout: RoomLayout { RoomLayout(view, open, columns: columns, rows: rows) }

  /// Shows all stages and all players; all that the map covers if there are none.
  mutating func showWhole() {
    (isWhole, isFollowing) = (true, false)
    let places = stages.map(\.place.position) + watches.values.compactMap { $0.position?.position }
    let bounds = BoundingBox(around: places) ?? map.cache?.facts.bounds ?? map.base.bounds
    guard let bounds, let pane = layout.map ?? RoomLayout(.both, open, columns: columns, rows: rows).map else { return }
    map.camera.show(bounds, columns: pane.columns, rows: pane.rows)
  }

  /// Moves the map when the player who is followed leaves its inner half: a map that lies still is read more easily.
  mutating func keepInSight() {
    guard let place = chosen.flatMap({ watches[$0]?.position?.position }), let pane = layout.map else { return }
    isWhole = false
    if let frame = map.frame(around: nil, columns: pane.columns, rows: pane.rows) {
      let point = frame.point(of: place)
      let (across, down) = (point.x / Double(max(1, pane.columns)), point.y / Double(max(1, pane.rows)))
      if max(abs(across - 0.5), abs(down - 0.5)) <= 0.25 { return }
    }
    map.camera.show(MercatorPoint(place))
  }
}
