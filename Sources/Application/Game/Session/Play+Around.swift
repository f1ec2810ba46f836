internal import Nearby
internal import Places
internal import Views

/// The page of what is around, and that of one place of it.
extension Play {
  /// The most rows of the page; a category narrows the list.
  private static let most = 100
  /// The age from which on places may be out of date.
  private static let old = Duration.seconds(3600)
  /// Rows that a page key moves by.
  private static let leap = 5

  /// The sightings that the page is about, and those that it shows, what is most worth a look from here first; treasures
  /// are left out.
  private func around(_ nearby: NearbySnapshot) -> (all: [Sighting], shown: [Sighting]) {
    let all = nearby.sightings.filter { !shownTreasures.contains($0.id) }
    return (all, all.byWorth([:]).prefix(Self.most).map(\.sighting))
  }

  // MARK: - Keys

  /// A key while the page is open; returns whether it does anything there.
  mutating func pressAround(_ key: Key, _ chosen: String?, at now: Duration) -> Bool {
    let rows = around(service.snapshot(at: now)).shown.map(\.id)
    let index = chosen.flatMap(rows.firstIndex) ?? 0
    let next: Int
    switch key {
    case .left, .right:
      choose(forward: key == .right, at: now)
      page = PageOverlay(.around(nil))
      return true
    case .enter:
      if rows.indices.contains(index) { page = PageOverlay(.place(rows[index])) }
      return true
    case .up, .character("k"): next = index - 1
    case .down, .character("j"): next = index + 1
    case .pageUp: next = index - Self.leap
    case .pageDown, .character(" "): next = index + Self.leap
    case .home: next = 0
    case .end: next = rows.count - 1
    default: return false
    }
    if !rows.isEmpty { page = PageOverlay(.around(rows[max(0, min(rows.count - 1, next))])) }
    return true
  }

  /// The wheel does what arrows do.
  mutating func scrollPage(_ key: Key, at now: Duration) {
    if case .around(let chosen) = page?.kind { _ = pressAround(key, chosen, at: now) } else { _ = page?.scroll(key) }
  }

  /// Shows the next category that there is anything of, or the one before; all after the last.
  private mutating func choose(forward: Bool, at now: Duration) {
    let known = Set(places.pool.places.map(\.category))
    let choices = [nil] + PlaceCategory.allCases.filter(known.contains).map(Optional.some)
    let index = choices.firstIndex(of: places.category) ?? 0
    places.category = choices[(index + (forward ? 1 : choices.count - 1)) % choices.count]
    showPlaces(at: now)
  }

  // MARK: - Pages

  /// The page of the places around: distance, direction and walking time of each.
  ///
  /// - Parameter chosen: the id of the place that is chosen; the first where that is not there any more.
  func aroundPage(_ nearby: NearbySnapshot, chosen: String?, at now: Duration) -> PageScreen {
    let (all, shown) = around(nearby)
    let rows = shown.map { PageScreen.Row(role: .place, name: $0.place.name, value: Wording.around($0)) }
    let more = all.count > Self.most ? ["The \(Self.most) most important of \(all.count)."] : []
    // What makes the list wrong comes before it, and whose it is behind.
    let old = places.pool.age(at: now).flatMap { $0 >= Self.old ? $0 : nil }
    let warnings = ((old == nil ? [] : age(at: now)) + places.pool.troubles).map { PageScreen.Row(name: "", value: $0) }
    let notes = (more + (old == nil ? age(at: now) : []) + credit).map { PageScreen.Row(name: "", value: $0) }
    let nothing = [PageScreen.Row(name: "", value: nearby.position == nil ? "There is no position yet." : "Nothing.")]
    var screen = PageScreen(
      title: "Around you\(old.map { " \(Wording.age($0)) ago" } ?? ""): \(places.category?.word ?? "everything")",
      rows: warnings + (rows.isEmpty ? nothing : rows) + [.init(name: "", value: "")] + notes)
    if !rows.isEmpty { screen.chosen = warnings.count + (shown.firstIndex { $0.id == chosen } ?? 0) }
    return screen
  }

  /// All that is known of a place.
  func placePage(_ id: String, _ nearby: NearbySnapshot) -> PageScreen {
    guard let seen = nearby.sighting(of: id) else {
      return PageScreen(title: "", rows: [.init(name: "", value: "This place is not around any more.")])
    }
    return PageScreen(title: seen.place.name, rows: Wording.details(of: seen, notation: notation))
  }

  /// A line about the age of the places and whether newer ones are coming; empty if there is nothing to tell.
  private func age(at now: Duration) -> [String] {
    let age = places.pool.age(at: now).map { "Places as they were \(Wording.age($0)) ago." }
    let waiting = places.pool.isAwaitingBetter ? "Asking for newer ones." : nil
    let words = [age, waiting].compactMap(\.self)
    return words.isEmpty ? [] : [words.joined(separator: " ")]
  }

  /// The attribution of the places.
  private var credit: [String] {
    places.pool.attribution.isEmpty ? [] : ["Places: \(places.pool.attribution.joined(separator: ", "))."]
  }
}
