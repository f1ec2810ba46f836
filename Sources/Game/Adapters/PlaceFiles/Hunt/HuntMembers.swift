internal import GeoFormats
internal import HuntDomain
internal import Numbers
internal import Places

/// The members of one object of a hunt file, read with their ranges; a member that is `null` is not there.
struct HuntMembers<Key: HuntKey> {
  let object: JSONValue?
  /// Whose members they are, for complaints: `of “well”`.
  let whose: String

  init(_ object: JSONValue?, _ whose: String) {
    self.object = object
    self.whose = whose
  }

  subscript(key: Key) -> JSONValue? { object?[named: key.rawValue].flatMap { $0.isNull ? nil : $0 } }

  /// A member in words, for complaints.
  func called(_ key: Key) -> String { "\(key.rawValue) \(whose)" }

  /// A text with something in it.
  func text(_ key: Key, limit: Int = SafeText.proseLimit, _ notes: inout HuntNotes) -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.text(limit: limit) else {
      notes.warn(value, "\(called(key)) is no text: left out")
      return nil
    }
    return text.isEmpty ? nil : text
  }

  /// A number in a range, or the default, which `otherwise` describes for the warning; without one it is an error.
  func number(
    _ key: Key, in range: ClosedRange<Double>, otherwise: String?, _ notes: inout HuntNotes
  ) -> Double? {
    guard let value = self[key] else { return nil }
    guard let number = value.number, range.contains(number) else {
      let (low, high) = (JSONContent.number(range.lowerBound).text, JSONContent.number(range.upperBound).text)
      let complaint = "\(called(key)) is not \(low) to \(high)"
      if let otherwise { notes.warn(value, "\(complaint): \(otherwise)") } else { notes.fail(value, complaint) }
      return nil
    }
    return number
  }

  /// An integer in a range, or the default.
  func integer(_ key: Key, in range: ClosedRange<Int>, otherwise: String, _ notes: inout HuntNotes) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.integer, range.contains(number) else {
      let problem = "is no whole number from \(range.lowerBound) to \(range.upperBound)"
      notes.warn(value, "\(called(key)) \(problem): \(otherwise)")
      return nil
    }
    return number
  }

  /// Seconds, to the millisecond.
  func seconds(_ key: Key, in range: ClosedRange<Double>, otherwise: String?, _ notes: inout HuntNotes) -> Duration? {
    number(key, in: range, otherwise: otherwise, &notes).map { .milliseconds(Int(($0 * 1000).rounded())) }
  }

  /// The elements of a list, at most ``HuntLimits/list``; none where there is no such member.
  func list(_ key: Key, _ notes: inout HuntNotes) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    guard value.isArray else {
      notes.warn(value, "\(called(key)) is no list: left out")
      return []
    }
    let elements = Array(value.elements.prefix(HuntLimits.list))
    if value.count > elements.count {
      notes.warn(value, "\(called(key)) has more than \(HuntLimits.list) entries: the others are left out")
    }
    return elements
  }

  /// A list of texts with something in them; one text alone counts as a list of one.
  func texts(_ key: Key, limit: Int = SafeText.proseLimit, _ notes: inout HuntNotes) -> [String] {
    if self[key]?.isString == true { return text(key, limit: limit, &notes).map { [$0] } ?? [] }
    return list(key, &notes).compactMap { element in
      guard let text = element.text(limit: limit), !text.isEmpty else {
        notes.warn(element, "an entry of \(called(key)) is no text: left out")
        return nil
      }
      return text
    }
  }

  /// The members of an object inside.
  func object<Inner: HuntKey>(_ key: Key, of inner: Inner.Type, _ notes: inout HuntNotes) -> HuntMembers<Inner>? {
    guard let value = self[key] else { return nil }
    guard value.isObject else {
      if Key.rules.contains(key) {
        notes.fail(value, "\(called(key)) is no object")
      } else {
        notes.warn(value, "\(called(key)) is no object: left out")
      }
      return nil
    }
    let members = HuntMembers<Inner>(value, "in \(called(key))")
    members.warnOfMisspelt(&notes)
    return members
  }

  /// A moment in ISO 8601.
  func moment(_ key: Key, _ notes: inout HuntNotes) -> Timestamp? {
    guard let value = self[key] else { return nil }
    do throws(ISOTime.Fault) {
      return Timestamp(milliseconds: try ISOTime.read(value.rawString ?? ""))
    } catch {
      if Key.rules.contains(key) {
        notes.fail(value, "\(called(key)) \(error)")
      } else {
        notes.warn(value, "\(called(key)) \(error): left out")
      }
      return nil
    }
  }

  /// A time with a beginning, an end, or both.
  func window(_ key: Key, _ notes: inout HuntNotes) -> TimeWindow? {
    guard let members = object(key, of: HuntKeys.Window.self, &notes) else { return nil }
    let (from, to) = (members.moment(.from, &notes), members.moment(.to, &notes))
    guard from != nil || to != nil else {
      // A member that is present but invalid was reported already.
      if let value = self[key], members[.from] == nil, members[.to] == nil {
        notes.fail(value, "\(called(key)) has neither from nor to")
      }
      return nil
    }
    if let from, let to, let value = self[key], from >= to {
      notes.fail(value, "\(called(key)) ends before it begins")
      return nil
    }
    return TimeWindow(from: from, to: to)
  }
}

extension HuntMembers {
  /// Complains about members whose names resemble one that is read and is not there: `hnit`, `radius`, `Points`; of a
  /// rule that is an error.
  ///
  /// Other unknown members are kept silently: map programs write members of their own.
  func warnOfMisspelt(_ notes: inout HuntNotes) {
    guard let object else { return }
    for (name, value) in object.members where Key(rawValue: name) == nil && !value.isNull {
      guard let meant = Key.allCases.first(where: { self[$0] == nil && Misspelling.resembles(name, $0.rawValue) })
      else {
        continue
      }
      let complaint = "\(SafeText.quoted(name)) \(whose) means nothing here: \(meant.rawValue) may be meant"
      if Key.rules.contains(meant) { notes.fail(value, complaint) } else { notes.warn(value, complaint) }
    }
  }
}

extension HuntMembers {
  /// Complains about members of a treasure or of the hunt that look like rules and are none of the format.
  func refuseUnknownRules(_ notes: inout HuntNotes) {
    guard let object else { return }
    for (name, value) in object.members where Key(rawValue: name) == nil && !value.isNull {
      let isMisspelt = Key.rules.contains { self[$0] == nil && Misspelling.resembles(name, $0.rawValue) }
      guard Self.looksLikeRule(name, value), !isMisspelt else { continue }
      notes.fail(
        value, "\(SafeText.quoted(name)) \(whose) is no rule of a hunt: rules are in requires, window and limit_s")
    }
  }

  /// Words with which rules are said, any name of what says a condition, and the names of conditions, where they are no
  /// truth value, number or other word of a map program.
  private static func looksLikeRule(_ name: String, _ value: JSONValue) -> Bool {
    guard name.utf8.count <= 40 else { return false }
    let word = name.lowercased().filter { $0 != "_" && $0 != "-" }
    if RuleWords.all.contains(word) || saysCondition(value) { return true }
    let isCondition = word == "not" || word == "none" || HuntKeys.Requirement.allCases.contains { $0.rawValue == name }
    return isCondition && (value.isObject || value.isArray || ["answered", "holds"].contains(name) && value.isString)
  }

  private static func saysCondition(_ value: JSONValue) -> Bool {
    guard value.isObject else { return false }
    let kinds: [HuntKeys.Requirement] = [.found, .answered, .holds, .all, .any]
    return kinds.contains { value[named: $0.rawValue].map { $0.isString || $0.isArray } ?? false }
  }
}

/// Words with which other programs, and authors who guess, say rules.
private enum RuleWords {
  static let all: Set = [
    "condition", "conditions", "unless", "requirement", "requirements", "requiresany", "requiresall", "requiresnot",
    "prerequisite", "prerequisites", "dependson", "unlockedby", "unlocks", "expires", "expired", "expiry", "notbefore",
    "notafter", "availablefrom", "availableuntil", "timelimit", "visibleif", "visiblewhen", "hiddenuntil",
  ]
}

/// Detects names that are likely misspellings of another.
package enum Misspelling {
  /// The one of some words that a mistyped one is nearest to; `nil` if none is near.
  ///
  /// Near is a word that it begins, or one that is at most two letters away, if that is less than half of it.
  package static func nearest(to name: String, among words: [String]) -> String? {
    let said = Array(name.lowercased().utf8.prefix(40))
    let ranked = words.map { word in
      let known = Array(word.utf8)
      let isBegun = said.count >= 2 && known.starts(with: said)
      return (word: word, edits: isBegun ? 1 : edits(said, known), length: max(said.count, known.count))
    }
    let best = ranked.filter { $0.edits <= 2 && $0.edits * 2 < max(3, $0.length) }.min { $0.edits < $1.edits }
    return best?.word
  }

  /// How many letters have to be changed, added, removed or turned round with their neighbour.
  private static func edits(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, wanted) in other.enumerated() {
        var least = min(last[column] + (letter == wanted ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, last) = (last, current)
    }
    return last[other.count]
  }

  /// Shorter names are a letter away from too many others: hint and hunt, kind and find, name and names.
  private static let shortest = 5
  private static let units: Set<Substring> = ["m", "s", "deg", "kib"]

  /// Whether `name` is `meant` in other letters, in the plural, without its unit, with two letters turned round, or,
  /// unless it is short, with one letter more, less or wrong.
  static func resembles(_ name: String, _ meant: String) -> Bool {
    guard name.utf8.count <= 40 else { return false }
    let (said, known) = (letters(of: name), letters(of: meant))
    guard known.count > 2 else { return false }
    return [known, letters(of: withoutUnit(meant))].contains { known in
      said == known || said == known + [UInt8(ascii: "s")] || isTurned(said, known)
        || min(said.count, known.count) >= shortest && isOneApart(said, known)
    }
  }

  private static func letters(of name: some StringProtocol) -> [UInt8] {
    name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }

  /// `radius` of `radius_m`.
  private static func withoutUnit(_ name: String) -> Substring {
    guard let mark = name.lastIndex(of: "_"), units.contains(name[name.index(after: mark)...]) else { return name[...] }
    return name[..<mark]
  }

  /// Whether two letters that stand side by side are turned round.
  private static func isTurned(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    let places = one.indices.filter { one[$0] != other[$0] }
    return places.count == 2 && places[1] == places[0] + 1 && one[places[0]] == other[places[1]]
      && one[places[1]] == other[places[0]]
  }

  /// Whether one letter is wrong, missing or too many.
  private static func isOneApart(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    guard long.count - short.count <= 1 else { return false }
    let start = zip(short, long).prefix { $0 == $1 }.count
    let rest = long.count == short.count ? short.dropFirst(start + 1) : short.dropFirst(start)
    return rest.elementsEqual(long.dropFirst(start + 1))
  }
}

extension GeoJSONFeature {
  /// The property `id` that hunts use, or the feature's own.
  var identifier: String? {
    let property = properties?["id"]?.text(limit: SafeText.nameLimit)
    return property.flatMap { $0.isEmpty ? nil : $0 } ?? id
  }
}

extension GeoJSONFeature {
  /// Properties that become tags, and characters of a value.
  private static let (tagLimit, valueLimit) = (200, 1000)

  /// Its properties that are a text, a number or a truth value, as OpenStreetMap would have them.
  var tags: PlaceTags {
    let pairs = (properties?.members).map { Array($0.prefix(Self.tagLimit)) } ?? []
    return PlaceTags(
      pairs.compactMap { key, value in
        let limit = key.hasPrefix("name") ? SafeText.nameLimit : Self.valueLimit
        let text = value.text(limit: limit) ?? value.numberText ?? value.bool.map { $0 ? "yes" : "no" }
        return text.map { (key: SafeText.clean(key, limit: SafeText.nameLimit), value: $0) }
      })
  }
}
