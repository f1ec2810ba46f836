import Foundation
import HuntMaking
import PlaceFiles
import ProcessTesting
import Testing

@Suite("The texts of made hunts")
struct HuntTextsFileTests {
  private static let path = SharedFiles.package.appending(path: "Maps/hunt-texts.csv").path

  /// What the program can fill in.
  private static let known: Set<String> = [
    "name", "translated", "street", "metres", "direction", "last", "artist", "architect", "year", "century", "decade",
    "material", "subject", "other", "place", "length", "stages", "the", "beside", "gap", "count",
    "inscription", "description", "height", "namesake", "article", "title",
  ]

  @Test("are there for every kind in every language, with placeholders that the program knows, and none twice")
  func table() throws {
    let file = try HuntTextsFile(path: Self.path)
    #expect(file.languages == ["en", "de"])
    for language in file.languages {
      let kinds = Set(file.kinds(of: "title", in: language))
      #expect(kinds.count > 70)
      for kind in kinds {
        #expect(file.lines(of: "the", kind, in: language).count == 1, "\(kind)")
        #expect(file.lines(of: "beside", kind, in: language).count == 1, "\(kind)")
        // Where the dead are remembered the first hint says what the place is.
        let vague = file.lines(of: "vague", kind, in: language)
        #expect(vague.count >= 5 && vague.allSatisfy { $0.count <= 45 && !$0.contains("{") } || kind == "mourning")
        #expect(file.lines(of: "title", kind, in: language).allSatisfy { $0.count <= 24 })
      }
      #expect(Set(file.kinds(of: "vague", in: language)) == kinds.subtracting(["mourning"]))
      #expect(Set(file.kinds(of: "quiet", in: language)) == ["mourning", ""])
      let all = file.all(in: language)
      for line in all {
        #expect(Set(HuntTexts.placeholders(of: line.text)).isSubset(of: Self.known), "\(line)")
        #expect(!line.text.contains("!"), "\(line)")
      }
      let words = ["title", "sort", "title-more", "the", "beside", "side", "direction", "material"]
      let sentences = all.filter { !words.contains($0.use) }.map(\.text)
      #expect(Set(sentences).count == sentences.count)
    }
    // A language that is not there gives the first one.
    #expect(file.texts(in: ["xx"]).language == "en" && file.texts(in: ["xx", "de"]).language == "de")
  }

  @Test("are refused where they are no such table")
  func bad() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "texts-\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for text in ["", "kind,use,en\na,b,c\n", "use,kind\na,b\n"] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: FileProblem.self) { try HuntTextsFile(path: path) }
    }
    #expect(throws: FileProblem.self) { try HuntTextsFile(path: path + ".gone") }
  }
}

extension HuntTextsFile {
  /// The texts of a use for a kind.
  fileprivate func lines(of use: String, _ kind: String, in language: String) -> [String] {
    all(in: language).filter { $0.use == use && $0.kind == kind }.map(\.text)
  }

  /// The kinds that have lines of a use.
  fileprivate func kinds(of use: String, in language: String) -> [String] {
    all(in: language).filter { $0.use == use }.map(\.kind)
  }
}
