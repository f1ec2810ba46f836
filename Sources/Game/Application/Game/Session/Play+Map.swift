internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// Looking about on the map.
extension Play {
  /// Turns and moves map and eye with the player; returns the visible tiles that have not been requested yet.
  ///
  /// - Parameter isSensed: whether a sensor has reported just now.
  mutating func lookAround(isSensed: Bool, at now: Duration) -> [TileID] {
    if map.camera.turnsWithPlayer { map.camera.look(along: service.direction(at: now)) }
    let ahead = lookAhead(isSensed: isSensed, at: now)
    let chosen = map.camera
    map.camera = shownCamera
    defer { map.camera = chosen }
    return map.look(around: position, columns: mapPane?.columns ?? 0, rows: mapPane?.rows ?? 0, and: ahead)
  }

  /// What the map shows: all of the hunt while there has been no position and the player has not looked elsewhere.
  var shownCamera: MapCamera {
    guard position == nil, map.camera.centre == nil else { return map.camera }
    return huntCamera ?? map.camera
  }

  /// A camera that sees all treasures that may be seen, and the player; `nil` where there is nothing to see or no map.
  private var huntCamera: MapCamera? {
    let places = hunting.visible.map(\.place.position) + [position].compactMap(\.self)
    guard let pane = mapPane, let box = BoundingBox(around: places) else { return nil }
    var camera = map.camera
    camera.show(box, columns: pane.columns, rows: pane.rows)
    return camera
  }

  /// The pane of the map on the screen; `nil` while the map is not visible.
  var mapPane: Pane? { PlayLayout(view, columns: size.columns, rows: size.rows).map }

  /// The mouse: it moves and zooms the map, and scrolls a page that lies over it.
  mutating func point(_ pointer: Pointer, at now: Duration) {
    if page != nil {
      if case .wheel(let steps, _, _) = pointer, steps != 0 { scrollPage(steps > 0 ? .up : .down, at: now) }
      return
    }
    guard overlay == nil else { return }
    if let pane = eyePane { return lookAbout(with: pointer, in: pane) }
    guard let pane = mapPane else { return }
    let before = map.camera
    map.camera = shownCamera
    switch drag.gesture(for: pointer, in: pane) {
    case .zoom(let steps, let spot)?:
      map.zoom(by: steps, about: spot, around: position, columns: pane.columns, rows: pane.rows)
    case .pan(let columns, let rows)?: map.pan(columns: columns, rows: rows, from: position)
    case nil: map.camera = before
    }
  }

  /// The effects that ask for a route to the target; empty without a screen, or if the known one will do.
  mutating func askForRoute(at now: Duration) -> [SessionEffect] {
    guard size.columns > 0 else { return [] }
    guard !isFinished, let target = hunting.target, shownTreasures.contains(target.id) else {
      route = RouteDemand()
      return []
    }
    guard let fix = service.fix else { return [] }
    let question = route.question(
      from: fix.position, accuracy: fix.accuracy ?? 0, to: target.place.position, target: target.id, at: now)
    return question.map { [.findRoute($0)] } ?? []
  }

  /// Switches the map between north up and heading up.
  mutating func switchTurning(at now: Duration) {
    map.camera.switchTurning()
    guard map.camera.turnsWithPlayer, service.direction(at: now) == nil else { return }
    message = "The map turns with you as soon as it is known where you look."
  }

  /// Looks at what the player is after.
  mutating func lookAtTarget(at now: Duration) {
    guard let target = hunting.target,
      let place = service.snapshot(at: now).sighting(of: target.id)?.place
    else {
      message = "There is no target that could be shown."
      return
    }
    map.camera.show(MercatorPoint(place.position))
  }

  /// Looks at all treasures that may be seen, and at the player.
  mutating func lookAtHunt() { map.camera = huntCamera ?? map.camera }
}

/// The places around the player, beside the treasures.
extension Play {
  /// The zoom from which on places are asked for where the map is: there ``PlaceDemand/reach`` is half a screen.
  private static let nearEnough = 13.0

  /// The effects that ask the sources for places around this fix; empty if none are needed.
  mutating func askForPlaces(at now: Duration) -> [SessionEffect] {
    guard let position, let question = places.question(at: position, around: .player, now) else { return [] }
    return [.ask(question)]
  }

  /// The effects that ask the sources for places around the map's centre; empty if the player is near it, or the map is
  /// zoomed out too far.
  mutating func askAroundView(at now: Duration) -> [SessionEffect] {
    guard mapPane != nil, !map.camera.isFollowing, map.camera.zoom >= Self.nearEnough,
      let centre = map.camera.centre, position.map({ $0.distance(to: centre) > PlaceDemand.step }) ?? true,
      let question = places.question(at: centre, around: .view, now)
    else { return [] }
    return [.ask(question)]
  }

  /// The views learn what may be seen now.
  mutating func showPlaces(at now: Duration) {
    let visible = hunting.visible
    shownTreasures = Set(visible.map(\.id))
    secrets = Secrets(hunting.progress, visible: visible)
    let others = places.places(beside: hunting.progress.hunt, keeping: secrets)
    let treasures = visible.map { treasure -> PointOfInterest in
      let place = treasure.place
      // Short, for the map; the target is called by its name alone, as in all that is said about it.
      guard treasure.id != hunting.target?.id, let finder = hunting.finder(of: treasure.id) else { return place }
      return PointOfInterest(
        id: place.id, name: "\(place.name) (\(finder))", position: place.position, kind: place.kind,
        tags: place.tags)
    }
    service.receive(treasures + others, pinned: shownTreasures, at: now)
    for geometry in map.base.geometries { service.receive(buildings: geometry.buildings) }
    for geometry in map.cache?.allGeometries ?? [] { service.receive(buildings: geometry.buildings) }
  }

  /// Shows the places again if a treasure has become visible or hidden.
  mutating func showNewPlaces(at now: Duration) {
    guard Set(hunting.visible.map(\.id)) != shownTreasures else { return }
    showPlaces(at: now)
  }
}
