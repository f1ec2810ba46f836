internal import HuntDomain

/// The places around the player, beside the treasures.
extension Play {
  /// Rows that the page of what is around has at most: who looks for more takes a category.
  private static let most = 100

  /// What to ask the sources of places at this fix.
  mutating func askForPlaces(at now: Duration) -> [SessionEffect] {
    guard let position, let question = demand?.question(at: position, now) else { return [] }
    return [.ask(question)]
  }

  /// A source has answered.
  mutating func receive(_ answer: PlacesAnswer, from source: Int, at now: Duration) {
    demand?.receive(answer)
    pool.receive(answer, from: source, at: now)
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

  // MARK: - The page of what is around

  /// Shows the next category that there is anything of, or the one before; all after the last.
  mutating func choose(forward: Bool, at now: Duration) {
    let known = Set(pool.places.map(\.category))
    let choices = [nil] + PlaceCategory.allCases.filter(known.contains).map(Optional.some)
    let index = choices.firstIndex(of: category) ?? 0
    category = choices[(index + (forward ? 1 : choices.count - 1)) % choices.count]
    showPlaces(at: now)
  }

  /// What is around: how far, where, and how long it takes on foot.
  func aroundPage(_ nearby: Nearby, at now: Duration) -> PageScreen {
    let shown = nearby.sightings.filter { !shownTreasures.contains($0.id) }
    let rows = shown.prefix(Self.most).map { seen in
      PageScreen.Row(role: .place, name: seen.place.name, value: Wording.around(seen))
    }
    let more = shown.count > Self.most ? ["The nearest \(Self.most) of \(shown.count)."] : []
    let notes = (more + pool.troubles + sources(at: now)).map { PageScreen.Row(name: "", value: $0) }
    let nothing = [PageScreen.Row(name: "", value: nearby.position == nil ? "There is no position yet." : "Nothing.")]
    return PageScreen(
      title: "Around you: \(category?.word ?? "everything")",
      rows: (rows.isEmpty ? nothing : rows) + [.init(name: "", value: "")] + notes)
  }

  /// Where the places come from, and how old that is.
  private func sources(at now: Duration) -> [String] {
    let age = pool.age(at: now).map { "Places as they were \(Wording.age($0)) ago." }
    let waiting = pool.isAwaitingBetter ? "Asking for newer ones." : nil
    let credit = pool.attribution.isEmpty ? nil : "Places: \(pool.attribution.joined(separator: ", "))."
    let words = [age, waiting, credit].compactMap(\.self)
    return words.isEmpty ? [] : [words.joined(separator: " ")]
  }
}
