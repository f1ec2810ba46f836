extension PointOfInterest {
  /// What it is, in words: `place of worship`; its category where its source gives no kind.
  package var kindWords: String { (kind ?? tags.kind)?.replacing("_", with: " ") ?? category.word }

  /// Whether it is called by a name, and not only by what it is.
  package var hasOwnName: Bool {
    !name.isEmpty && name != kind && name.lowercased() != kindWords.lowercased() && name != "place"
  }

  /// The place, called by what it is; of its tags only the one that says that is left.
  package var withoutName: PointOfInterest {
    PointOfInterest(id: id, name: kindWords, position: position, kind: kind ?? tags.kind, tags: tags.onlyKind)
  }
}
