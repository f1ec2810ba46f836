internal import Game
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// The draft as a game, with a walker whom keys drive.
extension Authoring {
  mutating func startPreview(at now: Duration) -> [AuthoringEffect] {
    guard let hunt = draft.hunt else {
      message = Self.noStage
      return []
    }
    message = nil
    var session = Session(view: .split, camera: MapCamera(zoom: map.camera.zoom))
    _ = session.handle(.resize(columns: columns, rows: rows), at: now)
    let choice = SourceChoice.steer(from: nil)
    _ = session.handle(.begin(GameSetup(hunt: hunt, map: base, source: choice.label, choice: choice)), at: now)
    mode = .preview(session)
    let nearby = service.snapshot(at: now)
    // If the first stage is too far to steer to, the preview begins beside it.
    let isNear = nearby.position.map { $0.distance(to: hunt.treasures[0].place.position) <= Self.walkable } ?? false
    return [
      .preview(
        Standpoint(position: isNear ? nearby.position : nil, looking: nearby.heading?.bearing, hunt: hunt))
    ]
  }

  /// The most metres from which the preview lets the author steer to the first stage.
  private static var walkable: Double { 500 }

  /// Passes an event to the preview's session.
  mutating func preview(_ event: SessionEvent, at now: Duration) -> [AuthoringEffect] {
    guard case .preview(var session) = mode else { return [] }
    if case .cannotBegin(let reason) = event {
      mode = .browse
      message = "No preview: \(reason)"
      return [.endPreview]
    }
    // Taken out while it changes, so that nothing is copied.
    mode = .browse
    let wishes = session.handle(event, at: now)
    guard !wishes.contains(.quit) else { return [.endPreview] }
    mode = .preview(session)
    return wishes.compactMap { wish in
      switch wish {
      case .steer(let steering): .steerPreview(steering)
      case .suspend: .suspend
      case .redraw: .redraw
      // A preview saves nothing and sends nothing to trackers.
      default: nil
      }
    }
  }

  mutating func pressInPreview(_ key: Key, at now: Duration) -> [AuthoringEffect] {
    guard case .preview(let before) = mode else { return [] }
    let effects = preview(.key(key), at: now)
    // Esc puts away what lies over the game; where nothing does, it leads back.
    guard key == .escape, case .preview = mode, effects.isEmpty, !before.isCovered else { return effects }
    mode = .browse
    return [.endPreview]
  }
}
