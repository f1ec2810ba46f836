internal import HuntDomain
internal import Places

/// What the requirements of a hunt mean: their names turned into numbers, and what is wrong with them.
struct RequirementLookup {
  /// What is wrong with a requirement, in words that go on after the name of its member: `requires`.
  struct Complaint {
    let severity: HuntFinding.Severity
    let code: HuntFinding.Code
    let text: String

    init(_ code: HuntFinding.Code, _ text: String, _ severity: HuntFinding.Severity = .error) {
      (self.severity, self.code, self.text) = (severity, code, text)
    }
  }

  private let hunt: Hunt
  private let indices: [String: Int]
  private let askers: [String: [Int]]
  /// The treasures of which some requirement wants one option.
  private(set) var told: Set<Int> = []

  init(_ hunt: Hunt) {
    self.hunt = hunt
    let treasures = hunt.treasures
    indices = Dictionary(treasures.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let names = treasures.enumerated().compactMap { index, treasure in treasure.question?.name.map { ($0, index) } }
    askers = Dictionary(grouping: names) { $0.0 }.mapValues { $0.map(\.1) }
  }

  /// The options of a treasure's question that count.
  func right(_ index: Int) -> Set<Int> {
    guard case .choice(let options, let right)? = hunt.treasures[index].question?.rule else { return [] }
    return right.filter(options.indices.contains)
  }

  /// The condition that a requirement is; what refers to nothing never holds.
  ///
  /// - Parameter complain: told what is wrong with the requirement, part by part.
  mutating func condition(
    _ requirement: Requirement, complain: (Complaint) -> Void = { _ in }
  ) -> HuntLogic.Condition {
    switch requirement {
    case .found(let id): return found(id, complain).map { .found($0) } ?? .never
    case .answered(let id, let option): return answered(id, option, complain)
    case .all(let parts): return .all(parts.map { condition($0, complain: complain) })
    case .atLeast(let count, let parts):
      if count > parts.count {
        complain(
          Complaint(
            .tooManyNeeded, "wants \(count) of \(parts.count): more than there are; take \(parts.count) at most"))
      } else if count < 1 {
        complain(
          Complaint(.nothingNeeded, "wants none of \(parts.count): it always holds; take 1 or more", .warning))
      }
      return .atLeast(count, parts.map { condition($0, complain: complain) })
    default:
      // Every other requirement says by itself what it takes.
      for name in requirement.names { check(name, complain) }
      let same = requirement.byTreasures(of: hunt)
      return same == .never ? .never : condition(same)
    }
  }

  private func check(_ name: Requirement.Name, _ complain: (Complaint) -> Void) {
    switch name {
    case .treasure(let id): _ = found(id, complain)
    case .item(let id):
      if !hunt.items.contains(where: { $0.id == id }) {
        complain(
          Complaint(.unknownItem, "names the item \(quoted(id)), and the hunt has none of this id: correct the id"))
      } else if !hunt.treasures.contains(where: { $0.items.contains(id) }) {
        complain(Complaint(.itemNowhere, "wants the item \(quoted(id)), and no treasure holds it: put it into one"))
      }
    }
  }

  private func found(_ id: String, _ complain: (Complaint) -> Void) -> Int? {
    if let index = indices[id] { return index }
    complain(Complaint(.unknownTreasure, "names \(quoted(id)), and no treasure has this id: correct the id"))
    return nil
  }

  private mutating func answered(
    _ id: String, _ option: Int?, _ complain: (Complaint) -> Void
  ) -> HuntLogic.Condition {
    guard let index = found(id, complain) else { return .never }
    let name = quoted(hunt.treasures[index].place.name)
    guard let question = hunt.treasures[index].question else {
      complain(Complaint(.noQuestion, "wants an answer of \(name), which asks nothing: ask, or say found"))
      return .never
    }
    guard let option else { return .answered(index, option: nil) }
    guard case .choice(let options, _) = question.rule, options.indices.contains(option) else {
      complain(
        Complaint(.noSuchOption, "wants option \(option + 1) of \(name), which has none of this number: correct it"))
      return .never
    }
    guard right(index).contains(option) else {
      complain(Complaint(.wrongOption, "wants option \(option + 1) of \(name), which counts as wrong: let it be right"))
      return .never
    }
    told.insert(index)
    return .answered(index, option: option)
  }

  /// The answers that a treasure's place needs, and those that the places need from which it starts.
  func conditions(ofPlace index: Int) -> [HuntLogic.Condition] {
    var (next, seen, names) = (Optional(index), Set<Int>(), Set<String>())
    while let index = next, seen.insert(index).inserted, let projection = hunt.treasures[index].projection {
      names.formUnion(projection.names)
      guard case .offset(let from?, _, _) = projection else { break }
      next = indices[from]
    }
    // A name that no other treasure asks for does not lock the treasure: its listed place counts then.
    return names.sorted().compactMap { name in
      let others = (askers[name] ?? []).filter { $0 != index }
      return others.isEmpty ? nil : any(others)
    }
  }

  private func any(_ indices: [Int]) -> HuntLogic.Condition {
    indices.count == 1 ? .found(indices[0]) : .atLeast(1, indices.map { .found($0) })
  }
}
