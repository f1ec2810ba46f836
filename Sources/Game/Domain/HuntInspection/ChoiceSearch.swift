/// Which ways through a hunt there are: what can be found on some way, and which option shuts the goal out for good.
///
/// Exact while the questions that part the ways allow no more than ``limit`` steps; beyond that a bound: what it calls
/// unreachable or a dead end is one, and others may stay unseen.
struct ChoiceSearch {
  /// An option of a treasure's question.
  struct Step: Hashable {
    let treasure: Int
    let option: Int
  }

  /// States times treasures that are looked at.
  static let limit = 400_000

  /// Whether some way of playing finds the treasure.
  private(set) var reached: [Bool]
  /// Whether some way of playing wins.
  private(set) var isWinnable = false
  /// Options after which nothing wins, though before them something did.
  private(set) var deadEnds: Set<Step> = []
  /// Whether every way was looked at.
  let isExact: Bool

  private let logic: HuntLogic
  /// The questions that part the ways, in the order of the hunt, and the options of each.
  private let questions: [(treasure: Int, options: [Int])]
  private var known: [[Int8]: Bool] = [:]

  init(_ logic: HuntLogic) {
    self.logic = logic
    questions = logic.choices.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    reached = Array(repeating: false, count: logic.conditions.count)
    let most = Self.limit / max(1, logic.conditions.count)
    let states = questions.reduce(1) { states, question in
      min(Self.limit, states.multipliedReportingOverflow(by: question.options.count + 1).partialValue)
    }
    isExact = states <= most && questions.allSatisfy { $0.options.count < 127 }
    if isExact { isWinnable = explore(Array(repeating: -1, count: questions.count)) } else { bound() }
  }

  /// Whether the hunt can still be won from a state: the index of the option chosen for each question, -1 for none yet.
  private mutating func explore(_ state: [Int8]) -> Bool {
    if let known = known[state] { return known }
    let options = Dictionary(
      uniqueKeysWithValues: zip(questions, state).map { question, given in
        (question.treasure, given < 0 ? Set<Int>() : [question.options[Int(given)]])
      })
    let found = logic.reach(under: options)
    for index in found.indices where found[index] { reached[index] = true }
    let isWon = logic.holds(logic.goal, found, options)
    var children: [(Step, Bool)] = []
    for (place, question) in questions.enumerated() where state[place] < 0 {
      guard logic.holds(logic.conditions[question.treasure], found, options) else { continue }
      for (given, option) in question.options.enumerated() {
        var next = state
        next[place] = Int8(given)
        children.append((Step(treasure: question.treasure, option: option), explore(next)))
      }
    }
    let wins = isWon || children.contains { $0.1 }
    if wins && !isWon { deadEnds.formUnion(children.filter { !$0.1 }.map(\.0)) }
    known[state] = wins
    return wins
  }

  /// One option fixed at a time, all others taken together.
  private mutating func bound() {
    reached = logic.reach()
    isWinnable = logic.holds(logic.goal, reached)
    guard isWinnable else { return }
    for question in questions where reached[question.treasure] {
      for option in question.options {
        let options = [question.treasure: Set([option])]
        if !logic.holds(logic.goal, logic.reach(under: options), options) {
          deadEnds.insert(Step(treasure: question.treasure, option: option))
        }
      }
    }
  }
}
