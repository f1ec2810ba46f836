internal import Nearby
internal import Places
internal import Views

/// How the list of what is around is narrowed and ordered; it stays so while the page is closed.
struct AroundList: Hashable, Sendable {
  /// What comes first in the list.
  enum Order: Hashable, Sendable {
    /// The most important, less what its distance takes off.
    case worth
    case distance

    /// The words for the title of the page.
    var word: String { self == .worth ? "by worth" : "by distance" }
    /// The words for those that are left, where there is no room for all.
    var best: String { self == .worth ? "most important" : "nearest" }
  }

  private(set) var order = Order.worth
  /// Metres within which places are listed; `nil` for all that are known.
  private(set) var radius: Double?
  /// Text that the name or the kind of a place has to have, in any case of letters.
  private(set) var text = ""
  /// Whether keys are letters of the text.
  private(set) var isTyping = false

  private static let radii = [50.0, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
  /// Letters of the text at most.
  private static let longest = 30

  /// What the title says of it, behind the kind of the places: `with “café”, by distance`.
  var words: String { (text.isEmpty ? "" : " with “\(text)”") + ", \(order.word)" }

  /// Whether a place is listed.
  func lists(_ seen: Sighting) -> Bool {
    guard seen.distance <= radius ?? .infinity else { return false }
    guard !text.isEmpty else { return true }
    let wanted = text.lowercased()
    return [seen.place.name, Wording.kind(of: seen.place) ?? "", seen.place.category.word]
      .contains { $0.lowercased().contains(wanted) }
  }

  /// The sightings in the order of the list.
  func sorted(_ sightings: [Sighting], _ roles: [String: PlaceRole]) -> [Sighting] {
    switch order {
    case .worth: sightings.byWorth(roles).map(\.sighting)
    case .distance: sightings.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
    }
  }

  /// Takes a key that changes the list; returns whether it does.
  ///
  /// - Parameter farthest: metres to the farthest of all places, which no radius has to go beyond.
  mutating func press(_ key: Key, farthest: Double) -> Bool {
    if isTyping { return type(key) }
    switch key {
    case .character("+"), .character("="):
      radius = radius.flatMap { now in Self.radii.first { $0 > now && $0 < farthest } }
    case .character("-"), .character("_"):
      radius = Self.radii.last { $0 < radius ?? farthest } ?? Self.radii[0]
    case .character("o"): order = order == .worth ? .distance : .worth
    case .character("/"): (isTyping, text) = (true, "")
    default: return false
    }
    return true
  }

  /// Every key but those that move in the list belongs to the text.
  private mutating func type(_ key: Key) -> Bool {
    switch key {
    case .enter: isTyping = false
    case .escape: (isTyping, text) = (false, "")
    case .backspace: if text.popLast() == nil { isTyping = false }
    case .character(let letter): if text.count < Self.longest { text.append(letter) }
    default: return false
    }
    return true
  }

  /// Ends typing; the text stays.
  mutating func endTyping() { isTyping = false }
}
