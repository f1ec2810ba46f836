internal import Game
internal import Geodesy
internal import HuntDomain
internal import Places
internal import Views

/// A line that the author types, and what it is for.
struct Typing: Hashable, Sendable {
  /// The purpose of the typed line.
  enum Purpose: Hashable, Sendable {
    case title
    /// A stage at a position that was taken.
    case newName(Coordinate, radius: Double)
    /// Something of the stage of this id; back to the list of all where it was chosen there.
    case field(StageField, of: String, row: Int?)
  }

  let purpose: Purpose
  var line: LineEditor

  /// A line with a text in it.
  init(_ purpose: Purpose, text: String) {
    self.purpose = purpose
    line = LineEditor()
    for character in text { _ = line.press(.character(character)) }
  }

  var prompt: String {
    switch purpose {
    case .title: "What is the hunt called?"
    case .newName: "What is this place called?"
    case .field(let field, _, _): field.prompt
    }
  }
}

extension Authoring {
  /// Whether a name, a hint or another text is being typed, in the preview also an answer.
  package var takesText: Bool {
    switch mode {
    case .typing: true
    case .preview(let session): session.takesText
    case .browse, .standing, .editing, .outlining: false
    }
  }

  /// Begins to type something of a stage.
  mutating func start(_ field: StageField, of treasure: Treasure, row: Int? = nil) {
    mode = .typing(Typing(.field(field, of: treasure.id, row: row), text: field.text(of: treasure)))
  }

  /// A key while a line is typed.
  mutating func type(_ key: Key, _ typing: Typing, at now: Duration) -> [AuthoringEffect] {
    var typing = typing
    if typing.line.press(key) {
      mode = .typing(typing)
      return []
    }
    switch key {
    case .escape:
      message = nil
      mode = after(typing.purpose)
    case .enter:
      do { return try finish(typing, at: now) } catch { message = error.sentence }
    default: break
    }
    return []
  }

  /// The mode to return to after a line has been typed or cancelled.
  private func after(_ purpose: Typing.Purpose) -> Mode {
    if case .field(_, let id, let row?) = purpose { .editing(id, row: row) } else { .browse }
  }

  private mutating func finish(_ typing: Typing, at now: Duration) throws(TypingProblem) -> [AuthoringEffect] {
    let text = typing.line.answer
    switch typing.purpose {
    case .title:
      guard !text.isEmpty else { throw TypingProblem("A hunt needs a title.") }
      mode = .browse
      return change(.title(String(text.prefix(Draft.nameLimit))), at: now)
    case .newName(let position, let radius): return try drop(text, at: position, radius: radius, now)
    case .field(let field, let id, let row):
      guard let index = draft.index(of: id) else {
        mode = .browse
        return []
      }
      if field == .question, !text.isEmpty {
        start(.answer(prompt: text), of: draft.treasures[index], row: row)
        return []
      }
      let treasure = try field.applying(text, to: draft.treasures[index])
      message = nil
      mode = after(typing.purpose)
      return change(.replace(treasure), at: now)
    }
  }

  private mutating func drop(
    _ text: String, at position: Coordinate, radius: Double, _ now: Duration
  ) throws(TypingProblem) -> [AuthoringEffect] {
    guard !text.isEmpty else { throw TypingProblem("A stage needs a name.") }
    let name = String(text.prefix(Draft.nameLimit))
    let place = PointOfInterest(id: draft.freeID(for: name), name: name, position: position)
    let index = selected.flatMap(draft.index).map { $0 + 1 } ?? draft.treasures.count
    mode = .browse
    // New stages follow the one that is chosen, which is the one dropped before.
    let effects = change(.add(Treasure(place: place, radius: radius), at: index), at: now)
    selected = place.id
    message = "\(name) is stage \(index + 1), within \(Wording.distance(radius)). h writes its hint, e everything else."
    return effects
  }
}
