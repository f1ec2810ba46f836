internal import HuntDomain
internal import Places
internal import Views

/// The player answers a question: a line being typed, or a choice.
struct AnswerLine: Hashable, Sendable {
  let treasure: Treasure
  let question: Question
  var line = LineEditor()
  /// The chosen option.
  private(set) var selected = 0
  /// The result of the last answer, as text.
  var note: String?

  /// `nil` for a treasure that asks nothing.
  init?(_ treasure: Treasure) {
    guard let question = treasure.question else { return nil }
    (self.treasure, self.question) = (treasure, question)
  }

  /// The options to choose from; `nil` if the answer is typed.
  var options: [String]? {
    if case .choice(let options, _) = question.rule { options } else { nil }
  }

  /// The typed text, or the text of the chosen option.
  var answer: String {
    guard let options, options.indices.contains(selected) else { return line.answer }
    return options[selected]
  }

  /// Chooses another option, round and round.
  mutating func move(by steps: Int) {
    guard let count = options?.count, count > 0 else { return }
    selected = (selected + steps % count + count) % count
  }

  /// Chooses an option by its digit, counted from 1.
  mutating func choose(_ digit: Character) {
    guard let count = options?.count, let number = digit.wholeNumberValue, (1...9).contains(number), number <= count
    else { return }
    selected = number - 1
  }
}

/// The question of a treasure and the answer to it, while the player gives it.
package struct AnswerScreen: Hashable, Sendable {
  /// The treasure's name.
  package let title: String
  /// The question, as the hunt asks it.
  package let prompt: String
  /// The text before the cursor, and behind it; `nil` if there is a choice.
  package let input: SwitchScreen.Input?
  /// The options to choose from, numbered from 1.
  package let options: [String]
  /// The chosen option's place among ``options``, from 0; of no meaning if the answer is typed.
  package let selected: Int
  /// The result of the last answer, or the price of a wrong one.
  package let note: String?
}

extension AnswerLine {
  var screen: AnswerScreen {
    let isNumber =
      switch question.rule {
      case .number: true
      case .sealed(let sealed): sealed.kind == .number
      case .text, .choice: false
      }
    let input = SwitchScreen.Input(
      prompt: isNumber ? "A number:" : "Your answer:", before: line.before, after: line.after)
    let price = question.price > 0 ? "A wrong answer costs \(Wording.points(question.price))." : nil
    return AnswerScreen(
      title: treasure.place.name, prompt: question.prompt, input: options == nil ? input : nil,
      options: options ?? [], selected: selected, note: note ?? price)
  }

  var footer: [KeyHelp] {
    let choose = options == nil ? [KeyHelp("Ctrl-U", "clear")] : [KeyHelp("1-9 ↑↓", "choose")]
    return [KeyHelp("Enter", "answer"), KeyHelp("Esc", "back")] + choose
  }
}

// MARK: - Its keys

extension Play {
  /// Opens the line of the question that is asked; returns whether there is one.
  mutating func openAnswer() -> Bool {
    guard !isFinished, let asked = hunting.asked, let line = AnswerLine(asked) else { return false }
    answering = line
    message = nil
    return true
  }

  /// Puts the line away when its question is not asked any more.
  mutating func closeAnswer() {
    guard let answering, !hunting.progress.asking.contains(where: { $0.id == answering.treasure.id }) else { return }
    self.answering = nil
  }

  /// A key while the answer is given.
  mutating func pressAnswer(_ key: Key, _ open: AnswerLine, at now: Duration) -> [SessionEffect] {
    switch key {
    case .escape: answering = nil
    case .enter where open.answer.isEmpty: break
    case .enter: return perform(.answer(open.answer), at: now)
    default:
      guard open.options != nil else {
        _ = answering?.line.press(key)
        return []
      }
      choose(key)
    }
    return []
  }

  private mutating func choose(_ key: Key) {
    switch key {
    case .up, .character("k"): answering?.move(by: -1)
    case .down, .character("j"), .tab: answering?.move(by: 1)
    case .character(let digit): answering?.choose(digit)
    default: break
    }
  }
}
