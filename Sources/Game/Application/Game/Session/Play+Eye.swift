internal import Eye
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Numbers
internal import Places
internal import Views

/// Looking ahead.
extension Play {
  /// Degrees that a notch of a wheel makes the field of view narrower.
  private static let wheelStep = 5.0
  /// The sun is so slow that nobody sees it move in this time, and the picture need not change with every second.
  private static let sunStep: Int64 = 60_000

  /// Whether what lies ahead is shown: by itself, or behind a compass that has a picture of it.
  private func showsEye(at now: Duration) -> Bool {
    switch view {
    case .map: false
    case .eye: true
    case .compass, .split: eye.isBehindCompass && service.ahead(at: now) != nil
    }
  }

  /// The pane of the eye on the screen; `nil` while it has none of its own.
  var eyePane: Pane? { PlayLayout(view, columns: size.columns, rows: size.rows).eye }

  /// Looks at what stands around the player; returns the tiles that are wanted for it.
  ///
  /// - Parameter isSensed: whether a sensor has reported just now.
  mutating func lookAhead(isSensed: Bool, at now: Duration) -> [TileID] {
    guard let position, showsEye(at: now) else { return [] }
    eye.useCase.face(service.ahead(at: now) ?? service.direction(at: now), isSensed: isSensed, at: now)
    let tiles = map.cache.map { EyeUseCase.tiles(around: position, of: $0.facts) } ?? []
    eye.useCase.look(
      around: service.fix,
      geometries: (map.cache?.geometries(of: tiles) ?? []) + map.base.geometries,
      isSeaCharted: map.base.isSeaCharted && map.cache == nil, route: route.line)
    return tiles
  }

  func eyeScreen(_ nearby: NearbySnapshot, _ roles: [String: PlaceRole], _ layout: PlayLayout, at now: Duration)
    -> EyeScreen?
  {
    guard showsEye(at: now), let pane = layout.eye ?? layout.compass else { return nil }
    let played = played(at: time.end ?? now)
    let utc = time.civil.utc(at: played).map { Timestamp(milliseconds: $0.milliseconds / Self.sunStep * Self.sunStep) }
    // What was found before this sitting lies further back than sparks fly.
    let found = hunting.progress.finds.last.map { ($0.treasure.place.position, self.played(at: now) - $0.time) }
    return eye.useCase.screen(
      for: nearby, attribution: layout.map == nil ? map.attribution : "", roles: roles,
      ghosts: race.places(at: played), found: found, time: utc,
      gaze: layout.eye == nil ? Gaze(fieldOfView: CompassUseCase.fieldOfView) : eye.gaze,
      detail: eye.detail,
      // Behind the compass the camera has to look where the compass does.
      columns: pane.columns, rows: pane.rows, at: layout.eye == nil ? nil : now)
  }

  /// What a player asks about who looks there.
  func sightAhead(at now: Duration) -> EyeScreen.Sight? {
    let layout = PlayLayout(view, columns: size.columns, rows: size.rows)
    return eyeScreen(service.snapshot(at: now), hunting.roles, layout, at: now)?.sightAhead
  }

  /// Shows all that is known of a place that is in sight.
  mutating func openDetails(of id: String, at now: Duration) {
    guard service.snapshot(at: now).sighting(of: id) != nil else { return }
    page = PageOverlay(.place(id, isFromList: false))
  }

  /// The mouse looks around: the picture goes along with the hand, and the wheel makes it narrower or wider.
  mutating func lookAbout(with pointer: Pointer, in pane: Pane) {
    switch drag.gesture(for: pointer, in: pane) {
    case .zoom(let steps, _)?: eye.gaze.widen(by: -steps / MapCamera.wheelStep * Self.wheelStep)
    case .pan(let columns, let rows)?:
      let degrees = eye.gaze.fieldOfView / Double(max(1, pane.columns))
      // A cell is twice as high as it is wide.
      eye.gaze.turn(right: columns * degrees, up: -rows * degrees * 2)
    case nil: break
    }
  }
}
