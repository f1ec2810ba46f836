import HuntDomain
import HuntInspection

extension Planted {
  /// What refers to nothing.
  static let references: [Planted] = [
    Planted(
      "a requirement of a treasure that is not there", .error, .unknownTreasure, "cedar",
      park { $0.requirement = .found("oak") }),
    Planted(
      "an answer of a treasure that is not there", .error, .unknownTreasure, "cedar",
      park { $0.requirement = .answered("oak", choice: nil) }),
    Planted(
      "an answer of a treasure that asks nothing", .error, .noQuestion, "cedar",
      park { $0.requirement = .answered("alder", choice: nil) }),
    Planted(
      "an item that is not there", .error, .unknownItem, "cedar", park { $0.requirement = .holds("lamp") }),
    Planted(
      "an item that nobody holds", .error, .itemNowhere, "cedar",
      park(whole: Whole { $0.items = [Item(id: "lamp", name: "Lamp")] }) { $0.requirement = .holds("lamp") }),
    Planted(
      "an option beyond the last", .error, .noSuchOption, "cedar",
      trees([
        tree("alder", 0) { $0.question = way },
        tree("cedar", 200) { $0.requirement = .answered("alder", choice: 2) },
      ])),
    Planted(
      "an option of a question for a text", .error, .noSuchOption, "cedar",
      trees([
        tree("alder", 0) { $0.question = riddle },
        tree("cedar", 200) { $0.requirement = .answered("alder", choice: 0) },
      ])),
    Planted(
      "an option that counts as wrong", .error, .wrongOption, "cedar",
      trees([
        tree("alder", 0) {
          $0.question = Question("Which?", rule: .choice(options: ["this", "that"], right: [0]))
        },
        tree("cedar", 200) { $0.requirement = .answered("alder", choice: 1) },
      ])),
    Planted(
      "three of two", .error, .tooManyNeeded, "cedar",
      park { $0.requirement = .atLeast(3, [.found("alder"), .found("birch")]) }),
    Planted(
      "none of two", .warning, .nothingNeeded, "cedar",
      park { $0.requirement = .atLeast(0, [.found("alder"), .found("birch")]) }),
    Planted("a goal that is not there", .error, .unknownTreasure, nil, park(goal: .found("oak"))),
    Planted("a goal of an unknown item", .error, .unknownItem, nil, park(goal: .holds("lamp"))),
    Planted(
      "a goal of five of four", .error, .tooManyNeeded, nil,
      park(goal: .atLeast(5, ["alder", "birch", "cedar", "dogwood"].map { .found($0) }))),
    Planted(
      "a goal that wants an answer where nothing is asked", .error, .noQuestion, nil,
      park(goal: .answered("birch", choice: nil))),
    Planted("a treasure that holds what is not there", .error, .unknownItem, "cedar", park { $0.items = ["lamp"] }),
    Planted(
      "an item that lies nowhere", .warning, .itemNowhere, nil,
      park(whole: Whole { $0.items = [Item(id: "lamp", name: "Lamp")] })),
    Planted(
      "revealed by a treasure that is not there", .error, .unknownTreasure, "cedar",
      park { $0.visibility = .revealed(.found("oak")) }),
  ]

  /// What cannot be reached.
  static let reachability: [Planted] = [
    Planted(
      "a treasure that waits for itself", .error, .requirementCycle, "cedar", park { $0.requirement = .found("cedar") }),
    Planted(
      "two treasures that wait for each other", .error, .requirementCycle, "birch",
      park(changing: "birch") { $0.requirement = .found("cedar") }),
    Planted(
      "all treasures in a circle", .error, .requirementCycle, "alder",
      park(changing: "alder") { $0.requirement = .found("dogwood") }),
    Planted(
      "a circle through two of three", .error, .requirementCycle, "birch",
      park(changing: "birch") {
        $0.requirement = .atLeast(2, [.found("alder"), .found("cedar"), .found("dogwood")])
      }),
    Planted(
      "a key inside the chest that it opens", .error, .requirementCycle, "cedar",
      park(whole: Whole { $0.items = [Item(id: "key", name: "Key")] }) {
        $0.items = ["key"]
        $0.requirement = .holds("key")
      }),
    Planted(
      "a treasure on both ways of a fork", .error, .unreachable, "dogwood",
      fork(goal: .atLeast(1, [.found("birch"), .found("cedar")])) {
        $0.requirement = .all([.found("birch"), .found("cedar")])
      }),
    Planted(
      "a fork, and every treasure wanted", .error, .goalUnreachable, nil,
      fork(goal: .all(["alder", "birch", "cedar", "dogwood"].map { .found($0) }))),
    Planted(
      "a goal on both ways of a fork", .error, .goalUnreachable, nil,
      fork(goal: .all([.found("birch"), .found("cedar")]))),
    Planted("a goal on one way of a fork", .error, .deadEnd, "alder", fork(goal: .found("birch"))),
    Planted(
      "a key on one way of a fork", .error, .deadEnd, "alder",
      trees([
        tree("alder", 0) { $0.question = way },
        tree("birch", 100) {
          $0.requirement = .answered("alder", choice: 0)
          $0.items = ["key"]
        },
        tree("cedar", 200) { $0.requirement = .answered("alder", choice: 1) },
        tree("dogwood", 300) { $0.requirement = .holds("key") },
      ]) {
        $0.items = [Item(id: "key", name: "Key")]
        $0.goal = .found("dogwood")
      }),
    Planted(
      "a dead end at the second of two forks", .error, .deadEnd, "birch",
      trees([
        tree("alder", 0) { $0.question = way },
        tree("birch", 100) { $0.question = way },
        tree("cedar", 200) { $0.requirement = .answered("birch", choice: 1) },
      ]) { $0.goal = .found("cedar") }),
    Planted("a goal that wants nothing", .error, .goalAtOnce, nil, park(goal: .all([]))),
    Planted("a treasure after the goal", .warning, .afterTheEnd, "dogwood", park(goal: .found("cedar"))),
    Planted(
      "a treasure that is revealed by a later one", .error, .neverRevealed, "cedar",
      park { $0.visibility = .revealed(.found("dogwood")) }),
    Planted(
      "a treasure that reveals itself", .error, .neverRevealed, "cedar",
      park { $0.visibility = .revealed(.found("cedar")) }),
    Planted(
      "a limit on what is needed", .warning, .fatalLimit, "cedar",
      park(goal: .found("dogwood")) { $0.limit = .seconds(3600) }),
    Planted(
      "a limit on what the needed one needs", .warning, .fatalLimit, "birch",
      park(changing: "birch", goal: .found("dogwood")) { $0.limit = .seconds(3600) }),
  ]

  /// Questions and hints.
  static let questions: [Planted] = [
    Planted("no right answer", .error, .noAnswer, "cedar", park { $0.question = Question("Who?", rule: .text([])) }),
    Planted(
      "an answer of white space", .error, .emptyAnswer, "cedar",
      park { $0.question = Question("Who?", rule: .text(["Ludwig", " "])) }),
    Planted(
      "an answer that is no number", .error, .badNumber, "cedar",
      park { $0.question = Question("How many?", rule: .number(.nan, tolerance: 0)) }),
    Planted(
      "a tolerance below 0", .error, .badNumber, "cedar",
      park { $0.question = Question("How many?", rule: .number(3, tolerance: -1)) }),
    Planted(
      "a choice of one", .error, .fewOptions, "cedar",
      park { $0.question = Question("Which?", rule: .choice(options: ["this"], right: [0])) }),
    Planted(
      "two options that read the same", .warning, .sameOption, "cedar",
      park { $0.question = Question("Which?", rule: .choice(options: ["This", "this!", "that"], right: [0, 1, 2])) }),
    Planted(
      "a choice without a right option", .error, .noRightOption, "cedar",
      park { $0.question = Question("Which?", rule: .choice(options: ["this", "that"], right: [])) }),
    Planted(
      "a right option beyond the last", .error, .noSuchOption, "cedar",
      park { $0.question = Question("Which?", rule: .choice(options: ["this", "that"], right: [1, 2])) }),
    Planted(
      "a question without words", .warning, .noPrompt, "cedar", park { $0.question = Question(" ", rule: riddle.rule) }),
    Planted(
      "a wrong answer dearer than the treasure", .warning, .dearAnswer, "cedar",
      park { $0.question = Question("Who?", rule: riddle.rule, price: 11) }),
    Planted(
      "a hint dearer than the treasure", .warning, .dearHint, "cedar",
      park { $0.hints = [Hint("Look up.", price: 11)] }),
    Planted(
      "hints that are too dear together", .warning, .dearHint, "cedar",
      park { $0.hints = [Hint("Look up.", price: 4), Hint("Higher.", price: 7)] }),
    Planted(
      "a paid hint that says its name", .warning, .needlessHint, "cedar",
      park { $0.hints = [Hint("The cedar gate.", price: 2)] }),
    Planted(
      "a paid hint that says less than a free one", .warning, .needlessHint, "cedar",
      park { $0.hints = [Hint("Behind the red bakery, on the left."), Hint("Behind a bakery", price: 2)] }),
    Planted(
      "a paid hint that says a paid one again", .warning, .needlessHint, "cedar",
      park { $0.hints = [Hint("Look up.", price: 1), Hint("Look up!", price: 2)] }),
    Planted(
      "a paid hint where the map shows the way and nothing is asked", .warning, .needlessHint, "cedar",
      park {
        $0.visibility = .always
        $0.hints = [Hint("Look up."), Hint("Behind the bakery.", price: 2)]
      }),
    Planted(
      "a hint after the treasure is gone", .warning, .lateHint, "cedar",
      park(.any, goal: .found("dogwood")) {
        $0.limit = .seconds(600)
        $0.hints = [Hint("Look up.", after: .seconds(600))]
      }),
    Planted(
      "a hint after the hunt is over", .warning, .lateHint, "cedar",
      park(whole: Whole { $0.limit = .seconds(3600) }) { $0.hints = [Hint("Look up.", after: .seconds(7200))] }),
    Planted(
      "a hint behind one that comes later", .warning, .hintOrder, "cedar",
      park { $0.hints = [Hint("Look up.", after: .seconds(60)), Hint("Higher.", after: .seconds(30))] }),
    Planted("a hint that says nothing", .warning, .emptyHint, "cedar", park { $0.hints = [Hint("...")] }),
  ]
}
