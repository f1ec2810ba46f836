internal import GeoFormats

extension HuntMembers {
  /// Warns of members whose names resemble one that is read and is not there: `hnit`, `radius`, `Points`.
  ///
  /// Everything else is somebody else's: programs for maps write members of their own, and they are kept.
  func warnOfMisspelt(_ notes: inout HuntNotes) {
    guard let object else { return }
    for (name, value) in object.members where Key(rawValue: name) == nil && !value.isNull {
      guard let meant = Key.allCases.first(where: { self[$0] == nil && Misspelling.resembles(name, $0.rawValue) })
      else {
        continue
      }
      notes.warn(value, "\(SafeText.quoted(name)) \(whose) means nothing here: \(meant.rawValue) may be meant")
    }
  }
}

/// Whether one name looks like another that somebody meant to write.
enum Misspelling {
  /// Shorter names are a letter away from too many others: hint and hunt, kind and find, name and names.
  private static let shortest = 5
  private static let units: Set<Substring> = ["m", "s", "deg", "kib"]

  /// Whether `name` is `meant` in other letters, without its unit, with two letters turned round, or, unless it is
  /// short, with one letter more, less or wrong.
  static func resembles(_ name: String, _ meant: String) -> Bool {
    guard name.utf8.count <= 40 else { return false }
    let (said, known) = (letters(of: name), letters(of: meant))
    guard known.count > 2 else { return false }
    if said == known || said == letters(of: withoutUnit(meant)) { return true }
    if isTurned(said, known) { return true }
    return min(said.count, known.count) >= shortest && isOneApart(said, known)
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
