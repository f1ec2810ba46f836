internal import HuntDomain
internal import Places

extension InspectionContext {
  /// Finds hints that are not worth their price, or that come too late.
  func hints() -> [HuntFinding] {
    zip(treasures.indices, treasures).flatMap { index, treasure -> [HuntFinding] in
      guard !treasure.hints.isEmpty else { return [] }
      return dear(treasure) + needless(index) + late(treasure) + order(treasure) + empty(treasure)
    }
  }

  private func dear(_ treasure: Treasure) -> [HuntFinding] {
    let price = treasure.hints.reduce(0) { $0 + $1.price }
    guard price > treasure.points, hunt.totalPoints > 0 else { return [] }
    let text = "its hints cost \(price) together, and it is worth \(treasure.points): take lower prices"
    return [HuntFinding(.warning, .dearHint, treasure.id, text)]
  }

  /// Finds the first hint with a price for which players get nothing.
  private func needless(_ index: Int) -> [HuntFinding] {
    guard hunt.totalPoints > 0 else { return [] }
    let treasure = treasures[index]
    for (number, hint) in treasure.hints.enumerated() where hint.price > 0 {
      let why =
        whatSays(hint.text, before: number, at: index).map {
          "says nothing that is not in \($0) already: say something new, or let it be free"
        }
        ?? (isPlain(treasure)
          ? "the map shows the place from the beginning, where nothing is asked: let it be free" : nil)
      guard let why else { continue }
      return [
        HuntFinding(.warning, .needlessHint, treasure.id, "hint \(number + 1) costs \(hint.price), and \(why)")
      ]
    }
    return []
  }

  /// Words that make no text say more.
  private static let articles = Set("the a an der die das ein eine le la les el il".split(separator: " "))

  private static func words(of text: String) -> [String] {
    FoldedText.words(of: text).filter { !articles.contains($0[...]) }
  }

  /// What players read before a hint and says all of its words in their order; `nil` if nothing does.
  private func whatSays(_ hint: String, before number: Int, at index: Int) -> String? {
    let words = Self.words(of: hint)
    guard !words.isEmpty else { return nil }
    let named = isHidden(index) ? [] : [("its name", treasures[index].place.name)]
    let earlier = treasures[index].hints[..<number].enumerated().map { ("hint \($0 + 1)", $1.text) }
    return (named + earlier).first { _, text in
      var rest = words[...]
      for word in Self.words(of: text) where word == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }?.0
  }

  /// Whether players see from the beginning where it is, and have nothing else to find out there: no answer, no prize and
  /// no box.
  private func isPlain(_ treasure: Treasure) -> Bool {
    treasure.visibility == .always && treasure.question == nil && treasure.projection == nil && treasure.prize == nil
      && treasure.listing == nil
  }

  private func late(_ treasure: Treasure) -> [HuntFinding] {
    let limit = [treasure.limit, hunt.limit].compactMap(\.self).filter { $0 > .zero }.min()
    guard let limit, let late = treasure.hints.firstIndex(where: { $0.after >= limit }) else { return [] }
    let text =
      "hint \(late + 1) comes after \(treasure.hints[late].after.wholeSeconds) s, when the time (\(limit.wholeSeconds) s) is up: let it come earlier"
    return [HuntFinding(.warning, .lateHint, treasure.id, text)]
  }

  private func order(_ treasure: Treasure) -> [HuntFinding] {
    let waits = treasure.hints.map(\.after)
    guard let early = waits.indices.dropFirst().first(where: { waits[$0] < waits[$0 - 1] }) else { return [] }
    let text = "hint \(early + 1) could be read before hint \(early), but hints are read in order: put it first"
    return [HuntFinding(.warning, .hintOrder, treasure.id, text)]
  }

  private func empty(_ treasure: Treasure) -> [HuntFinding] {
    guard let empty = treasure.hints.firstIndex(where: { FoldedText.words(of: $0.text).isEmpty }) else { return [] }
    return [HuntFinding(.warning, .emptyHint, treasure.id, "hint \(empty + 1) says nothing: write it, or drop it")]
  }
}

extension Duration {
  /// Whole seconds, rounded down.
  var wholeSeconds: Int64 { components.seconds }
}
