internal import Game
internal import TextCanvas

/// A line of the list of choices.
struct ChoiceLine {
  let text: String
  let style: Style
}

/// How many words the choices get: lines of detail for the chosen one and for the others, and blank lines between.
private struct Density {
  let chosen: Int
  let others: Int
  let gap: Int

  /// From the most generous to the tightest.
  static let all = [
    Density(chosen: 3, others: 1, gap: 1), Density(chosen: 2, others: 1, gap: 0),
    Density(chosen: 2, others: 0, gap: 0), Density(chosen: 1, others: 0, gap: 0),
  ]
}

/// The choices in as many words as there are rows for; where only some fit, the chosen one is among them.
func choices(
  _ items: [OnboardingScreen.Item], columns: Int, rows: Int, _ symbols: Symbols
) -> [ChoiceLine] {
  guard rows > 0 else { return [] }
  for density in Density.all {
    let lines = items.flatMap { choice($0, columns: columns, density, symbols) }
    if lines.count - density.gap <= rows { return Array(lines.prefix(rows)) }
  }
  let tightest = Density(chosen: 1, others: 0, gap: 0)
  let lines = items.flatMap { choice($0, columns: columns, tightest, symbols) }
  // The chosen one with its detail stands in the last two rows at the latest.
  let selected = items.firstIndex(where: \.isSelected) ?? 0
  return Array(lines.dropFirst(max(0, selected + 2 - rows)).prefix(rows))
}

private func choice(
  _ item: OnboardingScreen.Item, columns: Int, _ density: Density, _ symbols: Symbols
) -> [ChoiceLine] {
  let title = "\(item.isSelected ? symbols.right : " ") \(item.title)"
  let detail = wrapped(
    symbols.text(item.detail), columns: columns - 2, lines: item.isSelected ? density.chosen : density.others)
  return [ChoiceLine(text: title, style: item.isSelected ? Palette.message : .plain)]
    + (detail + Array(repeating: "", count: density.gap)).map { ChoiceLine(text: "  \($0)", style: Palette.quiet) }
}
