package import HuntDomain

extension PointOfInterest {
  /// What it is to a walker: by its tags, or else by the word that its source has for it.
  package var category: PlaceCategory {
    if let category = tags.category { return category }
    guard let kind else { return .other }
    return PlaceVocabulary.category(ofWord: kind) ?? .other
  }
}
