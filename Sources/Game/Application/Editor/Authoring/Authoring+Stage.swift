internal import HuntDomain
internal import Places
internal import Views

/// One thing of a stage in the list of all: what it is, and what it says now.
struct StageRow: Hashable, Sendable {
  /// The action of Enter on a row.
  enum Action: Hashable, Sendable {
    case type(StageField)
    case walkOutline
    case move
  }

  let title: String
  let value: String
  let detail: String
  let action: Action

  /// Everything that an author can change about a stage on foot.
  static func all(_ treasure: Treasure) -> [StageRow] {
    let place = [
      StageRow(title: "Name", value: treasure.place.name, detail: "what players see", action: .type(.name)),
      StageRow(
        title: "Place", value: "\(treasure.place.position)", detail: "Enter: stand where it shall be", action: .move),
      StageRow(
        title: "Radius", value: circle(treasure.zone), detail: "metres around the place", action: .type(.radius)),
      StageRow(
        title: "Outline", value: outline(treasure.zone), detail: "Enter: walk round the zone", action: .walkOutline),
    ]
    return place + hints(treasure) + inside(treasure)
  }

  private static func hints(_ treasure: Treasure) -> [StageRow] {
    let hints = treasure.hints.enumerated().map { index, hint in
      StageRow(
        title: "Hint \(index + 1)", value: hint.text, detail: "told when players ask", action: .type(.hint(index)))
    }
    let next = StageRow(
      title: hints.isEmpty ? "Hint" : "Another hint", value: "", detail: "told when players ask",
      action: .type(.hint(hints.count)))
    return hints + [next]
  }

  private static func inside(_ treasure: Treasure) -> [StageRow] {
    let answer = treasure.question.map { question in
      StageRow(
        title: "Answer", value: AnswerText.line(question.rule), detail: "what counts as right",
        action: .type(.answer(prompt: question.prompt)))
    }
    return [
      StageRow(
        title: "Arrival", value: treasure.arrival ?? "", detail: "read on entering the zone", action: .type(.arrival)),
      StageRow(
        title: "Question", value: treasure.question?.prompt ?? "", detail: "asked inside the zone",
        action: .type(.question)),
    ] + [answer].compactMap(\.self) + [
      StageRow(
        title: "Message", value: treasure.message ?? "", detail: "read on finding it", action: .type(.message)),
      StageRow(title: "Points", value: "\(treasure.points)", detail: "for finding it", action: .type(.points)),
    ]
  }

  private static func circle(_ zone: Zone) -> String {
    if case .circle(let radius) = zone { Wording.distance(radius) } else { "" }
  }

  private static func outline(_ zone: Zone) -> String {
    guard case .polygon(let rings) = zone else { return "" }
    return "\(rings.first?.count ?? 0) corners" + (rings.count > 1 ? ", \(rings.count - 1) holes" : "")
  }
}

extension Authoring {
  /// A key while the list of everything about a stage is open.
  mutating func edit(_ key: Key, _ id: String, row: Int, at now: Duration) -> [AuthoringEffect] {
    guard let index = draft.index(of: id) else {
      mode = .browse
      return []
    }
    let rows = StageRow.all(draft.treasures[index])
    let row = rows.indices.contains(row) ? row : 0
    switch key {
    case .character("q"), .escape, .backspace, .left:
      mode = .browse
      message = nil
    case .up, .character("k"), .backTab: mode = .editing(id, row: max(0, row - 1))
    case .down, .character("j"), .tab: mode = .editing(id, row: min(rows.count - 1, row + 1))
    case .enter, .right, .character(" "): act(rows[row].action, on: draft.treasures[index], row: row, at: now)
    default: break
    }
    return []
  }

  private mutating func act(_ action: StageRow.Action, on treasure: Treasure, row: Int, at now: Duration) {
    message = nil
    switch action {
    case .type(let field): start(field, of: treasure, row: row)
    case .move: mode = .standing(.place(of: treasure.id))
    case .walkOutline:
      mode = .outlining(treasure.id, Outline())
      showPlaces(at: now)
    }
  }
}
