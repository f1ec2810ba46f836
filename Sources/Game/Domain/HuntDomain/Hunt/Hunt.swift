internal import Places

/// The whole game: treasures, and the order in which they are to be found.
package struct Hunt: Hashable, Sendable {
  /// The order in which treasures without a requirement of their own are to be found.
  package enum Order: String, Hashable, Sendable {
    /// One after the other, as they are listed.
    case sequence
    /// Any treasure at any time.
    case any
  }

  /// Identifies the hunt in saved games; the title if the file gives no id.
  package var id: String
  /// The hunt's name for the player, as printable text.
  package var title: String
  /// One or two sentences for the player who chooses.
  package var summary: String
  /// Who made the hunt; empty if the file does not say.
  package var author: String
  /// The licence under which others may play and change it, as a name or an address; empty if the file does not say.
  package var licence: String
  /// The order for treasures without a ``Treasure/requirement`` of their own.
  package var order: Order
  /// At least one; ids are unique.
  package private(set) var treasures: [Treasure]
  /// Where each treasure stands in the list.
  private let places: [String: Int]
  /// The ids of the treasures that ask for a name.
  private let askers: [String: [String]]
  /// The requirement that wins the hunt; `nil` if all treasures have to be found.
  package var goal: Requirement?
  /// What the treasures may hold; ids are unique.
  package var items: [Item]
  /// How long a player has from the first fix until the hunt is over; positive.
  package var limit: Duration?
  /// When the hunt can be played.
  package var window: TimeWindow?
  /// What the player reads on winning.
  package var message: String?
  /// How many play it together, where its author has thought of that.
  package var event: EventRules?
  /// How many more treasures are sealed, about which nothing is known yet.
  package var sealedTreasures = 0
  /// Whether what wins the hunt is sealed.
  package var isGoalSealed = false

  /// Creates a hunt, or `nil` without treasures or with two of one id.
  package init?(
    title: String, id: String? = nil, summary: String = "", author: String = "", licence: String = "",
    order: Order = .sequence, treasures: [Treasure]
  ) {
    guard !treasures.isEmpty, Set(treasures.map(\.id)).count == treasures.count else { return nil }
    self.id = id ?? title
    self.title = title
    self.summary = summary
    self.author = author
    self.licence = licence
    self.order = order
    self.treasures = treasures
    places = Dictionary(uniqueKeysWithValues: treasures.enumerated().map { ($1.id, $0) })
    let asking = treasures.compactMap { treasure in treasure.question?.name.map { ($0, [treasure.id]) } }
    askers = Dictionary(asking, uniquingKeysWith: +)
    items = []
  }

  /// How many treasures there are, with the sealed ones.
  package var count: Int { treasures.count + sealedTreasures }

  /// Points for all treasures together.
  package var totalPoints: Int { treasures.reduce(0) { $0 + $1.points } }

  /// Whether the hunt or a treasure of it can only be played at some times.
  package var hasWindows: Bool { window != nil || treasures.contains { $0.window != nil } }

  /// The treasure of an id.
  package func treasure(_ id: String) -> Treasure? { places[id].map { treasures[$0] } }

  /// The same hunt with circles of other radii, in metres, by the places of their treasures in the list.
  package func with(radii: [Int: Double]) -> Hunt {
    var other = self
    for (place, radius) in radii where treasures.indices.contains(place) {
      other.treasures[place].zone = .circle(radius: radius)
    }
    return other
  }

  /// The ids of the treasures whose answers have a name, in the order of the hunt.
  package func askers(of name: String) -> [String] { askers[name] ?? [] }

  /// The names of treasures and items by their ids.
  package var names: [String: String] {
    Dictionary(treasures.map { ($0.id, $0.place.name) } + items.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// The item of an id.
  package func item(_ id: String) -> Item? { items.first { $0.id == id } }

  /// The requirement for finding a treasure: its own, or else the one that the hunt's order implies.
  package func requirement(of treasure: Treasure) -> Requirement? {
    if let own = treasure.requirement { return own }
    guard order == .sequence, let index = places[treasure.id], index > 0 else {
      return nil
    }
    return .found(treasures[index - 1].id)
  }
}
