internal import Game
internal import Geodesy
internal import HuntDomain
internal import Places
internal import Views

/// A field of a stage that the author types.
enum StageField: Hashable, Sendable {
  case name
  case radius
  /// The hint at this place of the list; the one after the last is a new one.
  case hint(Int)
  case arrival
  case question
  /// The answer to a question that is not asked yet, or to the one that is.
  case answer(prompt: String)
  case message
  case points

  /// The prompt for the field.
  var prompt: String {
    switch self {
    case .name: "What is it called?"
    case .radius: "Metres around it that count as found:"
    case .hint: "The hint (empty: none):"
    case .arrival: "What players read when they enter its zone (empty: nothing):"
    case .question: "The question inside the zone (empty: none):"
    case .answer: "The answer: 42, or 42 ± 2, or oak | oak tree, or red | *blue:"
    case .message: "What players read when they find it (empty: nothing):"
    case .points: "Points for finding it:"
    }
  }

  /// The present value of the field as text, to be edited.
  func text(of treasure: Treasure) -> String {
    switch self {
    case .name: treasure.place.name
    case .radius: if case .circle(let radius) = treasure.zone { Wording.plain(radius) } else { "" }
    case .hint(let index): treasure.hints.element(at: index)?.text ?? ""
    case .arrival: treasure.arrival ?? ""
    case .question: treasure.question?.prompt ?? ""
    case .answer: treasure.question.map { AnswerText.line($0.rule) } ?? ""
    case .message: treasure.message ?? ""
    case .points: "\(treasure.points)"
    }
  }

  /// The treasure with a typed text in this place.
  ///
  /// Throws: a sentence that says what to type instead.
  func applying(_ text: String, to treasure: Treasure) throws(TypingProblem) -> Treasure {
    var treasure = treasure
    let words = text.isEmpty ? nil : text
    switch self {
    case .name:
      guard let words else { throw TypingProblem("A stage needs a name.") }
      let place = treasure.place
      treasure.place = PointOfInterest(
        id: place.id, name: String(words.prefix(Draft.nameLimit)), position: place.position, kind: place.kind)
    case .radius: treasure.zone = .circle(radius: try Self.number(text, 1...100_000, "A radius is 1 to 100000 metres."))
    case .hint(let index): treasure.setHint(index, words)
    case .arrival: treasure.arrival = words
    case .question: if words == nil { treasure.question = nil }
    case .answer(let prompt):
      guard let rule = AnswerText.rule(text) else { throw TypingProblem("A question needs an answer; Esc gives up.") }
      if treasure.question == nil { treasure.question = Question(prompt, rule: rule) }
      treasure.question?.prompt = prompt
      treasure.question?.rule = rule
    case .message: treasure.message = words
    case .points: treasure.points = Int(try Self.number(text, 0...1_000_000, "Points are 0 to 1000000.").rounded())
    }
    return treasure
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Double>, _ sentence: String
  ) throws(TypingProblem) -> Double {
    guard let number = Double(text), range.contains(number) else { throw TypingProblem(sentence) }
    return number
  }
}

/// Why a typed line is not taken, as a sentence.
struct TypingProblem: Error, Hashable {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

extension Treasure {
  /// Puts a hint in its place, behind the others, or away.
  fileprivate mutating func setHint(_ index: Int, _ text: String?) {
    switch (text, hints.indices.contains(index)) {
    case (let text?, true): hints[index].text = text
    case (let text?, false): hints.append(Hint(text))
    case (nil, true): hints.remove(at: index)
    case (nil, false): break
    }
  }
}

extension Wording {
  /// A number without needless digits: `10`, `12.5`.
  static func plain(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}
