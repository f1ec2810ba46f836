/// The attributes of one tag of XML, `node id="1" lat="2"`, one after the other.
///
/// What is not laid out as XML wants it ends them: the parser behind will refuse it.
struct XMLAttributes: IteratorProtocol {
  private let tag: UnsafeBufferPointer<UInt8>
  private var position: Int

  /// Begins behind the name, which takes so many bytes.
  init(_ tag: UnsafeBufferPointer<UInt8>, after name: Int) { (self.tag, position) = (tag, name) }

  /// A name and what it is set to, entities as they stand.
  mutating func next() -> (name: Slice<UnsafeBufferPointer<UInt8>>, value: Slice<UnsafeBufferPointer<UInt8>>)? {
    skip { $0 <= 0x20 }
    let start = position
    skip { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    let name = tag[start..<position]
    skip { $0 <= 0x20 }
    guard !name.isEmpty, position < tag.count, tag[position] == UInt8(ascii: "=") else { return nil }
    position += 1
    skip { $0 <= 0x20 }
    guard position < tag.count else { return nil }
    let quote = tag[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    position += 1
    let open = position
    skip { $0 != quote }
    guard position < tag.count else { return nil }
    defer { position += 1 }
    return (name, tag[open..<position])
  }

  @inline(__always)
  private mutating func skip(while matches: (UInt8) -> Bool) {
    while position < tag.count, matches(tag[position]) { position += 1 }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether it is this ASCII text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<count where base[startIndex + offset] != text.utf8Start[offset] { return false }
    return true
  }
}

/// A coordinate as OSM XML writes it: a decimal number, perhaps with an exponent.
enum XMLCoordinate {
  /// The degrees, or nothing where libosmium would read something else, or refuse the whole file.
  static func degrees(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var (mantissa, digits, decimals) = (0.0, 0, 0)
    while let digit = digit(rest.first), digits < 9 {
      mantissa = mantissa * 10 + digit
      digits += 1
      rest = rest.dropFirst()
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      while let digit = digit(rest.first), decimals < 20 {
        mantissa = mantissa * 10 + digit
        decimals += 1
        rest = rest.dropFirst()
      }
    }
    guard digits + decimals > 0, let exponent = exponent(rest) else { return nil }
    let value = scaled(mantissa, exponent - decimals)
    // What libosmium keeps in 32 bits ends at 214.7 degrees.
    return value < 214 ? (isNegative ? -value : value) : nil
  }

  private static func digit(_ byte: UInt8?) -> Double? {
    guard let byte, (0x30...0x39).contains(byte) else { return nil }
    return Double(byte - 0x30)
  }

  /// The power of ten behind a number; 0 where there is none, nothing where there is something else.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let first = text.first else { return 0 }
    guard first | 0x20 == UInt8(ascii: "e") else { return nil }
    let isNegative = text.dropFirst().first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 2 : 1)
    guard (1...2).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -value : value
  }

  private static func scaled(_ value: Double, _ power: Int) -> Double {
    guard abs(power) < powers.count else { return power < 0 ? 0 : value == 0 ? 0 : .infinity }
    return power < 0 ? value / powers[-power] : value * powers[power]
  }

  /// The powers of ten that are exact.
  private static let powers: [Double] = (0...22).map { (0..<$0).reduce(1.0) { product, _ in product * 10 } }
}
