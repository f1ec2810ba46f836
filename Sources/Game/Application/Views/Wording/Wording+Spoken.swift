package import HuntDomain
package import Nearby

/// Sentences that lead a player who only hears or reads them: what is asked, what can be typed.
extension Wording {
  // MARK: - Questions, hints, prices

  /// A question with its options numbered, and how to answer it.
  package static func question(_ question: Question) -> String {
    let how =
      switch question.rule {
      case .text: "type a and your words"
      case .number: "type a and a number"
      case .sealed(let sealed): sealed.kind == .number ? "type a and a number" : "type a and your words"
      case .choice(let options, _):
        options.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ") + "; type a and a number"
      }
    let price = question.price > 0 ? "; a wrong answer costs \(points(question.price))" : ""
    return "\(question.prompt) Answer: \(how)\(price)."
  }

  /// The price of a treasure's first hint and when it can be read, as text; `nil` if there is none.
  package static func hintOffer(_ treasure: Treasure) -> String? {
    guard let hint = treasure.hints.first else { return nil }
    let price = hint.price > 0 ? "a hint costs \(points(hint.price))" : "a hint is free"
    return hint.after > .zero ? "\(price) after \(age(hint.after))" : price
  }

  // MARK: - What can be typed

  /// The commands of a game in lines.
  package static func commands(isSteered: Bool) -> String {
    let steering =
      isSteered
      ? "left or right and degrees to turn, face to turn to the treasure, go, stop, faster, slower, "
      : "left or right and degrees when you have turned, "
    return "Type a and an answer, hint, claim when you are there and the receiver does not say so, "
      + "next for another treasure, where, look, status, in an event mates and board, \(steering)help, quit."
  }

  /// The sentence that says what a steered walker does now.
  package static func steered(_ steering: Steering) -> String {
    switch steering {
    case .turn(let degrees):
      size(degrees) == 0 ? "You look straight ahead." : "You turn \(degrees > 0 ? "right" : "left") \(size(degrees))°."
    case .faster: "You go faster."
    case .slower: "You go slower."
    case .go: "You walk."
    case .halt: "You stand still."
    }
  }

  /// What a steered walker hears who gets no farther.
  package static let blocked = "Something stands in your way: turn, and walk around it."

  private static func size(_ degrees: Double) -> Int { Int(min(360, degrees.isFinite ? abs(degrees) : 0).rounded()) }
}
