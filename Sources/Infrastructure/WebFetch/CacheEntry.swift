internal import Checksums

/// A reply that is kept, with what it answers and when it was true.
package struct CacheEntry: Hashable, Sendable {
  /// ``WebRequest/key`` of what it answers.
  package let key: String
  /// When the server last said so, in seconds since 1970.
  package var fetched: Int64
  /// With status 200.
  package let response: WebResponse

  /// Creates an entry.
  package init(key: String, fetched: Int64, response: WebResponse) {
    (self.key, self.fetched, self.response) = (key, fetched, response)
  }

  /// The lines by which the server can say that nothing has changed.
  package var conditions: [WebHeader] {
    let marks = [("if-none-match", response["etag"]), ("if-modified-since", response["last-modified"])]
    return marks.compactMap { name, value in
      // Sent back only when it cannot be more than one line.
      guard let value, value.utf8.count <= 1024, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      return WebHeader(name, value)
    }
  }

  // MARK: - As a file

  /// Heads that matter later.
  private static let keptHeaders: Set = ["content-type", "etag", "last-modified", "cache-control", "link"]
  private static let mark = "trove web 1"

  /// Lines of text, an empty one, the body; the sum is over all that stands behind its line.
  var bytes: [UInt8] {
    let headers = response.headers.filter { Self.keptHeaders.contains($0.name) && !$0.value.contains("\n") }
    let lines = ["\(fetched)", key, response.address.text, "\(response.body.count)"]
    let head = lines + headers.map { "\($0.name): \($0.value)" } + ["", ""]
    let rest = Array(head.joined(separator: "\n").utf8) + response.body
    return Array("\(Self.mark)\n\(Self.sum(rest[...]))\n".utf8) + rest
  }

  /// Reads a file; nothing where a single bit has changed.
  init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard Self.line(&rest) == Self.mark, let sum = Self.line(&rest), sum == Self.sum(rest),
      let fetched = Self.line(&rest).flatMap({ Int64($0) }), let key = Self.line(&rest),
      let address = Self.line(&rest).flatMap({ try? WebAddress($0) }), let count = Self.line(&rest).flatMap({ Int($0) })
    else { return nil }
    var headers: [WebHeader] = []
    while let line = Self.line(&rest), !line.isEmpty {
      guard let colon = line.firstRange(of: ": ") else { return nil }
      headers.append(WebHeader(String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
    }
    guard rest.count == count else { return nil }
    self.init(
      key: key, fetched: fetched,
      response: WebResponse(status: 200, headers: headers, body: Array(rest), address: address))
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The checksum of words of eight bytes and the rest.
  static func sum(_ bytes: ArraySlice<UInt8>) -> String {
    var sum = Checksum()
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        sum.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        sum.fold()
        place += 8
      }
      while place < bytes.count {
        sum.add(bytes[place])
        place += 1
      }
    }
    return String(sum.value ^ UInt64(bytes.count), radix: 16)
  }
}
