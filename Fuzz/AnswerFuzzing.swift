import Game
import Geodesy
import HuntDomain
import Places

/// Bytes as what a player types: an answer, a command, a formula.
enum AnswerFuzzing {
  private static let questions: [Question] = [
    Question("?", rule: .text(["Grüner Weg", "42", "..."])), Question("?", rule: .number(42, tolerance: 0.5)),
    Question("?", rule: .number(-1e15, tolerance: 0)),
    Question("?", rule: .choice(options: ["C", "C++", "b"], right: [1])),
  ]

  /// Types them everywhere: a right answer stays right however often it is given, and nothing traps.
  static func type(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for question in questions {
      let check = question.check(text)
      precondition(check == question.check(text))
      if case .right(let answer) = check { precondition(play(text, question)?.answers["t"] == answer) }
    }
    let folded = FoldedText.fold(text)
    precondition(FoldedText.fold(folded) == folded)
    precondition(NumberReading.all(of: text).allSatisfy(\.isFinite))
    if let formula = try? Formula(text) {
      let value = formula.value(of: ["A": .number(3), "B": .text("heron"), "C": .choice(1)])
      precondition(value?.isFinite != false)
    }
    _ = PlayWords(text)
  }

  /// Stands at a treasure that asks, and answers.
  private static func play(_ text: String, _ question: Question) -> HuntProgress? {
    guard let place = Coordinate(latitude: 0, longitude: 0) else { return nil }
    var treasure = Treasure(place: PointOfInterest(id: "t", name: "Stone", position: place), radius: 10)
    treasure.question = question
    guard let hunt = Hunt(title: "A sample", treasures: [treasure]) else { return nil }
    var progress = HuntProgress(hunt)
    for second in 0..<8 {
      _ = progress.receive(Fix(position: place, time: .seconds(second), accuracy: 2))
    }
    _ = progress.answer(text, to: "t", at: .seconds(9))
    return progress
  }
}
