internal import Views

/// What keys ask for where one line of a list is chosen, before a game or over it.
enum ListCommand: Hashable, Sendable {
  case up, down, choose, back, quit
}

extension KeyTable<ListCommand> {
  /// The keys of a list.
  ///
  /// - Parameters:
  ///   - isStep: whether it is a step of several, so that the arrows sideways lead from one to the next.
  ///   - key: a further key that goes back: the one that opened the list.
  static func list(isStep: Bool = true, openedBy key: Key? = nil) -> KeyTable {
    let back = [.escape, .backspace] + (isStep ? [.left, "h"] : []) + [key].compactMap(\.self)
    let next: [Key] = [.enter, " "] + (isStep ? [.right, "l"] : [])
    return KeyTable([
      KeyRow(
        "↑↓", nil, [.up: .up, "k": .up, .down: .down, "j": .down, .tab: .down],
        footer: [.up: KeyHelp("↑↓", "choose")]),
      KeyRow(
        "Enter", nil, Dictionary(next.map { ($0, .choose) }) { first, _ in first },
        footer: [.choose: KeyHelp("Enter", "next")]),
      KeyRow(
        "Esc", nil, Dictionary(back.map { ($0, .back) }) { first, _ in first },
        footer: [.back: KeyHelp("Esc", "back")]),
      KeyRow("q", nil, ["q": .quit], footer: [.quit: KeyHelp("q", "quit")]),
    ])
  }
}
