import ArgumentParser
import CommandKit
import GeoFormats
import PlaceFiles

/// `trove hunt set`: one member of a hunt or a stage.
struct HuntSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Changes one member of a hunt, or of one of its stages.",
    discussion: """
      Examples:
      trove hunt set park.geojson title "In the park"
      trove hunt set park.geojson oak radius 25

      `trove hunt set FILE title TEXT` is about the hunt: title, author, summary, licence, order, message and every \
      other member of it. `trove hunt set FILE ID MEMBER VALUE` is about a stage: name, at (LAT,LON), radius, hint, \
      arrival, message, points, answer (42, 42+-2, oak|oak tree, red|*blue), number (its place in the order), and \
      every other member that the format has. A value that is JSON is taken as JSON, except for texts. hint is the \
      text of the first one; its price and the other hints stay. An empty value removes the member, or the first hint; \
      name, at, radius, points, answer and number cannot be removed. A change that makes the file bad is refused; a \
      member that the format does not have is kept, and said on standard error. A value may begin with -; behind -- \
      everything is taken as it is, -h too.

      Exit codes: 64 wrong usage, or there is no such stage; 65 bad data; 66 no such file; 73 cannot be written.
      """)

  @Argument(help: "The hunt: a GeoJSON file.", completion: .file(extensions: ["geojson"]))
  var file: String

  @Argument(parsing: .allUnrecognized, help: "MEMBER VALUE for the hunt, or ID MEMBER VALUE for a stage.")
  var words: [String]

  mutating func validate() throws {
    // The -- comes along with what it shields; as the last word it is a value itself.
    if let shield = words.dropLast().firstIndex(of: "--") { words.remove(at: shield) }
    guard (2...3).contains(words.count) else {
      throw ValidationError("Say MEMBER VALUE for the hunt, or ID MEMBER VALUE for a stage.")
    }
  }

  func run() throws {
    let before = try Files.draft(file)
    var document = before
    if words.count == 3, !document.ids.contains(words[0]) { throw document.noStage(words[0], in: file) }
    do throws(MemberProblem) {
      if words.count == 2 {
        try document.set(words[0], to: words[1])
      } else {
        try document.set(words[1], of: words[0], to: words[2])
      }
    } catch {
      throw CommandFailure("\(file): \(error).", .usage)
    }
    let bad = document.complaints(since: before)
    guard bad.isEmpty else {
      let reasons = bad.map { $0.text(file: file) }
      throw CommandFailure(reasons + ["\(file) is left as it was: that would not be a good value."], .badData)
    }
    try Files.write(document, to: file)
    sayIfUnknown()
  }

  /// Warns if a member was set that the program does not read; not if it was removed.
  private func sayIfUnknown() {
    let member = words[words.count - 2]
    guard !HuntDocument.knows(member, ofStage: words.count == 3), words.last != "" else { return }
    Output.error("\(SafeText.clean(member)): no member that Trove knows; kept")
  }
}
