package import HuntDomain
internal import Numbers

/// How many of all players choose an option of a question: `fork=2:30%`.
package struct ChoiceShare: Hashable, Sendable {
  /// The id of the stage that asks.
  package let stage: String
  /// The option, counted from 0.
  package let option: Int
  /// The part of all players, from 0 to 1.
  package let part: Double

  /// Reads a share; `nil` where it is none.
  package init?(_ text: String) {
    let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
    let parts = sides.last?.split(separator: ":").map(String.init) ?? []
    guard sides.count == 2, parts.count == 2, let option = Int(parts[0]), (1...1000).contains(option),
      parts[1].hasSuffix("%"), let percent = Double(parts[1].dropLast()), (0...100).contains(percent)
    else { return nil }
    (stage, self.option, part) = (sides[0], option - 1, percent / 100)
  }

  /// What is wrong with shares for a hunt, as a sentence; `nil` if nothing is.
  package static func problem(with shares: [ChoiceShare], in hunt: Hunt) -> String? {
    for share in shares {
      guard case .choice(let options, _)? = hunt.treasure(share.stage)?.question?.rule else {
        return "there is no stage \(share.stage) that has options to choose from"
      }
      guard share.option < options.count else { return "the stage \(share.stage) has \(options.count) options" }
    }
    let sums = Dictionary(grouping: shares, by: \.stage).mapValues { $0.reduce(0) { $0 + $1.part } }
    return sums.first { $0.value > 1.000_001 }.map { "the shares of the stage \($0.key) are more than 100 %" }
  }
}
