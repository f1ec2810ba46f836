package import Geodesy

/// Places as people write them, in any of the notations of ``CoordinateNotation``, as a `geo:` URI (RFC 5870), or as a
/// link of OpenStreetMap.
///
/// ```swift
/// CoordinateText.read("48.8584, 2.2945")
/// CoordinateText.read("N 48° 51.502 E 002° 17.669")
/// CoordinateText.read("48°51'30.1\"N 2°17'40.1\"E")
/// CoordinateText.read("31U 448250 5411951")
/// CoordinateText.read("31U DQ 48250 11951")
/// CoordinateText.read("geo:48.8584,2.2945;u=10")
/// CoordinateText.read("48,8584 2,2945")
/// CoordinateText.read("https://www.openstreetmap.org/#map=17/48.8584/2.2945")
/// ```
package enum CoordinateText {
  /// Longer texts are no place.
  package static let longest = 400

  /// Degrees, which need not be on Earth.
  private typealias Angles = (latitude: Double, longitude: Double)

  /// Reads a coordinate; `nil` if the text is none, or is ambiguous.
  package static func read(_ text: String) -> Coordinate? {
    angles(text).map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) } ?? grid(text)
  }

  /// Why a pair of degrees that ``read(_:)`` does not take is no place on Earth, as the end of a sentence; `nil` if the
  /// text is no such pair.
  package static func problem(with text: String) -> String? {
    guard let angles = angles(text), read(text) == nil else { return nil }
    guard abs(angles.latitude) > 90 else { return "longitude goes from -180 to 180." }
    let isSwapped = Coordinate(latitude: angles.longitude, longitude: angles.latitude) != nil
    return "latitude goes from -90 to 90" + (isSwapped ? ", and it comes first." : ".")
  }

  private static func angles(_ text: String) -> Angles? {
    guard text.utf8.count <= longest else { return nil }
    if text.lowercased().hasPrefix("geo:") { return uri(text.dropFirst(4)) }
    return MapLink.angles(text) ?? degrees(withPoints(text))
  }

  /// A text whose numbers have decimal commas, with points instead; others as they are.
  ///
  /// They are decimal if there is one in each of two angles, and no point: `48,8584 2,2945`, `48,8584; 2,2945`.
  private static func withPoints(_ text: String) -> String {
    var characters = Array(text)
    let isDigit = { (index: Int) in characters.indices.contains(index) && characters[index].isNumber }
    let decimal = characters.indices.filter { characters[$0] == "," && isDigit($0 - 1) && isDigit($0 + 1) }
    if decimal.count == 2, !characters.contains(".") { for index in decimal { characters[index] = "." } }
    // Where commas are decimal, a semicolon stands between the numbers.
    if !characters.contains(","), let mark = characters.firstIndex(of: ";") { characters[mark] = "," }
    return String(characters)
  }

  // MARK: - geo:

  private static func uri(_ text: Substring) -> Angles? {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    // Another reference system means other numbers.
    let isWGS84 = parts.dropFirst().allSatisfy { part in
      let part = part.lowercased()
      return !part.hasPrefix("crs=") || part == "crs=wgs84"
    }
    // A search behind a question mark is Android's own addition.
    let numbers = (parts.first?.prefix { $0 != "?" } ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let hasGoodAltitude = numbers.count == 2 || numbers.count == 3 && DecimalNumber.read(numbers[2]) != nil
    guard isWGS84, hasGoodAltitude, let latitude = DecimalNumber.read(numbers[0]),
      let longitude = DecimalNumber.read(numbers[1])
    else { return nil }
    return (latitude, longitude)
  }

  // MARK: - Degrees

  /// A number, or a letter that says which way.
  private enum Token: Equatable {
    case number(Double, isSigned: Bool)
    case hemisphere(Character)
  }

  private static func degrees(_ text: String) -> Angles? {
    guard let halves = halves(of: text), let first = angle(halves.0), let second = angle(halves.1) else { return nil }
    switch (first.hemisphere, second.hemisphere) {
    case (nil, nil): return (first.degrees, second.degrees)
    case ("N"?, "E"?), ("N"?, "W"?), ("S"?, "E"?), ("S"?, "W"?):
      return (first.degrees, second.degrees)
    case ("E"?, "N"?), ("E"?, "S"?), ("W"?, "N"?), ("W"?, "S"?):
      return (second.degrees, first.degrees)
    default: return nil
    }
  }

  /// Cuts where the second angle begins: at the one comma, or by the letters, or in the middle.
  private static func halves(of text: String) -> ([Token], [Token])? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, let first = tokens(parts[0]), let second = tokens(parts[1]) { return (first, second) }
    guard parts.count == 1, let all = tokens(text[...]) else { return nil }
    let letters = all.indices.filter { if case .hemisphere = all[$0] { true } else { false } }
    switch letters.count {
    case 0: return all.count.isMultiple(of: 2) ? (Array(all[..<(all.count / 2)]), Array(all[(all.count / 2)...])) : nil
    case 2 where letters[0] == 0: return (Array(all[..<letters[1]]), Array(all[letters[1]...]))
    case 2 where letters[1] == all.count - 1: return (Array(all[...letters[0]]), Array(all[(letters[0] + 1)...]))
    default: return nil
    }
  }

  private static func angle(_ tokens: [Token]) -> (degrees: Double, hemisphere: Character?)? {
    var hemisphere: Character?
    var numbers: [Double] = []
    var isSigned = false
    for (index, token) in tokens.enumerated() {
      switch token {
      case .hemisphere(let letter):
        guard hemisphere == nil, index == 0 || index == tokens.count - 1 else { return nil }
        hemisphere = letter
      case .number(let value, let signed):
        // Only the first number of an angle may have a sign.
        guard numbers.isEmpty || !signed else { return nil }
        isSigned = isSigned || signed
        numbers.append(value)
      }
    }
    guard (1...3).contains(numbers.count), !(isSigned && hemisphere != nil) else { return nil }
    // Minutes and seconds are whole below the last number, and never sixty.
    let rest = numbers.dropFirst()
    guard rest.allSatisfy({ (0..<60).contains($0) }), numbers.dropLast().allSatisfy({ $0 == $0.rounded() }) else {
      return nil
    }
    let size = abs(numbers[0]) + (rest.first ?? 0) / 60 + (rest.dropFirst().first ?? 0) / 3600
    let isNegative = numbers[0].sign == .minus || hemisphere == "S" || hemisphere == "W"
    return (isNegative ? -size : size, hemisphere)
  }

  /// Splits a text into tokens; `nil` if it has a character that cannot be part of an angle.
  private static func tokens(_ text: Substring) -> [Token]? {
    var tokens: [Token] = []
    var rest = text
    while let character = rest.first {
      if "NSEWnsew".contains(character) {
        tokens.append(.hemisphere(Character(character.uppercased())))
        rest = rest.dropFirst()
      } else if " \t°º'′’\"″”:".contains(character) {
        rest = rest.dropFirst()
      } else {
        let number = rest.prefix { "+-.0123456789".contains($0) }
        guard !number.isEmpty, let value = DecimalNumber.read(number) else { return nil }
        tokens.append(.number(value, isSigned: number.first == "-" || number.first == "+"))
        rest = rest.dropFirst(number.count)
      }
      guard tokens.count <= 8 else { return nil }
    }
    return tokens
  }

  // MARK: - Grids

  private static func grid(_ text: String) -> Coordinate? {
    guard text.utf8.allSatisfy({ isGridByte($0) }) else { return nil }
    let words = text.uppercased().split(separator: " ")
    return utm(words) ?? MilitaryGrid.middle(of: words.joined())
  }

  private static func isGridByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "."): true
    default: false
    }
  }

  /// `31U 448250 5411951`: the letter is the band, so `S` lies north of the equator.
  private static func utm(_ words: [Substring]) -> Coordinate? {
    guard words.count == 3, let band = words[0].last, let easting = DecimalNumber.read(words[1]),
      let northing = DecimalNumber.read(words[2])
    else { return nil }
    let zone = words[0].dropLast()
    switch band {
    case "A", "B", "Y", "Z":
      guard zone.isEmpty else { return nil }
      return GridReference(zone: 0, isNorth: band > "M", easting: easting, northing: northing).coordinate
    case "C"..."H", "J"..."N", "P"..."X":
      guard let zone = Int(zone), (1...60).contains(zone) else { return nil }
      let grid = GridReference(zone: zone, isNorth: band > "M", easting: easting, northing: northing)
      return grid.coordinate.flatMap { lies($0, in: band) ? $0 : nil }
    default: return nil
    }
  }

  /// Whether a place lies in a band of latitude, give or take the metres that were cut from it.
  private static func lies(_ place: Coordinate, in band: Character) -> Bool {
    [0, 0.0001, -0.0001].contains { shift in
      let near = Coordinate(clampingLatitude: place.latitude + shift, wrappingLongitude: place.longitude)
      return MilitaryGrid.square(of: near)?.dropLast(12).last == band
    }
  }
}
