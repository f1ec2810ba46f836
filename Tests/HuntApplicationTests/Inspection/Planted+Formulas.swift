import Geodesy
import HuntDomain
import HuntInspection

extension Planted {
  /// Places that come of answers.
  static let formulas: [Planted] = [
    Planted(
      "a place that needs its own answer", .error, .formulaCycle, "cedar",
      park {
        pointing(&$0, "90", "A"); $0.question = asking("A", 20)
      }),
    Planted(
      "two places that need each other's answers", .error, .formulaCycle, "alder",
      trees(
        [
          tree("alder", 0) {
            pointing(&$0, "90", "B"); $0.question = asking("A", 20)
          },
          tree("birch", 100) {
            pointing(&$0, "90", "A"); $0.question = asking("B", 20)
          },
        ], .any)),
    Planted(
      "an answer that is asked behind the place that needs it", .error, .formulaCycle, "alder",
      trees([
        tree("alder", 0) { pointing(&$0, "90", "B") }, tree("birch", 100) { $0.question = asking("B", 20) },
      ])),
    Planted(
      "places that start from each other", .error, .formulaCycle, "alder",
      trees([
        tree("alder", 0) { pointing(&$0, "90", "20", from: "birch") },
        tree("birch", 100) { pointing(&$0, "90", "20", from: "alder") },
      ])),
    Planted(
      "a place that starts from nowhere", .error, .unknownTreasure, "cedar",
      park { pointing(&$0, "90", "20", from: "oak") }),
    Planted("an answer that nobody asks for", .error, .unknownName, "cedar", park { pointing(&$0, "90", "A") }),
    Planted(
      "an answer on the other way of a fork", .error, .answerElsewhere, "cedar",
      trees([
        tree("alder", 0) { $0.question = way },
        tree("birch", 100) {
          $0.requirement = .answered("alder", choice: 0)
          $0.question = asking("A", 20)
        },
        tree("cedar", 200) {
          $0.requirement = .answered("alder", choice: 1)
          pointing(&$0, "90", "A")
        },
      ])),
    Planted(
      "a name with a space", .error, .badName, "cedar",
      park { $0.question = Question("How many rings?", rule: .number(7, tolerance: 0), name: "the rings") }),
    Planted(
      "two answers of one name", .error, .sameAnswerName, "birch",
      trees([tree("alder", 0) { $0.question = asking("A", 7) }, tree("birch", 100) { $0.question = asking("A", 8) }])),
    Planted(
      "a text where a number is needed", .error, .notANumber, "birch",
      trees([
        tree("alder", 0) { $0.question = Question("Who?", rule: riddle.rule, name: "A") },
        tree("birch", 100) { pointing(&$0, "90", "A * 2") },
      ])),
    Planted(
      "a latitude of 95", .error, .noPlace, "birch",
      trees([
        tree("alder", 0) { $0.question = asking("A", 95) },
        tree("birch", 100) { $0.projection = .coordinates(latitude: formula("A"), longitude: formula("11")) },
      ])),
    Planted(
      "a division by zero", .error, .noPlace, "birch",
      trees([
        tree("alder", 0) { $0.question = asking("A", 7) }, tree("birch", 100) { pointing(&$0, "90", "20 / (A - 7)") },
      ])),
    Planted(
      "another spelling that leads elsewhere", .warning, .looseFormula, "birch",
      trees([
        tree("alder", 0) { $0.question = Question("Who?", rule: .text(["Ada", "Lovelace"]), name: "A") },
        tree("birch", 100) { pointing(&$0, "90", "letters(A) * 2") },
      ])),
    Planted(
      "a place 300 km away", .warning, .absurdPlace, "birch",
      trees([
        tree("alder", 0) { $0.question = asking("A", 300) }, tree("birch", 100) { pointing(&$0, "90", "A * 1000") },
      ])),
    Planted(
      "a tolerance that leads out of the zone", .warning, .looseFormula, "birch",
      trees([
        tree("alder", 0) { $0.question = Question("How many?", rule: .number(5, tolerance: 1), name: "A") },
        tree("birch", 100) { pointing(&$0, "90", "A * 20") },
      ])),
    Planted(
      "two zones that meet where the answers lead", .warning, .overlap, "cedar",
      trees(
        [
          tree("alder", 0) { $0.question = asking("A", 5) }, tree("birch", 100),
          tree("cedar", 200) { pointing(&$0, "270", "A * 18") },
        ], .any)),
    Planted(
      "the coordinates of a place that comes of answers", .warning, .placeTold, "birch",
      trees([
        tree("alder", 0) {
          $0.question = asking("A", 5)
          $0.message = "Go to \(spot(200))."
        },
        tree("birch", 100) { pointing(&$0, "90", "A * 20") },
      ])),
  ]

  /// Places that come of answers and are sound.
  static let soundPlaces: [Hunt] = [
    trees([
      tree("alder", 0) { $0.question = Question("Who?", rule: .text(["Ada"]), name: "A") },
      tree("birch", 100) { $0.question = Question("How many?", rule: .number(5, tolerance: 1), name: "B") },
      tree("cedar", 200) { pointing(&$0, "90 + len(A) - len(A)", "letters(A) * 10 + B", from: "birch") },
      tree("dogwood", 400) {
        $0.projection = .coordinates(latitude: formula("48.137 + B % 1"), longitude: formula("11.581"))
      },
    ])
  ]

  private static func asking(_ name: String, _ number: Double) -> Question {
    Question("How many rings?", rule: .number(number, tolerance: 0), name: name)
  }

  private static func pointing(
    _ treasure: inout Treasure, _ bearing: String, _ distance: String, from: String? = nil
  ) {
    treasure.projection = .offset(from: from, bearing: formula(bearing), distance: formula(distance))
  }

  private static func formula(_ text: String) -> Formula {
    guard let formula = try? Formula(text) else { fatalError("\(text) is no formula") }
    return formula
  }
}
