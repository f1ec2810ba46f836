internal import Game
internal import GeoFormats
internal import HuntDomain
internal import Numbers
internal import Places
internal import Views

/// News of single treasures.
extension JSONLines {
  static func addStep(_ news: SessionNews, _ naming: (String) -> String, to line: inout JSONText) {
    switch news {
    case .opened(let treasure): add("opened", treasure, to: &line)
    case .entered(let treasure):
      add("entered", treasure, to: &line)
      if let arrival = treasure.arrival { line.add("text", arrival) }
    case .left(let treasure): add("left", treasure, to: &line)
    case .expired(let treasure): add("expired", treasure, to: &line)
    case .asked(let treasure, let question):
      add("asked", treasure, to: &line)
      add(question, to: &line)
    case .answered(let treasure, let answer):
      add("answered", treasure, to: &line)
      add(answer, to: treasure.question, &line)
    case .answeredWrongly(let treasure, let price):
      add("wrong_answer", treasure, to: &line)
      line.add("price", price)
    case .claimed(let treasure, let price, let count, let total):
      add("claimed", treasure, to: &line)
      line.add("price", price)
      line.add("points", treasure.points)
      line.add("found", count)
      line.add("of", total)
      if let message = treasure.message { line.add("text", message) }
    case .gained(let item):
      line.add("event", "item")
      line.add("id", item.id)
      line.add("name", item.name)
    case .obstacle(let treasure, let obstacle):
      add("obstacle", treasure, to: &line)
      add(obstacle, naming, to: &line)
    default: break
    }
  }

  private static func add(_ event: String, _ treasure: Treasure, to line: inout JSONText) {
    line.add("event", event)
    line.add("id", treasure.id)
    line.add("name", treasure.place.name)
  }

  private static func add(_ question: Question, to line: inout JSONText) {
    line.add("prompt", question.prompt)
    switch question.rule {
    case .text: line.add("kind", "text")
    case .number: line.add("kind", "number")
    case .sealed(let sealed): line.add("kind", sealed.kind.rawValue)
    case .choice(let options, _):
      line.add("kind", "choice")
      line.add(
        "options",
        options.enumerated().map { index, option in
          var object = JSONText()
          object.add("number", index + 1)
          object.add("text", option)
          return object
        })
    }
    line.add("price", question.price)
  }

  /// An option has its number, from 1, and its text; anything else only what it is.
  private static func add(_ answer: Answer, to question: Question?, _ line: inout JSONText) {
    switch answer {
    case .text: line.add("answer", Wording.answer(answer, to: question))
    case .number(let number): line.add("answer", number)
    case .choice(let index):
      line.add("number", index + 1)
      if case .choice(let options, _) = question?.rule, options.indices.contains(index) {
        line.add("answer", options[index])
      }
    }
  }

  private static func add(_ obstacle: Obstacle, _ naming: (String) -> String, to line: inout JSONText) {
    line.add("why", obstacle.word)
    line.add("text", Wording.obstacle(obstacle, naming: naming))
    switch obstacle {
    case .distance(let metres): line.add("distance", metres, decimals: 2)
    case .accuracy(let metres, let accuracy):
      line.add("distance", metres, decimals: 2)
      line.add("accuracy", accuracy, decimals: 2)
    case .dwell(let fixes): line.add("fixes", fixes)
    case .window(let window):
      if let from = window.from { line.add("from", from.description) }
      if let to = window.to { line.add("to", to.description) }
    case .noPosition, .requirement, .question: break
    }
  }
}

extension Obstacle {
  /// The word for it in JSON lines.
  fileprivate var word: String {
    switch self {
    case .distance: "distance"
    case .accuracy: "accuracy"
    case .dwell: "dwell"
    case .noPosition: "no_position"
    case .requirement: "requirement"
    case .window: "window"
    case .question: "question"
    }
  }
}
