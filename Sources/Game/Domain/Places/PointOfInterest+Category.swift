extension PointOfInterest {
  /// The category for walkers: by its tags, or else by its source's own kind.
  package var category: PlaceCategory {
    if let category = tags.category { return category }
    guard let kind else { return .other }
    return PlaceVocabulary.category(ofWord: kind) ?? .other
  }
}
