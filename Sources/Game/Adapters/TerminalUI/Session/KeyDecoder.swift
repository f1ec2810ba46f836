import TextCanvas
import Views

/// Decodes the bytes that a terminal sends into keys, pointer events and reports of frames, as they arrive.
///
/// Consumes unknown sequences whole: older mouse reports, function keys, unrequested replies, broken UTF-8. It never
/// holds more than a few bytes, and ``flush()`` drops a sequence that does not end.
package struct KeyDecoder: Hashable, Sendable {
  private enum State: Hashable {
    case ground
    /// After ESC.
    case escape
    /// After ESC [ ; the first of the bytes before the final one.
    case control([UInt8])
    /// After ESC O.
    case single
    /// Inside a string for the terminal (DCS, SOS, PM, APC), after ESC in it or not.
    case string(endsNext: Bool)
    /// Inside a command or a reply (OSC); the first of its bytes.
    case command([UInt8], endsNext: Bool)
    /// Bytes that belong to the last sequence.
    case skipping(Int)
    /// Inside a character of UTF-8.
    case character([UInt8], length: Int)
    /// Inside a pasted text: what its last bytes have of the sequence that ends it.
    case pasted(end: Int)
  }

  /// The end of a pasted text.
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// Bytes that are kept of a pasted text.
  private static let pasteLimit = 4096

  /// Longer than every parameter list of a key.
  private static let parameterLimit = 16
  /// Longer than every reply that tells a colour.
  private static let commandLimit = 32
  private var state = State.ground
  /// What is kept of the text that is being pasted.
  private var paste: [UInt8] = []
  /// The event that the last byte completed, if it is no key.
  private var other: TerminalEvent?

  /// Creates a decoder at the beginning of a sequence.
  package init() {}

  /// Whether the bytes so far may be the beginning of something; then ``flush()`` is due after a short silence.
  package var isWaiting: Bool { state != .ground }

  /// Whether a pasted text has begun and not ended; it may pause for as long as the line does.
  package var isPasting: Bool { if case .pasted = state { true } else { false } }

  /// The keys, the movements of the mouse and the reports of frames that `bytes` complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes.compactMap { byte in
      if let key = decode(byte) { return .key(key) }
      return other.take()
    }
  }

  /// Says that no byte followed for a while: an ESC that stands alone was the key; anything else unfinished is dropped.
  ///
  /// A pasted text that does not end is over, too.
  package mutating func flush() -> [TerminalEvent] {
    defer { state = .ground }
    if isPasting {
      endPaste()
      return [other.take()].compactMap(\.self)
    }
    return state == .escape ? [.key(.escape)] : []
  }

  private mutating func decode(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .control(let parameters): return control(byte, parameters)
    case .single:
      state = byte == 0x1B ? .escape : .ground
      return Self.letter(byte)
    case .string(let endsNext):
      let isOver = byte == 0x07 || endsNext && byte == UInt8(ascii: "\\")
      state = isOver ? .ground : .string(endsNext: byte == 0x1B)
      return nil
    case .command(let bytes, let endsNext):
      if byte == 0x07 || endsNext && byte == UInt8(ascii: "\\") {
        state = .ground
        other = RGB(reply: bytes).map(TerminalEvent.ground)
      } else {
        state = .command(
          byte == 0x1B || bytes.count > Self.commandLimit ? bytes : bytes + [byte], endsNext: byte == 0x1B)
      }
      return nil
    case .skipping(let count):
      state = count > 1 ? .skipping(count - 1) : .ground
      return nil
    case .character(let bytes, let length): return character(bytes, length, byte)
    case .pasted(let end):
      pasted(byte, end)
      return nil
    }
  }

  private mutating func pasted(_ byte: UInt8, _ end: Int) {
    if paste.count < Self.pasteLimit { paste.append(byte) }
    // The sequence has its first byte nowhere else.
    let found = byte == Self.pasteEnd[end] ? end + 1 : byte == Self.pasteEnd[0] ? 1 : 0
    state = .pasted(end: found)
    guard found == Self.pasteEnd.count else { return }
    endPaste()
    state = .ground
  }

  /// Hands over the text: of several lines one, and of what no line can hold nothing.
  private mutating func endPaste() {
    // The sequence that ends it, as far as it was kept.
    if let escape = paste.lastIndex(of: 0x1B), paste.count - escape <= Self.pasteEnd.count {
      paste.removeSubrange(escape...)
    }
    let lines = String(decoding: paste, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.joined(separator: " ").unicodeScalars.map { $0 == "\t" ? " " : $0 }
    let text = String(line.filter(CharacterWidth.isPrintable).map(Character.init))
    paste = []
    if !text.isEmpty { other = .pasted(text) }
  }

  private mutating func ground(_ byte: UInt8) -> Key? {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x00: return .control(" ")
    case 0x01..<0x1B: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C..<0x20: return .control(Character(Unicode.Scalar(byte + 0x40)))
    case 0x20..<0x7F: return .character(Character(Unicode.Scalar(byte)))
    case 0xC2..<0xE0: state = .character([byte], length: 2)
    case 0xE0..<0xF0: state = .character([byte], length: 3)
    case 0xF0..<0xF5: state = .character([byte], length: 4)
    default: break
    }
    return nil
  }

  private mutating func escape(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B: return .escape  // the key, and then the beginning of something
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"): state = .command([], endsNext: false)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(endsNext: false)
    case 0xC2..<0xF5: state = .skipping(byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)  // Alt and a character of UTF-8
    default: state = .ground
    }
    return nil
  }

  private mutating func control(_ byte: UInt8, _ parameters: [UInt8]) -> Key? {
    switch byte {
    case 0x20..<0x40:
      // Parameters beyond the limit are dropped, since no key has that many; the final byte is still awaited.
      if parameters.count <= Self.parameterLimit { state = .control(parameters + [byte]) }
      return nil
    case 0x1B:
      state = .escape
      return nil
    case 0x40..<0x7F:
      state = .ground
      return key(final: byte, parameters)
    default:
      state = .ground
      return nil
    }
  }

  private mutating func key(final: UInt8, _ parameters: [UInt8]) -> Key? {
    switch final {
    case UInt8(ascii: "M") where parameters.first == UInt8(ascii: "<"):
      other = PointerReport.pointer(parameters, isRelease: false).map(TerminalEvent.pointer)
    case UInt8(ascii: "m"): other = PointerReport.pointer(parameters, isRelease: true).map(TerminalEvent.pointer)
    case UInt8(ascii: "n") where parameters == [UInt8(ascii: "0")]: other = .shown
    case UInt8(ascii: "M") where parameters.isEmpty: state = .skipping(3)  // the old mouse report
    case UInt8(ascii: "M"): break  // a mouse report of another kind
    case UInt8(ascii: "[") where parameters.isEmpty: state = .skipping(1)  // a function key of the Linux console
    case UInt8(ascii: "~") where parameters.elementsEqual("200".utf8): state = .pasted(end: 0)
    case UInt8(ascii: "~"): return Self.number(parameters)
    default:
      let isKey = parameters.allSatisfy { (0x30...0x3B).contains($0) }
      return isKey ? Self.letter(final) : nil
    }
    return nil
  }

  /// The key of the final byte of a sequence, whatever modifiers came before.
  private static func letter(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "M"): .enter  // of the number pad
    default: nil
    }
  }

  /// The key of a sequence that ends in ~, by its first number.
  private static func number(_ parameters: [UInt8]) -> Key? {
    switch parameters.prefix(while: { $0 != UInt8(ascii: ";") }) {
    case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: .home
    case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: .end
    case [UInt8(ascii: "5")]: .pageUp
    case [UInt8(ascii: "6")]: .pageDown
    default: nil
    }
  }

  private mutating func character(_ bytes: [UInt8], _ length: Int, _ byte: UInt8) -> Key? {
    guard (0x80..<0xC0).contains(byte) else { return ground(byte) }
    let bytes = bytes + [byte]
    guard bytes.count == length else {
      state = .character(bytes, length: length)
      return nil
    }
    state = .ground
    guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { return nil }
    return CharacterWidth.isPrintable(scalar) ? .character(Character(scalar)) : nil
  }
}

extension RGB {
  /// The ground's colour in a terminal's reply (OSC 11), without the bytes around it: `11;rgb:ffff/ffff/ffff`, of one to
  /// four digits a part, or with `rgba` and a fourth part.
  init?(reply bytes: [UInt8]) {
    let text = Substring(decoding: bytes, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":"), ["11;rgb", "11;rgba"].contains(text[..<colon]) else { return nil }
    let parts = text[colon...].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { part in
      let isNumber = (1...4).contains(part.utf8.count) && part.allSatisfy(\.isHexDigit)
      guard isNumber, let value = Int(part, radix: 16) else { return UInt8?.none }
      return UInt8(value * 255 / ((1 << (4 * part.utf8.count)) - 1))
    }
    guard parts.count == (text[..<colon] == "11;rgb" ? 3 : 4), let red = parts[0], let green = parts[1],
      let blue = parts[2]
    else { return nil }
    self.init(red, green, blue)
  }
}
