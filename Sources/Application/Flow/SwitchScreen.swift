/// What the flow to another source shows over the game.
package struct SwitchScreen: Hashable, Sendable {
  /// A line being typed.
  package struct Input: Hashable, Sendable {
    package let prompt: String
    /// The text before the cursor, and behind it.
    package let before, after: String
  }

  package let title: String
  package let items: [OnboardingScreen.Item]
  package let input: Input?
}

extension SwitchFlow {
  /// The screen of this step; nothing while the flow is not open.
  var screen: SwitchScreen? {
    guard isOpen else { return nil }
    let items = self.items.enumerated().map { index, item in
      OnboardingScreen.Item(title: item.title, detail: item.detail, isSelected: index == selection)
    }
    return SwitchScreen(
      title: "Another source of positions", items: items,
      input: question.map { .init(prompt: $0.question.prompt, before: $0.line.before, after: $0.line.after) })
  }

  /// The keys of this step.
  var footer: [KeyHelp] {
    switch step {
    case .source: [KeyHelp("Enter", "take it"), KeyHelp("Esc", "back"), KeyHelp("↑↓", "choose")]
    case .answer: [KeyHelp("Enter", "open it"), KeyHelp("Esc", "back"), KeyHelp("Ctrl-U", "clear")]
    }
  }
}
