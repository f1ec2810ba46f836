internal import GeoFormats
internal import HuntDomain

/// Whether what is named in one place of a hunt is there in another; what is not gets a warning.
struct HuntReferences {
  private let treasures: [String: Treasure]
  private let items: Set<String>
  private let answers: Set<String>

  init(treasures: [Treasure], items: [Item]) {
    self.treasures = Dictionary(treasures.map { ($0.id, $0) }) { first, _ in first }
    self.items = Set(items.map(\.id))
    answers = Set(treasures.compactMap(\.question?.name))
  }

  /// Complains about everything that leads nowhere.
  func check(_ notes: inout HuntNotes) {
    for reference in notes.references {
      guard let problem = problem(reference.target) else { continue }
      notes.log.add(.warning, line: reference.line, "\(reference.owner): \(problem)")
    }
  }

  private func problem(_ target: HuntNotes.Reference.Target) -> String? {
    switch target {
    case .treasure(let id):
      return treasures[id] == nil ? "there is no treasure \(SafeText.quoted(id)), so it never holds" : nil
    case .question(let id, let choice): return question(id, choice)
    case .item(let id):
      return items.contains(id) ? nil : "there is no item \(SafeText.quoted(id)), so it never holds"
    case .answer(let name):
      return answers.contains(name) ? nil : "no answer is called \(SafeText.quoted(name)), so it has no value"
    }
  }

  private func question(_ id: String, _ choice: Int?) -> String? {
    guard let treasure = treasures[id] else { return problem(.treasure(id)) }
    guard let question = treasure.question else { return "\(SafeText.quoted(id)) has no question, so it never holds" }
    guard let choice else { return nil }
    guard case .choice(let options, _) = question.rule, options.indices.contains(choice) else {
      return "the question of \(SafeText.quoted(id)) has no option \(choice + 1), so it never holds"
    }
    return nil
  }
}
