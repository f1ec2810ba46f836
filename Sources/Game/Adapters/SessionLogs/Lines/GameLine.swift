internal import Game
internal import Geodesy
internal import HuntDomain
internal import Views

/// The setup of a game, as encoded in a line.
struct GameLine: Hashable, Codable {
  struct FileLine: Hashable, Codable {
    var path: String
    var text: String?
    var sum: String?

    init(_ file: RecordedGame.File) { (path, text, sum) = (file.path, file.text, file.sum) }

    var file: RecordedGame.File { .init(path: path, text: text, sum: sum) }
  }

  struct OfferLine: Hashable, Codable {
    var choice, title, detail: String
    var question: String?
  }

  var hunt: FileLine
  var map: FileLine?
  var ghosts: [FileLine]?
  var places: [PlaceLine]?
  var attribution: [String]?
  var asksForPlaces: Bool?
  var source: String
  var choice: String?
  var alternatives: [OfferLine]?
  var saved: [EventRow]?
  var notation, units: String

  init(_ game: RecordedGame) {
    hunt = FileLine(game.hunt)
    map = game.map.map(FileLine.init)
    ghosts = game.ghosts.isEmpty ? nil : game.ghosts.map(FileLine.init)
    places = game.places.isEmpty ? nil : game.places.map(PlaceLine.init)
    attribution = game.placesAttribution.isEmpty ? nil : game.placesAttribution
    asksForPlaces = game.asksForPlaces ? true : nil
    source = game.source
    choice = game.choice?.words
    alternatives = game.alternatives.isEmpty ? nil : game.alternatives.map(OfferLine.init)
    saved = game.saved.isEmpty ? nil : game.saved.map(EventRow.init)
    (notation, units) = (game.notation.rawValue, game.units.rawValue)
  }

  /// The recorded game; `nil` if any part of the line is invalid.
  var game: RecordedGame? {
    let places = (self.places ?? []).map(\.place)
    let alternatives = (self.alternatives ?? []).map(\.offer)
    let saved = (self.saved ?? []).map(\.event)
    let choice = self.choice.map { SourceChoice(words: $0) }
    guard places.allSatisfy({ $0 != nil }), alternatives.allSatisfy({ $0 != nil }), saved.allSatisfy({ $0 != nil }),
      let notation = CoordinateNotation(rawValue: notation), let units = LengthUnits(rawValue: units)
    else { return nil }
    if case .some(.none) = choice { return nil }
    return RecordedGame(
      hunt: hunt.file, map: map?.file, ghosts: (ghosts ?? []).map(\.file),
      places: places.compactMap(\.self), placesAttribution: (attribution ?? []).map(\.asName),
      asksForPlaces: asksForPlaces ?? false,
      source: source.asName, choice: choice ?? nil, alternatives: alternatives.compactMap(\.self),
      saved: saved.compactMap(\.self), notation: notation, units: units)
  }
}

extension GameLine.OfferLine {
  init(_ offer: Offers.Source) {
    self.init(
      choice: offer.choice.words, title: offer.title, detail: offer.detail,
      question: offer.question?.rawValue)
  }

  var offer: Offers.Source? {
    let asked = question.flatMap(Offers.Source.Question.init)
    guard let choice = SourceChoice(words: choice), (asked == nil) == (question == nil) else { return nil }
    return Offers.Source(choice, title: title.asName, detail: detail.asName, question: asked)
  }
}
