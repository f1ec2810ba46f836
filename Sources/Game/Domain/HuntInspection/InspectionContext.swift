internal import Geodesy
internal import HuntDomain
internal import Numbers
internal import Places

/// The facts about a hunt that all parts of an inspection share, computed once.
struct InspectionContext {
  let hunt: Hunt
  /// Civil time at which the hunt is inspected, where it is known.
  let now: Timestamp?
  /// What its requirements mean.
  let lookup: RequirementLookup
  let logic: HuntLogic
  let search: ChoiceSearch
  /// The treasures that have to be found before others, by the requirements alone.
  let needs: Needs
  /// Which treasures the goal cannot do without; without a goal, those that are on every way.
  let mandatory: [Bool]
  let indices: [String: Int]
  /// The places where the treasures really are under the right answers; `nil` if they give none.
  let places: [Coordinate?]
  /// The zones at those places; at the listed place if the answers give none.
  let grounds: [Ground]

  init(_ hunt: Hunt, now: Timestamp?) {
    self.hunt = hunt
    self.now = now
    lookup = RequirementLookup(hunt)
    logic = HuntLogic(hunt, lookup)
    search = ChoiceSearch(logic)
    needs = Needs(logic.requirements)
    mandatory = hunt.goal == nil ? logic.everywhere : needs.needed(for: logic.goal)
    indices = Dictionary(hunt.treasures.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let places = TruePlaces(hunt).places(RightAnswers(hunt).answers)
    self.places = places
    grounds = zip(hunt.treasures, places).map { treasure, place in
      Ground(treasure.zone, listed: treasure.place.position, at: place ?? treasure.place.position)
    }
  }

  var treasures: [Treasure] { hunt.treasures }

  /// A treasure's name in a sentence: shown with its id where the name alone would not tell.
  func name(_ index: Int) -> String { quoted(treasures[index].place.name) }

  /// Names in a row: `“A”, “B” and “C”`; of many only the first.
  func list(_ indices: [Int]) -> String {
    let names = indices.prefix(4).map(name) + (indices.count > 4 ? ["\(indices.count - 4) more"] : [])
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Whether the treasure can be found on some way through the hunt.
  func isReached(_ index: Int) -> Bool { search.reached[index] }

  /// Whether both may be open at the same time, neither found: neither waits for the other.
  func canBeOpenTogether(_ one: Int, _ other: Int) -> Bool {
    isReached(one) && isReached(other) && !needs.isNeeded(one, for: other) && !needs.isNeeded(other, for: one)
      && !exclude(one, other)
  }

  /// Whether they need different options of one question.
  func exclude(_ one: Int, _ other: Int) -> Bool {
    let (mine, theirs) = (options(of: logic.requirements[one]), options(of: logic.requirements[other]))
    return mine.contains { question, option in theirs[question].map { $0 != option } ?? false }
  }

  /// The options that a condition cannot do without, and those that what it needs cannot do without.
  private func options(of condition: HuntLogic.Condition) -> [Int: Int] {
    var (result, waiting, seen) = ([Int: Int](), [condition], Set<Int>())
    while let next = waiting.popLast() {
      switch next {
      case .answered(let index, let option):
        if let option { result[index] = option }
        if seen.insert(index).inserted { waiting.append(logic.requirements[index]) }
      case .found(let index): if seen.insert(index).inserted { waiting.append(logic.requirements[index]) }
      case .all(let parts): waiting += parts
      case .atLeast(let count, let parts): if count >= parts.count { waiting += parts }
      case .never: break
      }
    }
    return result
  }
}

/// A text of the hunt in a sentence.
func quoted(_ text: String) -> String { "“\(text.count > 60 ? text.prefix(57) + "..." : text[...])”" }
