/// A JSON text (RFC 8259) that has been checked from its first to its last byte.
///
/// The values stay where they are, in the bytes of the text; a flat list of nodes tells where each one is and on which
/// line. That takes 24 bytes a value, and nothing is decoded that nobody asks for.
package final class JSONDocument: Sendable {
  /// Values inside one another; more refuse the text.
  package static let depthLimit = 128
  /// Bytes of a text; more refuse it.
  package static let sizeLimit = 512 << 20

  let bytes: [UInt8]
  let nodes: [JSONNode]

  /// Reads a text: one value, in UTF-8 with or without byte order mark, and nothing but white space around it.
  package init(_ bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= Self.sizeLimit else { throw FormatError(.tooLarge(limit: Self.sizeLimit), line: 1) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<[JSONNode], FormatError> in
      var scanner = JSONScanner(buffer)
      do throws(FormatError) { return .success(try scanner.scan()) } catch { return .failure(error) }
    }
    nodes = try result.get()
    self.bytes = bytes
  }

  /// Reads the text of a string.
  package convenience init(_ text: String) throws(FormatError) { try self.init(Array(text.utf8)) }

  /// Reads the file at `path`.
  package convenience init(path: String) throws(FormatError) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: Self.sizeLimit) } catch {
      throw FormatError(error)
    }
    try self.init(bytes)
  }

  /// The one value that the text is.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// Where a value is in its text.
struct JSONNode {
  enum Kind: UInt8 {
    case null, no, yes, number, string, escapedString, array, object
  }

  /// Of a number its bits (not finite when no double can hold it), of a string its length in bytes, of an array or
  /// object the number of its elements and, in the upper half, the node after its last.
  var payload: UInt64
  /// Where its text begins, in strings after the quotation mark.
  var start: UInt32
  /// Where its key in an object begins, after the quotation mark; 0 when it has none.
  var key: UInt32
  /// 1-based.
  var line: UInt32
  var kind: Kind

  var isContainer: Bool { kind == .array || kind == .object }
  /// The number of elements.
  var count: Int { isContainer ? Int(payload & 0xFFFF_FFFF) : 0 }
  /// The node after this value and everything in it; `index` is its own.
  func next(after index: Int) -> Int { isContainer ? Int(payload >> 32) : index + 1 }
}
