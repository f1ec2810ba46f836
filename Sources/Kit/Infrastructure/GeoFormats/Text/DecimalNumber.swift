/// Decimal numbers as files write them, read strictly: the whole text is the number, or it is none.
///
/// Correctly rounded, and independent of the locale: short numbers by one exact division (Clinger's fast path), the
/// others by the standard library.
package enum DecimalNumber {
  /// Longer ones are refused; a double needs at most 767 digits.
  package static let lengthLimit = 4096

  /// `[+-]digits[.digits]` or `[+-].digits`, as XML Schema's `decimal`: no exponent, no comma, no spaces, no names.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard !bytes.isEmpty, bytes.count <= lengthLimit else { return nil }
    var position = 0
    let isNegative = bytes[0] == UInt8(ascii: "-")
    if isNegative || bytes[0] == UInt8(ascii: "+") { position = 1 }
    var digits = Digits()
    position = digits.read(bytes, from: position)
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      digits.beginFraction()
      position = digits.read(bytes, from: position + 1)
    }
    guard position == bytes.count, digits.count > 0 else { return nil }
    return digits.value(isNegative: isNegative) ?? exact(bytes)
  }

  /// Reads a number with a decimal comma, which programs write in some locales.
  static func read(withComma bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= lengthLimit, !bytes.contains(UInt8(ascii: ".")) else { return nil }
    let pointed = bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    return pointed.withUnsafeBufferPointer { read($0) }
  }

  /// Reads a decimal number from a text; `nil` if it is none.
  package static func read(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { read($0) }
  }

  /// The slow way, for numbers of many digits; the text is known to be a number of ASCII characters.
  static func exact(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.hasSuffix(".") { text.removeLast() }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The powers of ten that a double holds exactly, up to the 22nd.
  static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The digits of a number as an integer and the place of its point.
  struct Digits {
    private(set) var count = 0
    private(set) var fraction = 0
    private var mantissa: UInt64 = 0
    /// Digits of the mantissa without leading zeros.
    private var significant = 0
    private var isFraction = false

    mutating func beginFraction() { isFraction = true }

    /// Takes digits from `position` on; returns where they end.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
      var position = start
      while position < bytes.count {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        // Up to 19 digits fit; with more the value comes from the slow way.
        if significant < 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
        if mantissa != 0 { significant += 1 }
        position += 1
      }
      count += position - start
      if isFraction { fraction += position - start }
      return position
    }

    /// The value times ten to the `exponent`, when one exact operation gives it.
    func value(isNegative: Bool, exponent: Int = 0) -> Double? {
      guard significant < 19, mantissa <= 1 << 53 else { return nil }
      let power = exponent - fraction
      let size = Double(mantissa)
      let value: Double
      switch power {
      case 0: value = size
      case 1...22: value = size * DecimalNumber.powers[power]
      case -22..<0: value = size / DecimalNumber.powers[-power]
      default: guard mantissa == 0 else { return nil }; value = 0
      }
      return isNegative ? -value : value
    }
  }
}
