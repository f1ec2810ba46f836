internal import HuntDomain

/// What opens what in a hunt, with treasures as numbers (their place in the hunt's list).
///
/// No rule of a hunt can be undone by finding more: the only things that exclude each other are the options of one
/// question. So what can be reached under given options is one set, whatever the order of play.
struct HuntLogic {
  /// A requirement whose names are looked up; what refers to nothing never holds.
  indirect enum Condition: Sendable {
    case never
    case found(Int)
    case answered(Int, option: Int?)
    case all([Condition])
    case atLeast(Int, [Condition])

    static let always = Condition.all([])
  }

  /// What may be answered where options matter: the options by treasure; a treasure that is missing takes all.
  typealias Options = [Int: Set<Int>]

  /// The condition for finding each treasure, including the answers that its place needs.
  let conditions: [Condition]
  /// The conditions of each treasure without those of its place.
  let requirements: [Condition]
  /// What wins.
  ///
  /// Without one the hunt is won when nothing is left that can be found, whatever was missed: then a find is enough.
  let goal: Condition
  /// The condition that reveals each treasure; `nil` if nothing has to reveal it.
  let revelations: [Condition?]
  /// Whether the treasure asks something.
  let asks: [Bool]
  /// The options that count, of treasures where a requirement tells one from another.
  let choices: Options
  /// All options that count, of every treasure.
  private let right: [Set<Int>]
  private let dependents: [[Int]]

  init(_ hunt: Hunt) {
    var lookup = Lookup(hunt)
    requirements = hunt.treasures.enumerated().map { index, treasure in
      treasure.requirement == nil && hunt.order == .sequence && index > 0
        ? .found(index - 1) : treasure.requirement.map { lookup.condition($0) } ?? .always
    }
    let requirements = requirements
    conditions = hunt.treasures.indices.map { index in
      if hunt.treasures[index].question?.rule.isHopeless == true { return .never }
      let place = lookup.conditions(ofPlace: index)
      return place.isEmpty ? requirements[index] : .all([requirements[index]] + place)
    }
    goal = hunt.goal.map { lookup.condition($0) } ?? .atLeast(1, hunt.treasures.indices.map { .found($0) })
    right = hunt.treasures.indices.map { lookup.right($0) }
    asks = hunt.treasures.map { $0.question != nil }
    choices = lookup.told.reduce(into: [:]) { choices, index in choices[index] = lookup.right(index) }
    revelations = hunt.treasures.map { treasure in
      guard case .revealed(let requirement) = treasure.visibility else { return nil }
      return lookup.condition(requirement)
    }
    var dependents = Array(repeating: [Int](), count: hunt.treasures.count)
    for (index, condition) in conditions.enumerated() {
      for other in condition.mentioned { dependents[other].append(index) }
    }
    self.dependents = dependents
  }

  // MARK: - What can be reached

  /// Which treasures can be found under the options; the treasure `without` is never found.
  ///
  /// Under more than one option of a question all of them count as given: then it is a bound, what is missing cannot
  /// be reached under any of them.
  func reach(under options: Options = [:], without missing: Int? = nil) -> [Bool] {
    var found = Array(repeating: false, count: conditions.count)
    var waiting = Array(conditions.indices.reversed())
    while let index = waiting.popLast() {
      guard !found[index], index != missing, options[index]?.isEmpty != true,
        holds(conditions[index], found, options)
      else { continue }
      found[index] = true
      waiting += dependents[index]
    }
    return found
  }

  /// Which treasures are found on every way: where no option opens anything.
  var everywhere: [Bool] { reach(under: choices.mapValues { _ in [-1] }) }

  /// Whether a condition holds once the treasures marked in `found` are found.
  func holds(_ condition: Condition, _ found: [Bool], _ options: Options = [:]) -> Bool {
    switch condition {
    case .never: false
    case .found(let index): found[index]
    case .answered(let index, let option):
      found[index] && asks[index] && (option.map { (options[index] ?? right[index]).contains($0) } ?? true)
    case .all(let all): all.allSatisfy { holds($0, found, options) }
    case .atLeast(let count, let some): some.count { holds($0, found, options) } >= count
    }
  }
}

extension HuntLogic.Condition {
  /// The treasures that the condition mentions; may contain duplicates.
  var mentioned: [Int] {
    switch self {
    case .never: []
    case .found(let index), .answered(let index, _): [index]
    case .all(let parts), .atLeast(_, let parts): parts.flatMap(\.mentioned)
    }
  }

  /// Whether some part of it refers to nothing.
  var isBroken: Bool {
    switch self {
    case .never: true
    case .found, .answered: false
    case .all(let parts), .atLeast(_, let parts): parts.contains(where: \.isBroken)
    }
  }

  /// The treasures that it needs whatever else happens.
  var needed: [Int] {
    switch self {
    case .never: []
    case .found(let index), .answered(let index, _): [index]
    case .all(let parts): parts.flatMap(\.needed)
    case .atLeast(let count, let parts): count >= parts.count ? parts.flatMap(\.needed) : []
    }
  }
}

/// Turns names into numbers.
private struct Lookup {
  private let hunt: Hunt
  private let indices: [String: Int]
  private let holders: [String: [Int]]
  private let askers: [String: [Int]]
  /// The treasures of which some requirement wants one option.
  private(set) var told: Set<Int> = []

  init(_ hunt: Hunt) {
    self.hunt = hunt
    let treasures = hunt.treasures
    indices = Dictionary(treasures.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let known = Set(hunt.items.map(\.id))
    let held = treasures.enumerated().flatMap { index, treasure in treasure.items.map { ($0, index) } }
    holders = Dictionary(grouping: held.filter { known.contains($0.0) }) { $0.0 }.mapValues { $0.map(\.1) }
    let names = treasures.enumerated().compactMap { index, treasure in treasure.question?.name.map { ($0, index) } }
    askers = Dictionary(grouping: names) { $0.0 }.mapValues { $0.map(\.1) }
  }

  /// The options of a treasure's question that count.
  func right(_ index: Int) -> Set<Int> {
    guard case .choice(let options, let right)? = hunt.treasures[index].question?.rule else { return [] }
    return right.filter(options.indices.contains)
  }

  mutating func condition(_ requirement: Requirement) -> HuntLogic.Condition {
    switch requirement {
    case .found(let id): return indices[id].map { .found($0) } ?? .never
    case .answered(let id, let option):
      guard let index = indices[id], hunt.treasures[index].question != nil else { return .never }
      guard let option else { return .answered(index, option: nil) }
      guard right(index).contains(option) else { return .never }
      told.insert(index)
      return .answered(index, option: option)
    case .holds(let id): return any(holders[id])
    case .all(let parts): return .all(parts.map { condition($0) })
    case .atLeast(let count, let parts): return .atLeast(count, parts.map { condition($0) })
    }
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

  private func any(_ indices: [Int]?) -> HuntLogic.Condition {
    guard let indices else { return .never }
    return indices.count == 1 ? .found(indices[0]) : .atLeast(1, indices.map { .found($0) })
  }
}

extension Question.Rule {
  /// Whether no answer counts.
  var isHopeless: Bool {
    switch self {
    case .text(let answers): answers.isEmpty
    case .number(let number, let tolerance): !(number.isFinite && tolerance >= 0)
    case .choice(let options, let right): !right.contains(where: options.indices.contains)
    case .sealed: false
    }
  }
}
