import ArgumentParser
import Editor
import GeoFormats
import HuntDomain
import PlaceFiles
import Places

/// `trove hunt set`: one member of a hunt or a stage.
struct HuntSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Changes one member of a hunt, or of one of its stages.",
    discussion: """
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
    if words.count == 2 {
      document.set(words[0], Self.content(words[1], isText: Self.huntTexts.contains(words[0])))
    } else {
      try set(words[1], to: words[2], of: words[0], in: &document)
    }
    let known = Set(before.hunt().diagnostics.map(\.message))
    let bad = document.hunt().diagnostics.filter { !known.contains($0.message) }
    guard bad.isEmpty else {
      let reasons = bad.map { $0.text(file: file) }
      throw CommandFailure(reasons + ["\(file) is left as it was: that would not be a good value."], .badData)
    }
    try Files.write(document, to: file)
    sayIfUnknown()
  }

  /// Warns if a member was set that the program does not read; not if it was removed.
  private func sayIfUnknown() {
    let isOfHunt = words.count == 2
    let member = words[isOfHunt ? 0 : 1]
    let known = HuntKeys.all[isOfHunt ? "trove" : "treasure"] ?? []
    let isKnown = known.contains(member) || !isOfHunt && Self.stageWords.contains(member)
    guard !isKnown, words.last != "" else { return }
    Output.error("\(SafeText.clean(member)): no member that Trove knows; kept")
  }

  /// Members of a stage that have another name in this command than in the file.
  private static let stageWords: Set = ["radius", "answer", "number"]

  /// Members whose value is a text, even if it looks like a number.
  private static let huntTexts: Set = ["title", "author", "summary", "licence", "message", "id", "order"]
  private static let stageTexts: Set = ["kind", "sound", "message", "arrival", "hint", "name"]

  private func set(_ member: String, to value: String, of id: String, in document: inout HuntDocument) throws {
    guard let treasure = document.draft.treasures.first(where: { $0.id == id }) else {
      throw document.noStage(id, in: file)
    }
    let isDone: Bool
    if member == "number", let number = Int(value), number >= 1 {
      isDone = document.move(id, to: number - 1)
    } else if let changed = try changed(treasure, member, value) {
      isDone = document.replace(id, with: changed)
    } else {
      isDone = document.set(member, of: id, Self.content(value, isText: Self.stageTexts.contains(member)))
    }
    guard isDone else { throw CommandFailure("\(file): \(member) of \(id) cannot be changed.", .usage) }
  }

  /// Returns the stage with another value of a member that the program formats itself; `nil` for other members.
  private func changed(_ treasure: Treasure, _ member: String, _ value: String) throws -> Treasure? {
    var treasure = treasure
    let place = treasure.place
    let text = SafeText.clean(value)
    switch member {
    case "name":
      guard !text.isEmpty else { throw bad("a stage needs a name") }
      treasure.place = PointOfInterest(
        id: place.id, name: SafeText.clean(value, limit: SafeText.nameLimit), position: place.position,
        kind: place.kind)
    case "at":
      guard let position = CoordinateText.read(value) else { throw bad("\(SafeText.quoted(value)) is no place") }
      treasure.place = PointOfInterest(id: place.id, name: place.name, position: position, kind: place.kind)
    case "radius":
      guard let radius = DecimalNumber.read(value), (1...100_000).contains(radius) else {
        throw bad("a radius is 1 to 100000 m")
      }
      treasure.zone = .circle(radius: radius)
    case "hint": treasure.hints.changeFirst(to: text)
    case "arrival": treasure.arrival = text.isEmpty ? nil : text
    case "message": treasure.message = text.isEmpty ? nil : text
    case "points":
      guard let points = Int(value), (0...1_000_000).contains(points) else { throw bad("points are 0 to 1000000") }
      treasure.points = points
    case "answer":
      guard let rule = AnswerText.rule(value), treasure.question != nil else {
        throw bad("an answer needs a question, and is 42, or 42+-2, or oak|oak tree, or red|*blue")
      }
      treasure.question?.rule = rule
    case "number": throw bad("a number is 1 or more: the place in the order")
    default: return nil
    }
    return treasure
  }

  private func bad(_ reason: String) -> CommandFailure { CommandFailure("\(file): \(reason).", .usage) }

  /// The value as the file stores it: JSON if it is valid JSON, a string otherwise; `nil` if it is empty.
  private static func content(_ value: String, isText: Bool) -> JSONContent? {
    if value.isEmpty { return nil }
    if !isText, let document = try? JSONDocument(value) { return JSONContent(document.root) }
    return .string(value)
  }
}

extension [Hint] {
  /// Changes the first hint's text, or removes the hint if `text` is empty; keeps the other hints.
  fileprivate mutating func changeFirst(to text: String) {
    switch (isEmpty, text.isEmpty) {
    case (true, true): break
    case (true, false): self = [Hint(text)]
    case (false, true): removeFirst()
    case (false, false): self[0].text = text
    }
  }
}

extension JSONContent {
  /// A value that was read; numbers too large for a double are none.
  fileprivate init(_ value: JSONValue) {
    if let text = value.rawString {
      self = .string(text)
    } else if let truth = value.bool {
      self = .bool(truth)
    } else if value.isNumber {
      self = value.number.map { .number($0) } ?? .null
    } else if value.isArray {
      self = .list(value.elements.map { JSONContent($0) })
    } else if value.isObject {
      self = .object(value.members.map { Member($0.key, JSONContent($0.value)) })
    } else {
      self = .null
    }
  }
}
