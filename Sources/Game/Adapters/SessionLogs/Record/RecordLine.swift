internal import FoundationEssentials
internal import Glibc
internal import Sealing

/// The checksum at the end of each line of a record: one JSON object a line, with `"seal":"LLLLLLLLOOOOOOOO"` as its
/// last member.
///
/// The second half is of everything before it, so that each line is checked by itself, and damage in the middle of a file
/// is passed over. The first half is the second half of the line before, so that no line can be taken out unseen.
struct Seal: Hashable {
  /// The checksum of the line before.
  let link: String
  /// The checksum of the line, up to here.
  let own: String

  /// What the first line of a file is linked to.
  static let beginning = Seal(link: "", own: String(repeating: "A", count: length))

  /// The first format that has them.
  static let format = 2

  private static let length = 8
  private static let head = Array(#","seal":""#.utf8), end = Array(#""}"#.utf8)

  /// Makes the line of a JSON object, with its line break.
  static func line(of object: [UInt8], after last: Seal) -> (bytes: [UInt8], seal: Seal) {
    var line = object.dropLast() + head + last.own.utf8
    let seal = Seal(link: last.own, own: sum(Array(line)))
    line += Array(seal.own.utf8) + end + [0x0A]
    return (Array(line), seal)
  }

  private init(link: String, own: String) { (self.link, self.own) = (link, own) }

  /// Reads the seal of a line, which is given without its line break; `nil` if the line is not as it was written.
  init?(_ line: ArraySlice<UInt8>) {
    let body = line.dropLast(Self.length + Self.end.count)
    let link = body.suffix(Self.length)
    guard line.suffix(Self.end.count).elementsEqual(Self.end),
      body.dropLast(Self.length).suffix(Self.head.count).elementsEqual(Self.head)
    else { return nil }
    own = String(decoding: line.dropLast(Self.end.count).suffix(Self.length), as: UTF8.self)
    self.link = String(decoding: link, as: UTF8.self)
    guard own == Self.sum(Array(body)) else { return nil }
  }

  private static func sum(_ bytes: [UInt8]) -> String { String(Checksum.text(bytes).prefix(length)) }
}

/// Lines that follow one another.
package enum SealedLines {
  /// The bytes of a file that holds JSON objects, one a line, each with a seal.
  package static func bytes(of objects: some Sequence<[UInt8]>) -> [UInt8] {
    var (all, last) = ([UInt8](), Seal.beginning)
    for object in objects {
      let (bytes, seal) = Seal.line(of: object, after: last)
      all += bytes
      last = seal
    }
    return all
  }
}

/// Values as JSON, as the lines of records have them.
enum RecordJSON {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// The object; `nil` for a value that JSON cannot represent, such as NaN.
  static func object(of value: some Encodable) -> [UInt8]? { (try? encoder.encode(value)).map { [UInt8]($0) } }

  /// The object as a line without a seal.
  static func line(of value: some Encodable) -> [UInt8]? { object(of: value).map { $0 + [0x0A] } }

  /// Reads a value; `nil` if the bytes hold none.
  static func value<Value: Decodable>(_ type: Value.Type, _ bytes: ArraySlice<UInt8>) -> Value? {
    try? decoder.decode(type, from: Data(bytes))
  }
}

extension ArraySlice<UInt8> {
  /// Takes the next line from the front, without its end; `nil` if no whole line is left.
  mutating func cutLine() -> ArraySlice<UInt8>? {
    let length = withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { start in memchr(start, 0x0A, bytes.count).map { UnsafeRawPointer($0) - start } }
    }
    guard let length else { return nil }
    defer { self = self[(startIndex + length + 1)...] }
    return self[..<(startIndex + length)]
  }
}
