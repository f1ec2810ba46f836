internal import HuntDomain

/// A page that lies over the game, and how far it is scrolled.
struct OpenPage: Hashable, Sendable {
  /// What it is about.
  enum Kind: Hashable, Sendable {
    case keys, position, treasures
    /// What is around, and the id of the place that is chosen there; nothing for the nearest.
    case around(String?)
    /// All that is known of the place of an id.
    case place(String)
    /// The listing of the treasure of an id; its hint as it is or decoded.
    case listing(String, isDecoded: Bool)
  }

  /// Lines that no page is scrolled beyond while nobody has said where it ends.
  private static let most = 100_000

  var kind: Kind
  private(set) var scrolled = 0
  private var last = most

  /// A page at its beginning.
  init(_ kind: Kind) { self.kind = kind }

  /// The view has found that the page can be scrolled so far.
  mutating func end(at line: Int) {
    last = (0...Self.most).clamp(line)
    scrolled = min(scrolled, last)
  }

  /// Scrolls; returns whether the key does that, also where the page is seen whole: nobody who looks for more wants it
  /// to be gone.
  mutating func scroll(_ key: Key) -> Bool {
    let step: Int
    switch key {
    case .up, .character("k"): step = -1
    case .down, .character("j"): step = 1
    case .pageUp: step = -Self.half
    case .pageDown, .character(" "): step = Self.half
    case .home: step = -Self.most
    case .end: step = last == Self.most ? 0 : last
    default: return false
    }
    scrolled = (0...last).clamp(scrolled + step)
    return true
  }

  /// Lines of half a page in a small window.
  private static let half = 4

  /// The keys while it is open.
  var footer: [KeyHelp] {
    if case .around = kind {
      return [
        KeyHelp("Esc", "back"), KeyHelp("Enter", "all about it"), KeyHelp("←→", "kinds"), KeyHelp("↑↓", "choose"),
        KeyHelp("q", "quit"),
      ]
    }
    let decode = if case .listing = kind { [KeyHelp("r", "decode the hint")] } else { [KeyHelp]() }
    return [KeyHelp("Esc", "back"), PageScreen.more] + decode + [KeyHelp("q", "quit")]
  }
}

extension Play {
  /// A key while a page is open: it scrolls, does what the page offers, or puts the page away.
  mutating func pressPage(_ key: Key, _ open: OpenPage, at now: Duration) -> [SessionEffect] {
    if case .around(let chosen) = open.kind, pressAround(key, chosen, at: now) { return [] }
    if page?.scroll(key) == true { return [] }
    switch (key, open.kind) {
    case (.character("q"), _): return [.quit]
    case (_, .place(let id)): page = OpenPage(.around(id))
    case (.character("r"), .listing(let id, let isDecoded)):
      page?.kind = .listing(id, isDecoded: !isDecoded)
    default: page = nil
    }
    return []
  }

  /// Opens the listing of the target, or of the treasure that was found last.
  mutating func openListing() {
    let candidates =
      [hunting.subject(from: position)].compactMap(\.self) + hunting.progress.finds.reversed().map(\.treasure)
    if let treasure = candidates.first(where: { $0.listing != nil }) {
      page = OpenPage(.listing(treasure.id, isDecoded: false))
    } else {
      message = candidates.first.map { "There is no listing for \($0.place.name)." } ?? "There is no listing."
    }
  }

  func pageScreen(_ nearby: Nearby, at now: Duration) -> PageScreen? {
    guard let page else { return nil }
    var screen =
      switch page.kind {
      case .keys: PageScreen(keys: help)
      case .position: PageScreen(title: "Position", rows: Wording.details(nearby, source: source, notation: notation))
      case .treasures: treasuresPage(nearby, at: now)
      case .around(let chosen): aroundPage(nearby, chosen: chosen, at: now)
      case .place(let id): placePage(id, nearby)
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
  private func treasuresPage(_ nearby: Nearby, at now: Duration) -> PageScreen {
    let page = hunting.page(for: nearby, at: played(at: now))
    guard let why = notSaved.map(Self.notSaved) ?? rehearsal else { return page }
    return PageScreen(title: page.title, rows: [.init(name: "", value: why)] + page.rows)
  }
}
