/// A player who knows of the game only what is said, and who can only type.
///
/// It hears sentences and answers with commands; it has no clock but the sentences.
package struct BlindPlayer: Sendable {
  /// Words of a question, and what this player knows the answer to be.
  private let answers: [(prompt: String, answer: String)]
  /// Whether it lets the walker face the treasure, as one would who is too slow for figures.
  private let faces: Bool
  private var walks = false

  /// - Parameters:
  ///   - answers: words of each question and the answer to it.
  ///   - faces: whether it types `face` for every turn that it hears of.
  package init(answers: [(prompt: String, answer: String)] = [], faces: Bool = false) {
    self.answers = answers
    self.faces = faces
  }

  /// What it types after a sentence.
  package mutating func hear(_ sentence: String) -> [String] {
    if sentence.contains("type a and"), let known = answers.first(where: { sentence.contains($0.prompt) }) {
      return stop() + ["a \(known.answer)"]
    }
    if sentence.contains("hold still") { return stop() }
    if sentence.contains("ask again") { return ["hint"] }
    if sentence.contains("claim again") { return ["claim"] }
    if sentence.contains("type claim") { return stop() + ["claim"] }
    guard sentence.contains("o'clock") else { return [] }
    return turn(in: sentence) + go()
  }

  private mutating func stop() -> [String] {
    defer { walks = false }
    return walks ? ["stop"] : []
  }

  private mutating func go() -> [String] {
    defer { walks = true }
    return walks ? [] : ["go"]
  }

  /// `turn left 40°`, `turn round`: the order in a sentence, as commands.
  private func turn(in sentence: String) -> [String] {
    guard let order = sentence.split(separator: ", ").first(where: { $0.hasPrefix("turn ") }) else { return [] }
    if faces { return ["face"] }
    let words = order.split(whereSeparator: { " ;.".contains($0) })
    guard words.count >= 3 else { return ["right 180"] }
    return ["\(words[1]) \(words[2])"]
  }
}
