internal import Nearby
internal import Places
internal import Views

/// The page of what is around, and that of one place of it.
extension Play {
  /// The most rows of the page; a category, a radius or a text narrows the list.
  private static let most = 100
  /// Rows that a page key moves by.
  private static let leap = 5

  /// The sightings that the page is about, and those that it shows; the stages of the hunt are among them, unless a kind
  /// is chosen.
  private func around(_ nearby: NearbySnapshot) -> (all: [Sighting], shown: [Sighting]) {
    let all = nearby.sightings.filter { seen in
      aroundList.lists(seen) && (places.category == nil || !shownTreasures.contains(seen.id))
    }
    return (all, Array(aroundList.sorted(all, hunting.roles).prefix(Self.most)))
  }

  // MARK: - Keys

  /// A key while the page is open; returns whether it does anything there.
  mutating func pressAround(_ key: Key, _ chosen: String?, at now: Duration) -> Bool {
    let nearby = service.snapshot(at: now)
    if aroundList.press(key, farthest: nearby.sightings.map(\.distance).max() ?? 0) {
      page = PageOverlay(.around(nil))
      return true
    }
    let rows = around(nearby).shown.map(\.id)
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
    let rows = shown.map { row(of: $0) }
    let more = all.count > Self.most ? ["The \(Self.most) \(aroundList.order.best) of \(all.count)."] : []
    // What makes the list wrong comes before it, and whose it is behind.
    let typed = aroundList.isTyping ? ["Search: \(aroundList.text)_"] : []
    let heads = (typed + [Wording.state(of: places.pool, at: now)].compactMap(\.self))
      .map { PageScreen.Row(name: "", value: $0) }
    let notes = (more + credit).map { PageScreen.Row(name: "", value: $0) }
    let nothing = [PageScreen.Row(name: "", value: nearby.position == nil ? "There is no position yet." : "Nothing.")]
    let old = places.pool.age(at: now).flatMap { $0 >= Wording.oldPlaces ? " \(Wording.age($0)) ago" : nil }
    let within = aroundList.radius.map { " within \(Wording.distance($0))" }
    var screen = PageScreen(
      title: "Around you\(old ?? "")\(within ?? ""): \(places.category?.word ?? "everything")\(aroundList.words)",
      rows: heads + (rows.isEmpty ? nothing : rows) + [.init(name: "", value: "")] + notes)
    if !rows.isEmpty { screen.chosen = heads.count + (shown.firstIndex { $0.id == chosen } ?? 0) }
    return screen
  }

  /// A place of the list, or a stage of the hunt, with whether it is found.
  private func row(of seen: Sighting) -> PageScreen.Row {
    let way = Wording.around(seen)
    guard shownTreasures.contains(seen.id) else {
      return PageScreen.Row(role: .place, name: seen.place.name, value: way)
    }
    let role = hunting.roles[seen.id] ?? .treasure
    return PageScreen.Row(role: role, name: seen.place.name, value: "\(way); \(role.state)")
  }

  /// All that is known of a place.
  func placePage(_ id: String, _ nearby: NearbySnapshot) -> PageScreen {
    guard let seen = nearby.sighting(of: id) else {
      return PageScreen(title: "", rows: [.init(name: "", value: "This place is not around any more.")])
    }
    return PageScreen(title: seen.place.name, rows: Wording.details(of: seen, notation: notation))
  }

  /// The attribution of the places.
  private var credit: [String] {
    places.pool.attribution.isEmpty ? [] : ["Places: \(places.pool.attribution.joined(separator: ", "))."]
  }
}

extension PlaceRole {
  /// How a stage of the hunt stands, in the list of what is around.
  fileprivate var state: String {
    switch self {
    case .found: "found"
    case .claimed: "claimed"
    case .expired: "too late"
    case .locked: "locked, not found"
    default: "not found yet"
    }
  }
}
