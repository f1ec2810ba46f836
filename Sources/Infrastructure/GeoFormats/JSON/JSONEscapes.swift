/// Strings of JSON that the scanner has found good, with their escapes taken out.
enum JSONEscapes {
  /// What the bytes between two quotation marks mean.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        plain.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"): plain.append(contentsOf: Character(scalar(&rest)).utf8)
      default: plain.append(kind)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    let unit = hexadecimal(&rest)
    guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    rest = rest.dropFirst(2)
    let low = hexadecimal(&rest)
    return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)) ?? "\u{FFFD}"
  }

  private static func hexadecimal(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return digits.reduce(0) { $0 << 4 | UInt32(Character(Unicode.Scalar($1)).hexDigitValue ?? 0) }
  }
}
