internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// The pages over the game, and their keys.
extension Play {
  /// A key while a page is open: it scrolls, does what the page offers, or puts the page away.
  mutating func pressPage(_ key: Key, _ open: PageOverlay, at now: Duration) -> [SessionEffect] {
    if case .around(let chosen) = open.kind, pressAround(key, chosen, at: now) { return [] }
    if page?.scroll(key) == true { return [] }
    switch (key, open.kind) {
    case (.character("q"), _): return [.quit]
    case (_, .place(let id, true)): page = PageOverlay(.around(id))
    case (.character("r"), .listing(let id, let isDecoded)):
      page?.kind = .listing(id, isDecoded: !isDecoded)
    default: page = nil
    }
    return []
  }

  /// Opens the listing of the target, or of the treasure that was found last.
  mutating func openListing() {
    let candidates =
      [hunting.subject].compactMap(\.self) + hunting.progress.finds.reversed().map(\.treasure)
    if let treasure = candidates.first(where: { $0.listing != nil }) {
      page = PageOverlay(.listing(treasure.id, isDecoded: false))
    } else {
      message = candidates.first.map { "There is no listing for \($0.place.name)." } ?? "There is no listing."
    }
  }

  func screen(of page: PageOverlay, _ nearby: NearbySnapshot, at now: Duration) -> PageScreen {
    var screen =
      switch page.kind {
      case .keys: PageScreen(keys: keys.help)
      case .position:
        PageScreen(title: "Position", rows: Wording.details(nearby, source: source.label, notation: notation))
      case .treasures: treasuresPage(nearby, at: now)
      case .board: Leaderboard.page(board)
      case .around(let chosen): aroundPage(nearby, chosen: chosen, at: now)
      case .place(let id, _): placePage(id, nearby)
      case .listing(let id, let isDecoded):
        hunting.progress.hunt.treasure(id).map {
          hunting.progress.resolved($0).page(isDecoded: isDecoded, notation: notation)
        }
          ?? PageScreen(title: "", rows: [])
      }
    screen.scrolled = page.scrolled
    return screen
  }

  /// The treasures, and before them why what was found is not saved.
  private func treasuresPage(_ nearby: NearbySnapshot, at now: Duration) -> PageScreen {
    let page = hunting.page(for: nearby, at: played(at: now))
    guard let why = notSaved.map(Self.notSaved) ?? rehearsal else { return page }
    return PageScreen(title: page.title, rows: [.init(name: "", value: why)] + page.rows)
  }
}
