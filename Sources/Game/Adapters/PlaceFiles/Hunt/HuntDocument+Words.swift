internal import GeoFormats
internal import HuntDomain
internal import Places

/// Why a member of a hunt or of a stage does not take a value: a sentence without its full stop.
package struct MemberProblem: Error, Hashable, CustomStringConvertible {
  /// The sentence.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Sets members from words of a command line.
///
/// A value is taken as JSON if it is valid JSON, except for members that are texts, and as a text otherwise. An empty
/// value removes the member.
extension HuntDocument {
  /// Members whose value is a text, even if it looks like a number.
  private static let huntTexts: Set = ["title", "author", "summary", "licence", "message", "id", "order"]
  private static let stageTexts: Set = ["kind", "sound", "message", "arrival", "hint", "name"]

  /// Members of a stage that have another name on the command line than in the file.
  private static let stageWords: Set = ["radius", "answer", "number"]

  /// Whether the program reads a member of the hunt, or of one of its stages.
  package static func knows(_ member: String, ofStage isOfStage: Bool) -> Bool {
    let known = HuntKeys.all[isOfStage ? HuntKeys.Stage.object : HuntKeys.About.object] ?? []
    return known.contains(member) || isOfStage && stageWords.contains(member)
  }

  /// Sets a member of the hunt from a word.
  ///
  /// Throws: if the value is nested too deep for a file; nothing has changed then.
  package mutating func set(_ member: String, to value: String) throws(MemberProblem) {
    guard set(member, Self.content(value, isText: Self.huntTexts.contains(member))) else {
      throw MemberProblem("\(member) cannot be changed")
    }
  }

  /// Sets a member of a stage from a word.
  ///
  /// `at` is a place in any notation, `answer` an ``AnswerText``, `number` the place in the order, from 1, `radius` and
  /// `points` are numbers within ``HuntLimits``, and `hint` is the text of the first hint, whose price stays.
  ///
  /// Throws: if the member cannot have this value, or there is no such stage; nothing has changed then.
  package mutating func set(_ member: String, of id: String, to value: String) throws(MemberProblem) {
    let isDone: Bool
    if member == "number", let number = Int(value), number >= 1 {
      isDone = move(id, to: number - 1)
    } else if let stage = stages.first(where: { $0.treasure.id == id }),
      let changed = try Self.changed(stage.treasure, member, value)
    {
      isDone = replace(id, with: changed)
    } else {
      isDone = set(member, of: id, Self.content(value, isText: Self.stageTexts.contains(member)))
    }
    guard isDone else { throw MemberProblem("\(member) of \(id) cannot be changed") }
  }

  /// Returns the stage with another value of a member that the program formats itself; `nil` for other members.
  private static func changed(
    _ treasure: Treasure, _ member: String, _ value: String
  ) throws(MemberProblem) -> Treasure? {
    var treasure = treasure
    let place = treasure.place
    let text = SafeText.clean(value)
    switch member {
    case "name":
      guard !text.isEmpty else { throw MemberProblem("a stage needs a name") }
      treasure.place = PointOfInterest(
        id: place.id, name: SafeText.clean(value, limit: SafeText.nameLimit), position: place.position,
        kind: place.kind)
    case "at":
      guard let position = CoordinateText.read(value) else {
        throw MemberProblem("\(SafeText.quoted(value)) is no place")
      }
      treasure.place = PointOfInterest(id: place.id, name: place.name, position: position, kind: place.kind)
    case "radius":
      guard let radius = DecimalNumber.read(value), HuntLimits.metres.contains(radius) else {
        throw MemberProblem("a radius is 1 to 100000 m")
      }
      treasure.zone = .circle(radius: radius)
    case "hint": treasure.hints.changeFirst(to: text)
    case "arrival": treasure.arrival = text.isEmpty ? nil : text
    case "message": treasure.message = text.isEmpty ? nil : text
    case "points":
      guard let points = Int(value), HuntLimits.points.contains(points) else {
        throw MemberProblem("points are 0 to 1000000")
      }
      treasure.points = points
    case "answer":
      guard let rule = AnswerText.rule(value), treasure.question != nil else {
        throw MemberProblem("an answer needs a question, and is 42, or 42+-2, or oak|oak tree, or red|*blue")
      }
      treasure.question?.rule = rule
    case "number": throw MemberProblem("a number is 1 or more: the place in the order")
    default: return nil
    }
    return treasure
  }

  /// The value as the file stores it; `nil` if it is empty.
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
