package import HuntDomain
package import Numbers

/// A hunt looked at before it is played: what cannot be reached, what the receivers of players cannot do, what gives
/// its secrets away.
///
/// Only what is certain is called an error. A hunt of 500 treasures takes well under a second; where a search would
/// take longer, bounds stand for it (``ChoiceSearch``).
package struct Inspection: Sendable {
  /// How fast people walk, in metres per second (preferred walking speed of adults; Bohannon and Andrews, 2011).
  package static let walkingSpeed = 1.4
  /// Findings of one kind, beyond which the others are not told.
  static let most = 100

  /// An option of the question of a treasure.
  package struct Option: Hashable, Sendable {
    /// The id of the treasure.
    package let treasure: String
    /// Counted from 0.
    package let option: Int

    /// Creates an option.
    package init(treasure: String, option: Int) { (self.treasure, self.option) = (treasure, option) }
  }

  /// Whether some way of playing wins.
  package let isWinnable: Bool
  /// The ids of the treasures that no way of playing finds.
  package let unreachable: Set<String>
  /// After these nothing wins, though before them something did.
  package let deadEnds: Set<Option>
  /// Whether every way of playing was searched; otherwise the findings are bounds (``ChoiceSearch``).
  package let isExact: Bool
  /// What was found, first about the hunt as a whole, then treasure by treasure.
  package let findings: [HuntFinding]

  /// Inspects a hunt; without the civil time, windows that are past are not seen.
  package init(_ hunt: Hunt, now: Timestamp? = nil) {
    let context = InspectionContext(hunt, now: now)
    let search = context.search
    isWinnable = search.isWinnable
    unreachable = Set(hunt.treasures.indices.filter { !search.reached[$0] }.map { hunt.treasures[$0].id })
    deadEnds = Set(search.deadEnds.map { Option(treasure: hunt.treasures[$0.treasure].id, option: $0.option) })
    isExact = search.isExact
    let aspects: [[HuntFinding]] = [
      context.references(), context.reachability(), context.endings(), context.unseen(), context.questions(),
      context.hints(), context.zones(),
      context.overlaps(), context.distances(), context.limits(), context.windows(), context.answerNames(),
      context.formulas(), context.spoilers(), context.names(), context.papers(),
    ]
    let found = aspects.flatMap { $0.prefix(Self.most) }
    let order = context.indices
    findings = found.enumerated()
      .sorted {
        (order[$0.element.treasure ?? ""] ?? -1, $0.offset) < (order[$1.element.treasure ?? ""] ?? -1, $1.offset)
      }
      .map(\.element)
  }
}
