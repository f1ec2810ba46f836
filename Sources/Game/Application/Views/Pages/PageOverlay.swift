internal import Geodesy

/// A page that lies over the game, and how far it is scrolled.
package struct PageOverlay: Hashable, Sendable {
  /// The subject of the page.
  package enum Kind: Hashable, Sendable {
    /// What the keys do; all about the position; the treasures and what is known of them.
    case keys, position, treasures
    /// How the event of many players stands.
    case board
    /// The places around, with the id of the chosen one; `nil` for the nearest.
    case around(String?)
    /// All that is known of the place of an id, chosen in the list of what is around or else in a view.
    case place(String, isFromList: Bool = true)
    /// The listing of the treasure of an id; its hint as it is or decoded.
    case listing(String, isDecoded: Bool)
  }

  /// The most lines that a page is scrolled by until the view has reported its end.
  private static let most = 100_000

  /// What the page is about.
  package var kind: Kind
  /// Lines that the player scrolled away; never more than the page can be scrolled by.
  package private(set) var scrolled = 0
  private var last = most

  /// A page at its beginning.
  package init(_ kind: Kind) { self.kind = kind }

  /// Sets the last line to which the page can be scrolled, as the view has found it.
  package mutating func end(at line: Int) {
    last = (0...Self.most).clamp(line)
    scrolled = min(scrolled, last)
  }

  /// Scrolls; returns whether the key is a scrolling key.
  ///
  /// It also is if the whole page fits, so that scrolling never closes the page.
  package mutating func scroll(_ key: Key) -> Bool {
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
  package var footer: [KeyHelp] {
    if case .around = kind {
      return [
        KeyHelp("Esc", "back"), KeyHelp("Enter", "all about it"), KeyHelp("←→", "kinds"), KeyHelp("+-", "radius"),
        KeyHelp("/", "search"), KeyHelp("o", "order"), KeyHelp("↑↓", "choose"), KeyHelp("q", "quit"),
      ]
    }
    let decode = if case .listing = kind { [KeyHelp("r", "decode the hint")] } else { [KeyHelp]() }
    return [KeyHelp("Esc", "back"), PageScreen.more] + decode + [KeyHelp("q", "quit")]
  }
}
