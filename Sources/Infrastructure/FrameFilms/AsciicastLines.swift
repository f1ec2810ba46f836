internal import Numbers
internal import TextCanvas

/// The lines of a recording in the making.
struct AsciicastLines {
  private(set) var bytes: [UInt8] = []

  mutating func header(size: CanvasSize, title: String?, timestamp: Int?) {
    append(#"{"version":2,"width":\#(size.columns),"height":\#(size.rows)"#)
    if let timestamp { append(#","timestamp":\#(timestamp)"#) }
    if let title {
      append(#","title":"#)
      append(quoted: Array(title.utf8))
    }
    append(#","env":{"TERM":"xterm-256color"}}"# + "\n")
  }

  /// What is written to the terminal; no line if that is nothing.
  mutating func output(_ sequence: [UInt8], at time: Duration) {
    if !sequence.isEmpty { event("o", sequence, at: time) }
  }

  /// The terminal has another size from now on.
  mutating func resize(to size: CanvasSize, at time: Duration) {
    event("r", Array("\(size.columns)x\(size.rows)".utf8), at: time)
  }

  private mutating func event(_ code: String, _ data: [UInt8], at time: Duration) {
    append("[\(DecimalText.short(time.inSeconds, places: 6)),\"\(code)\",")
    append(quoted: data)
    append("]\n")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// A JSON string (RFC 8259, 7) of bytes that are UTF-8.
  private mutating func append(quoted text: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case ..<0x20, 0x7F: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
