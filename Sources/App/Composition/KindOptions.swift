import ArgumentParser
import HuntDomain

/// `--only`: which kinds of places are wanted.
struct KindOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only places of these kinds: \(PlaceCategory.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kinds"))
  var only = ""

  /// The kinds; nothing for all.
  ///
  /// Throws: if a word is none.
  func categories() throws(CommandFailure) -> Set<PlaceCategory>? {
    let words = only.split(whereSeparator: { $0 == "," || $0 == " " }).map { $0.lowercased() }
    guard !words.isEmpty else { return nil }
    return Set(
      try words.map { word throws(CommandFailure) in
        if let category = PlaceCategory(rawValue: word) { return category }
        let all = PlaceCategory.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure("“\(word)” is no kind of place: say one of \(all).", .usage)
      })
  }
}
