/// Features in a row: one text of JSON a line, or behind a record separator each (RFC 8142).
///
/// They are read as the collection that they are: commas and brackets come between them, and every line stays where it is.
enum GeoJSONSequence {
  private static let separator: UInt8 = 0x1E

  /// Whether the bytes begin with a record separator.
  static func begins(_ bytes: [UInt8]) -> Bool {
    unmarked(bytes).first { $0 > 0x20 || $0 == separator } == separator
  }

  /// The bytes without a byte order mark.
  private static func unmarked(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// The collection of the features that the records are; `nil` if the first is none.
  ///
  /// A record that is no JSON, as the last of a file that is being written, is left out with a warning.
  static func collection(_ bytes: [UInt8], log: inout DiagnosticLog) -> [UInt8]? {
    var output = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    output.reserveCapacity(bytes.count + 64)
    let end = begins(bytes) ? separator : 0x0A
    var (line, isFirst) = (1, true)
    for record in unmarked(bytes).split(separator: end, omittingEmptySubsequences: false) {
      let before = record.prefix { $0 <= 0x20 }
      let start = line + before.count { $0 == 0x0A }
      line += record.count { $0 == 0x0A } + (end == 0x0A ? 1 : 0)
      if before.count < record.count {
        do throws(FormatError) {
          let root = try JSONDocument(Array(record)).root
          guard !isFirst || isFeature(root) else { return nil }
          output += isFirst ? before : before + [UInt8(ascii: ",")]
          output += feature(record.dropFirst(before.count), root)
          isFirst = false
        } catch {
          guard !isFirst else { return nil }
          log.add(.warning, line: start + error.line - 1, "\(error.message): record left out")
          output += record.filter { $0 == 0x0A }
        }
      } else {
        output += record.filter { $0 == 0x0A }
      }
      if end == 0x0A { output.append(0x0A) }
    }
    return isFirst ? nil : output + "]}".utf8
  }

  private static func isFeature(_ root: JSONValue) -> Bool {
    root["type"]?.rawString == "Feature" || GeometryReader.isGeometry(root)
  }

  /// A record as a feature; a bare geometry counts as one.
  private static func feature(_ record: ArraySlice<UInt8>, _ root: JSONValue) -> [UInt8] {
    guard GeometryReader.isGeometry(root) else { return Array(record) }
    return Array(#"{"type":"Feature","properties":null,"geometry":"#.utf8) + record + [UInt8(ascii: "}")]
  }
}
