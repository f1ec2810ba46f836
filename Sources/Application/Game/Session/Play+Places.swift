internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// The places around the player, beside the treasures.
extension Play {
  /// Offset of the source numbers for places around the map's view; larger than any number of sources.
  private static let mostSources = 1000
  /// The zoom from which on places are asked for where the map is: there ``PlaceDemand/reach`` is half a screen.
  private static let nearEnough = 13.0

  /// The effects that ask the sources for places around this fix; empty if none are needed.
  mutating func askForPlaces(at now: Duration) -> [SessionEffect] {
    guard let position, let question = demand?.question(at: position, now) else { return [] }
    return [.ask(question)]
  }

  /// The effects that ask the sources for places around the map's centre; empty if the player is near it, or the map is
  /// zoomed out too far.
  mutating func askAroundView(at now: Duration) -> [SessionEffect] {
    guard viewDemand != nil, mapPane != nil, !map.camera.isFollowing, map.camera.zoom >= Self.nearEnough,
      let centre = map.camera.centre, position.map({ $0.distance(to: centre) > PlaceDemand.step }) ?? true,
      let question = viewDemand?.question(at: centre, now)
    else { return [] }
    return [.ask(question)]
  }

  /// A source has answered.
  mutating func receive(
    _ answer: PlacesAnswer, from source: Int, around focus: PlacesQuestion.Focus, at now: Duration
  ) {
    switch focus {
    case .player: demand?.receive(answer)
    case .view: viewDemand?.receive(answer)
    }
    pool.receive(answer, from: source + focus.rawValue * Self.mostSources, at: now)
    showPlaces(at: now)
  }

  /// The views learn what may be seen now.
  mutating func showPlaces(at now: Duration) {
    let visible = hunting.visible
    shownTreasures = Set(visible.map(\.id))
    service.receive(visible.map(\.place) + ordinary, pinned: shownTreasures, at: now)
  }

  /// Shows the places again if a treasure has become visible or hidden.
  mutating func showNewPlaces(at now: Duration) {
    guard Set(hunting.visible.map(\.id)) != shownTreasures else { return }
    showPlaces(at: now)
  }

  /// Places of the chosen category, under other ids where they are called like treasures.
  private var ordinary: [PointOfInterest] {
    let hunt = hunting.progress.hunt
    return pool.places.compactMap { place in
      guard category == nil || place.category == category else { return nil }
      return hunt.treasure(place.id) == nil ? place : place.called("place:\(place.id)")
    }
  }
}
