internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Views

/// The places around the player, beside the treasures.
extension Play {
  /// Nobody names so many sources: from this number on their answers are those around what is looked at.
  private static let mostSources = 1000
  /// The zoom from which on places are asked for where the map is: there ``PlaceDemand/reach`` is half a screen.
  private static let nearEnough = 13.0

  /// What to ask the sources of places at this fix.
  mutating func askForPlaces(at now: Duration) -> [SessionEffect] {
    guard let position, let question = demand?.question(at: position, now) else { return [] }
    return [.ask(question)]
  }

  /// What to ask the sources where the map was moved to; nothing where the player is near, or the map shows so much
  /// that places would be no more than a spot on it.
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
    let visible = hunting.visible(from: position)
    shownTreasures = Set(visible.map(\.id))
    service.receive(visible.map(\.place) + ordinary, pinned: shownTreasures, at: now)
  }

  /// The same, if anything has come into sight or out of it.
  mutating func showNewPlaces(at now: Duration) {
    guard Set(hunting.visible(from: position).map(\.id)) != shownTreasures else { return }
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
