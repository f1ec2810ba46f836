import Foundation
import Game
import Testing

@Suite("A kind of source")
struct SourceKindTests {
  @Test("is read from the words of its choices, as the same", arguments: SourceKind.allCases)
  func words(kind: SourceKind) {
    let offers = kind.facts.offers + (kind.facts.offersMeanwhile ?? [])
    for choice in [kind.facts.usual] + offers.map(\.choice) {
      #expect(choice.kind == kind)
      #expect(choice.words.split(separator: ":")[0] == kind.rawValue)
      #expect(SourceChoice(words: choice.words) == choice)
    }
  }

  @Test(
    "is not read from words that say too little or too much",
    arguments: [
      "", ":", "gpsd", "trace", "walker", "walker:", "walker:-1", "owntracks:x", "hunt-trace:x", "GPSD:", "car",
    ]
      + ["steer:", "steer:1", "steer:91,0", "steer:1,2,3", "steer:1,x,2", "steer:nan,0"])
  func wrong(words: String) {
    #expect(SourceChoice(words: words) == nil)
  }

  @Test("is in the guide for players, if --from takes its word", arguments: SourceKind.allCases)
  func documented(kind: SourceKind) throws {
    guard kind.facts.argument?.short.hasPrefix(kind.rawValue) == true else { return }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = try String(contentsOf: root.appending(path: "docs/players.md"), encoding: .utf8)
    #expect(guide.contains("--from \(kind.rawValue)"), "docs/players.md: --from \(kind.rawValue)")
  }
}
