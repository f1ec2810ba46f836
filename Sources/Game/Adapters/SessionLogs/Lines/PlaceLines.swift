internal import Game
internal import Geodesy
internal import Nearby
internal import Places

/// A place as a line has it.
struct PlaceLine: Hashable, Codable {
  var id, name: String
  var lat, lon: Double
  var kind: String?
  /// Keys and values by turns.
  var tags: [String]?

  init(_ place: PointOfInterest) {
    (id, name) = (place.id, place.name)
    (lat, lon) = (place.position.latitude, place.position.longitude)
    kind = place.kind
    tags = place.tags.isEmpty ? nil : place.tags.pairs.flatMap { [$0.key, $0.value] }
  }

  var place: PointOfInterest? {
    guard let position = Coordinate(latitude: lat, longitude: lon) else { return nil }
    let flat = tags ?? []
    let pairs = stride(from: 0, to: flat.count - 1, by: 2).map { (key: flat[$0].asName, value: flat[$0 + 1].asName) }
    return PointOfInterest(
      id: id.asName, name: name.asName, position: position, kind: .asName(kind), tags: PlaceTags(pairs))
  }
}

/// The answer of a place source, as encoded in a line.
struct PlacesLine: Hashable, Codable {
  var places: [PlaceLine]
  var age: ExactTime?
  var attribution: [String]?
  var trouble: String?
  var isAwaitingBetter: Bool?
  var service: String?
  var source: Int
  var focus: Int?

  /// The valid numbers of sources; a game has a handful.
  private static let sources = 0..<1000

  init(_ answer: PlacesAnswer, source: Int, around focus: PlacesQuestion.Focus) {
    places = answer.places.map(PlaceLine.init)
    age = answer.age.map(ExactTime.init)
    attribution = answer.attribution.isEmpty ? nil : answer.attribution
    trouble = answer.trouble
    isAwaitingBetter = answer.isAwaitingBetter ? true : nil
    service = answer.service
    self.source = source
    self.focus = focus == .player ? nil : focus.rawValue
  }

  var event: SessionEvent? {
    guard let focus = PlacesQuestion.Focus(rawValue: focus ?? 0), Self.sources.contains(source) else { return nil }
    let read = places.compactMap(\.place)
    guard read.count == places.count else { return nil }
    return .places(
      PlacesAnswer(
        read, age: age?.duration, attribution: (attribution ?? []).map(\.asName), trouble: .asName(trouble),
        isAwaitingBetter: isAwaitingBetter ?? false, service: .asName(service)),
      source: source, around: focus)
  }
}
