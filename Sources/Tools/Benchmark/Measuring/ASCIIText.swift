import Glibc

/// Text in the making that is known to be ASCII.
struct ASCIIText {
  private(set) var bytes: [UInt8] = []

  /// More text.
  mutating func append(_ text: String) { bytes += text.utf8 }

  /// A whole number of units of `decimals` places.
  mutating func append(_ value: Int, decimals: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let digits = Array(String(value.magnitude).utf8)
    let padded = Array(repeating: UInt8(ascii: "0"), count: max(0, decimals + 1 - digits.count)) + digits
    bytes += padded.dropLast(decimals)
    bytes.append(UInt8(ascii: "."))
    bytes += padded.suffix(decimals)
  }

  /// Writes what there is to a file and forgets it.
  mutating func flush(to file: UnsafeMutablePointer<FILE>) {
    fwrite(bytes, 1, bytes.count, file)
    bytes.removeAll(keepingCapacity: true)
  }
}
