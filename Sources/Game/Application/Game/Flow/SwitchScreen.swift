internal import Views

/// The screen of the flow to another source, shown over the game.
package struct SwitchScreen: Hashable, Sendable {
  /// A line being typed.
  package struct Input: Hashable, Sendable {
    /// What is asked for, after what was wrong with the last answer.
    package let prompt: String
    /// The text before the cursor, and behind it.
    package let before, after: String

    /// Creates a line from what is typed.
    package init(prompt: String, before: String, after: String) {
      (self.prompt, self.before, self.after) = (prompt, before, after)
    }
  }

  /// What is being chosen or typed: `Another source of positions`.
  package let title: String
  /// The lines to choose from; empty where a line is typed.
  package let items: [OnboardingScreen.Item]
  /// The line being typed; `nil` while there is a choice.
  package let input: Input?

  /// Creates a screen from finished texts.
  package init(title: String, items: [OnboardingScreen.Item], input: Input?) {
    (self.title, self.items, self.input) = (title, items, input)
  }
}

extension SwitchScreen.Input {
  /// The question of a source, after what is wrong with the last answer.
  init(_ question: Offers.Source.Question, _ line: LineEditor, problem: String?) {
    let prompt = [problem, question.prompt].compactMap(\.self).joined(separator: " ")
    self.init(prompt: prompt, before: line.before, after: line.after)
  }
}

extension SwitchFlow {
  /// The screen of this step; `nil` while the flow is not open.
  var screen: SwitchScreen? {
    guard isOpen else { return nil }
    let items = self.items.enumerated().map { index, item in
      OnboardingScreen.Item(title: item.title, detail: item.detail, isSelected: index == selection)
    }
    return SwitchScreen(
      title: "Another source of positions", items: items,
      input: question.map { .init($0.question, $0.line, problem: problem) })
  }

  /// The keys of this step.
  var footer: [KeyHelp] {
    switch step {
    case .source: KeyTable.list().footer(.choose, "take it") + KeyTable.list().footers([.back, .up])
    case .answer: [KeyHelp("Enter", "open it"), KeyHelp("Esc", "back"), KeyHelp("Ctrl-U", "clear")]
    }
  }
}
