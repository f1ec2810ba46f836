import GeoFormats
import Numbers
import Testing

@Suite("Tables of comma-separated values")
struct CSVReaderTests {
  private func rows(_ text: String) throws(FormatError) -> [[String]] { try rows(Array(text.utf8)) }

  private func rows(_ bytes: [UInt8]) throws(FormatError) -> [[String]] {
    var reader = CSVReader(MemoryBytes(bytes))
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  /// The rules of RFC 4180, section 2, by their numbers, and what programs write beyond them.
  @Test(
    "are read as RFC 4180 says",
    arguments: [
      ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
      ("aaa,bbb\r\nzzz,yyy", [["aaa", "bbb"], ["zzz", "yyy"]]),
      ("aaa, b b ,\n", [["aaa", " b b ", ""]]),
      ("\"aaa\",\"b\r\nbb\",\"c,c\"\r\nz,y,x", [["aaa", "b\nbb", "c,c"], ["z", "y", "x"]]),
      ("\"aaa\",\"b\"\"bb\",\"\"\n", [["aaa", "b\"bb", ""]]),
      ("a\n\n  \n\r\nb\n", [["a"], ["b"]]),
      ("\u{FEFF}lat,lon\n1,2\n", [["lat", "lon"], ["1", "2"]]),
      ("lat;lon;name\n48,1;11,5;\"A;B\"\n", [["lat", "lon", "name"], ["48,1", "11,5", "A;B"]]),
      ("lat\tlon\n1\t2,5\n", [["lat", "lon"], ["1", "2,5"]]),
      ("a,5\" pipe,c\n", [["a", "5\" pipe", "c"]]),
      ("\"a,b;c;d\",e\n", [["a,b;c;d", "e"]]), ("one\n", [["one"]]), ("", []), ("\n\n", []),
    ])
  func rules(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test("any fields that are written with quotes are read again", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let pieces = ["a", ",", ";", "\"", "\n", " ", "é", "\t", "1.5", "\u{1F3FB}"]
    for _ in 0..<300 {
      let width = Int.random(in: 1...5, using: &chance)
      let table = (0..<Int.random(in: 1...5, using: &chance)).map { _ in
        (0..<width).map { _ in
          // The first row decides about the separator: there it is a comma, and commas are quoted.
          let count = Int.random(in: 0...6, using: &chance)
          return "x" + (0..<count).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
        }
      }
      // Byte by byte: for Swift a quote and what modifies it are one character.
      var bytes: [UInt8] = []
      for row in table {
        let quoted = row.map { field -> [UInt8] in
          [0x22] + field.utf8.flatMap { (byte: UInt8) -> [UInt8] in byte == 0x22 ? [byte, byte] : [byte] } + [0x22]
        }
        bytes += quoted.joined(separator: [0x2C]) + [0x0D, 0x0A]
      }
      #expect(try rows(bytes) == table)
    }
  }

  @Test("a quote without an end, and a row without one, are refused where they begin")
  func refused() {
    #expect(throws: FormatError(.openQuote, line: 2)) { try rows("a,b\n1,\"2\n3,4\n") }
    let long = String(repeating: "x", count: 1 << 20)
    #expect(throws: FormatError(.tooLongRow(limit: 1 << 20), line: 2)) { try rows("a,b\n\(long)yz,1\n") }
    #expect(throws: FormatError(.tooLongRow(limit: 1 << 20), line: 2)) {
      try rows("a,b\n\"" + String(repeating: "\(String(repeating: "x", count: 1000))\n", count: 1100))
    }
  }

  @Test("bytes of any kind end in rows or an error")
  func hostile() {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let pieces: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x3B, 0xEF, 0xBB, 0xBF, 0xFF, 0x00, 0x61]
      let count = Int.random(in: 0...60, using: &chance)
      let bytes = (0..<count).map { _ in pieces.randomElement(using: &chance) ?? 0 }
      _ = try? rows(bytes)
    }
    #expect((try? rows([UInt8](repeating: 0x2C, count: 5000)))?.first?.count == CSVReader<MemoryBytes>.fieldLimit)
  }
}
