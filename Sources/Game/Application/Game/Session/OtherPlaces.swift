internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places

/// The places beside the treasures: what is known of them, what is asked for, and which are shown.
struct OtherPlaces: Sendable {
  /// Offset of the source numbers for places around the map's view; larger than any number of sources.
  private static let mostSources = 1000

  /// The places, from all their sources.
  private(set) var pool = PlacePool()
  /// The only ones to be shown; `nil` for all.
  var category: PlaceCategory?
  /// When sources are asked for places on the way, and around the map's view; empty if there are none.
  private var demands: [PlacesQuestion.Focus: PlaceDemand]

  /// The places that a game begins with.
  init(_ game: GameSetup, at now: Duration) {
    let foci = game.asksForPlaces ? PlacesQuestion.Focus.allCases : []
    demands = Dictionary(uniqueKeysWithValues: foci.map { ($0, PlaceDemand(around: $0)) })
    pool.receive(PlacesAnswer(game.places, attribution: game.placesAttribution), from: 0, at: now)
  }

  /// What to ask the sources for places around `centre`; `nil` while the last question covers it, or without sources.
  mutating func question(
    at centre: Coordinate, around focus: PlacesQuestion.Focus, _ now: Duration
  ) -> PlacesQuestion? {
    demands[focus]?.question(at: centre, now)
  }

  /// A source has answered.
  mutating func receive(
    _ answer: PlacesAnswer, from source: Int, around focus: PlacesQuestion.Focus, at now: Duration
  ) {
    demands[focus]?.receive(answer)
    pool.receive(answer, from: source + focus.rawValue * Self.mostSources, at: now)
  }

  /// Places of the chosen category, under other ids where they are called like treasures of a hunt, and without the names
  /// that would tell a secret.
  func places(beside hunt: Hunt, keeping secrets: Secrets) -> [PointOfInterest] {
    pool.places.compactMap { place in
      guard category == nil || place.category == category else { return nil }
      let place = secrets.shown(place)
      return hunt.treasure(place.id) == nil ? place : place.called("place:\(place.id)")
    }
  }
}
