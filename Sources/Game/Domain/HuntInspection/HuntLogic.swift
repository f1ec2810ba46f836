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

  init(_ hunt: Hunt, _ lookup: RequirementLookup) {
    var lookup = lookup
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
