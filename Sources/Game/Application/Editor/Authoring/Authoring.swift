internal import Game
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
package import Views

/// The making of a hunt on foot as a value: events in, effects out; no task, no clock, no I/O.
///
/// Every change is a ``Revision`` that is to be saved at once, and every change can be undone.
package struct Authoring: Sendable {
  /// The mode, which decides what keys do.
  enum Mode: Sendable {
    case browse
    /// The author stands and waits for a good position.
    case standing(StandingPurpose)
    case typing(Typing)
    /// The list of what a stage holds, and the chosen row.
    case editing(String, row: Int)
    /// The outline of the zone of a stage.
    case outlining(String, Outline)
    /// The draft is being played.
    case preview(Session)
  }

  /// The purpose of taking a position.
  enum StandingPurpose: Hashable, Sendable {
    case newStage
    /// A stage that is to be where the author stands.
    case place(of: String)
  }

  var history: DraftHistory
  var mode = Mode.browse {
    didSet {
      let isStanding = if case .standing = mode { true } else { false }
      service.declareStanding(isStanding)
    }
  }
  /// The chosen stage.
  var selected: String?
  var service = NearbyPOIService()
  var map: MapUseCase
  let base: BaseMap
  let source: SourceChoice
  /// The last message, until the author dismisses it or the next one replaces it.
  var message: String?
  /// The page of the keys, when it is asked for.
  var page: PageOverlay?
  /// Why the draft is not saved; `nil` while it is.
  var unsaved: String?
  /// How many changes wait for an answer of the disk.
  private var pendingSaves = 0
  /// Whether the author was told that leaving loses something.
  var isWarned = false
  private(set) var columns = 80
  private(set) var rows = 24

  /// An editor of a draft.
  package init(_ start: AuthoringStart, camera: MapCamera = MapCamera()) {
    history = DraftHistory(start.draft)
    base = start.map
    map = MapUseCase(base: start.map, camera: camera)
    source = start.source
    selected = start.draft.treasures.first?.id
    if let first = start.draft.treasures.first { map.camera.centre = first.place.position }
    showPlaces(at: .zero)
  }

  /// The draft as it is now.
  package var draft: Draft { history.state.draft }
  /// Whether the last change is not saved.
  package var isUnsaved: Bool { unsaved != nil }
  /// Whether the disk has not answered yet to the last change.
  var isSaving: Bool { pendingSaves > 0 }

  var selectedTreasure: Treasure? { selected.flatMap(draft.index).map { draft.treasures[$0] } }

  /// Applies one event that happened at `now`, which never goes back.
  package mutating func handle(_ event: AuthoringEvent, at now: Duration) -> [AuthoringEffect] {
    switch event {
    case .resize(let columns, let rows): resize(columns: columns, rows: rows, at: now)
    case .location(let update): receive(update, at: now)
    case .heading(let heading): service.receive(heading, at: now)
    case .locationEnded:
      service.receive(.lost(reason: "the \(source.label) has ended"), at: now)
      message = "The \(source.label) has ended. Stages can still be changed; q leaves."
    case .saved:
      pendingSaves -= 1
      (unsaved, isWarned) = (nil, false)
    case .cannotSave(let reason):
      pendingSaves -= 1
      unsaved = reason
      message = "Not saved: \(reason) Work goes on; s tries again, and so does the next change."
    case .preview(let event): return preview(event, at: now)
    case .pageEnds(let line):
      if case .preview = mode { return preview(.pageEnds(at: line), at: now) }
      page?.end(at: line)
    case .tick: if case .preview = mode { return preview(.tick, at: now) }
    case .key(let key):
      switch KeyTable.program.command(for: key) {
      case .quit: return leave()
      case .suspend: return [.suspend]
      case .redraw: return [.redraw]
      case nil: return press(key, at: now)
      }
    }
    return []
  }

  private mutating func resize(columns: Int, rows: Int, at now: Duration) {
    (self.columns, self.rows) = (ClosedRange.terminalSizes.clamp(columns), ClosedRange.terminalSizes.clamp(rows))
    if case .preview(var session) = mode {
      _ = session.handle(.resize(columns: columns, rows: rows), at: now)
      mode = .preview(session)
    }
  }

  // MARK: - The sensor

  private mutating func receive(_ update: LocationUpdate, at now: Duration) {
    guard case .believed(_, let shown) = service.receive(update, at: now) else { return }
    map.note(shown)
    guard case .outlining(let id, var outline) = mode else { return }
    do { try outline.pass(shown.position, accuracy: shown.accuracy ?? 0) } catch { message = error.sentence }
    mode = .outlining(id, outline)
    showPlaces(at: now)
  }

  /// The quality of the position that the author could take now.
  func standing(at now: Duration) -> Standing {
    Standing(service.snapshot(at: now))
  }

  // MARK: - Changes

  /// Makes a change, shows it, and has it saved.
  mutating func change(_ change: DraftChange, at now: Duration) -> [AuthoringEffect] {
    save(history.apply(change), at: now)
  }

  mutating func save(_ revision: Revision?, at now: Duration) -> [AuthoringEffect] {
    guard let revision else { return [] }
    if selectedTreasure == nil { selected = draft.treasures.last?.id }
    showPlaces(at: now)
    return write(revision)
  }

  /// Hands a state to the disk, which will answer.
  mutating func write(_ revision: Revision) -> [AuthoringEffect] {
    pendingSaves += 1
    return [.save(revision)]
  }

  /// The stages, and the corners of the outline that is being walked, as places of the map.
  mutating func showPlaces(at now: Duration) {
    let stages = draft.treasures.enumerated().map { index, treasure in
      PointOfInterest(
        id: treasure.id, name: "\(index + 1). \(treasure.place.name)", position: treasure.place.position)
    }
    var corners: [PointOfInterest] = []
    if case .outlining(_, let outline) = mode {
      corners = outline.corners.enumerated().map { index, corner in
        PointOfInterest(id: "corner \(index + 1)\u{0}", name: "\(index + 1)", position: corner)
      }
    }
    service.receive(stages + corners, pinned: Set(stages.map(\.id)), at: now)
    map.base = ground
  }
}
