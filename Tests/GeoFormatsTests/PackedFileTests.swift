import CBZip2
import CZlib
import Foundation
import GeoFormats
import Testing

/// Packs bytes as programs do.
enum Packed {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, windowBits: 15 + 16) }

  static func bzip2(_ bytes: [UInt8]) -> [UInt8] {
    var result = [CChar](repeating: 0, count: bytes.count * 2 + 1000)
    var count = UInt32(result.count)
    var input = bytes.map { CChar(bitPattern: $0) }
    let code = BZ2_bzBuffToBuffCompress(&result, &count, &input, UInt32(bytes.count), 9, 0, 0)
    precondition(code == BZ_OK)
    return result[..<Int(count)].map { UInt8(bitPattern: $0) }
  }

  /// An archive of files, packed or as they are.
  static func zip(_ files: [(name: String, text: String)], isStored: Bool = false, flags: UInt16 = 0) -> [UInt8] {
    var (result, directory) = ([UInt8](), [UInt8]())
    for (name, text) in files {
      let bytes = Array(text.utf8)
      let packed = isStored ? bytes : deflate(bytes, windowBits: -15)
      let sum = UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
      let common =
        little(20, flags, isStored ? 0 : 8, 0, 0) + long(sum, UInt32(packed.count), UInt32(bytes.count))
        + little(UInt16(name.utf8.count), 0)
      directory +=
        Array("PK\u{1}\u{2}".utf8) + little(20) + common + little(0, 0, 0) + long(0, UInt32(result.count))
        + Array(name.utf8)
      result += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + packed
    }
    let start = result.count
    let count = UInt16(files.count)
    return result + directory + Array("PK\u{5}\u{6}".utf8) + little(0, 0, count, count)
      + long(UInt32(directory.count), UInt32(start)) + little(0)
  }

  private static func deflate(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    precondition(trove_deflate_init(&stream, 9, windowBits) == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    var result = [UInt8](repeating: 0, count: bytes.count + 1000)
    let room = UInt32(result.count)
    input.withUnsafeMutableBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = room
        precondition(CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END)
      }
    }
    return Array(result[..<Int(room - stream.avail_out)])
  }

  private static func little(_ numbers: UInt16...) -> [UInt8] { numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }

  private static func long(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in little(UInt16(number & 0xFFFF), UInt16(number >> 16)) }
  }
}

@Suite("Packed files")
struct PackedFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name).path
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private static let walk = track((0..<5000).map { "<trkpt lat=\"1.\($0)\" lon=\"2\"/>" }.joined())
  private static let places =
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]}"#
  private static let sentences = framed("GPRMC,100000,A,4808.0,N,01134.0,E,,,010524,,,A") + "\n"
  private static let manySentences = (0..<5000).map { number in
    framed(
      "GPGGA,10\(String(format: "%02d%02d", number / 60 % 60, number % 60)),4808.0,N,01134.0,E,1,08,0.9,400,M,,M,,")
      + "\n"
  }.joined()
  private static let list =
    #"<loc version="1.0"><waypoint><name id="A">a</name><coord lat="1" lon="2"/></waypoint></loc>"#

  @Test(
    "every format is read through gzip, bzip2 and ZIP, whatever the file is called",
    arguments: [(walk, 5000), (places, 1), (sentences, 1), (list, 1)], ["gz", "bz2", "zip", "gpx", "geojson", "dat"])
  func formats(content: (text: String, loaded: Int), ending: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = Array(content.text.utf8)
    for packed in [
      Packed.gzip(bytes), Packed.bzip2(bytes), Packed.zip([("a", content.text)]),
      Packed.zip([("a/", ""), ("a/b.txt", content.text)], isStored: true),
    ] {
      let check = FormatCheck(path: try file("a.\(ending)", packed))
      #expect(check.loaded == content.loaded && check.diagnostics.isEmpty, "\(check.diagnostics)")
    }
  }

  @Test("streams behind one another are one file, and what fills up the end is passed over")
  func several() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let half = Self.walk.utf8.count / 2
    let parts = [Array(Self.walk.utf8.prefix(half)), Array(Self.walk.utf8.dropFirst(half))]
    for bytes in [parts.flatMap(Packed.gzip) + [0, 0, 0], parts.flatMap(Packed.bzip2)] {
      #expect(FormatCheck(path: try file("a", bytes)).loaded == 5000)
    }
  }

  @Test("of a pocket query the caches are read, and then the parking places and stages of the second file")
  func pocketQuery() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func list(_ name: String) -> String { #"<gpx><wpt lat="1" lon="2"><name>\#(name)</name></wpt></gpx>"# }
    let files = [("1-wpts.gpx", "PK1"), ("__MACOSX/1.gpx", "X"), ("1.gpx", "GC1"), ("2.gpx", "X"), ("2-wpts.gpx", "X")]
    let path = try file("pq.zip", Packed.zip(files.map { (name: $0.0, text: list($0.1)) }))
    var log = DiagnosticLog()
    let document = try GPXDocument(path: path, log: &log)
    #expect(document.waypoints.map(\.name) == ["GC1", "PK1"] && document.counts.waypoints == 2)
    #expect(FormatCheck(path: path).loaded == 2)
  }

  @Test(
    "an archive in which nothing fits, or that cannot be unpacked, is refused with the reason",
    arguments: [
      (Packed.zip([]), "no file in it"), (Packed.zip([("a.txt.doc", "x"), ("b.doc", "y")]), "2 files"),
      (Packed.zip([("a.gpx", walk), ("b.gpx", walk), ("c.txt", "")]), "3 files, of which none is meant for certain"),
      (Packed.zip([("a.gpx", "x")], flags: 1), "password"), (Array(Packed.zip([("a.gpx", "x")]).dropLast(30)), "cut"),
      (Array("PK\u{3}\u{4}".utf8), "damaged"), (Packed.zip([("doc.kml", "<kml/>")]), "unzip -p"),
      (turned(Packed.zip([("a.geojson", places)], isStored: true), "[1,2]"), "damaged"),
    ])
  func refused(bytes: [UInt8], words: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let check = FormatCheck(path: try file("a.zip", bytes))
    #expect(check.loaded == nil && check.diagnostics.last?.message.contains(words) == true, "\(check.diagnostics)")
  }

  /// Bytes with one bit turned behind the first letter of a text in them.
  private static func turned(_ bytes: [UInt8], _ text: String) -> [UInt8] {
    var bytes = bytes
    if let place = bytes.firstRange(of: Array(text.utf8)) { bytes[place.lowerBound + 1] ^= 2 }
    return bytes
  }

  @Test("what is cut or damaged is said to be, and its file is there")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = Array(Self.places.utf8)
    for packed in [Packed.gzip(whole), Packed.bzip2(whole)] {
      var turned = packed
      for index in turned.indices.suffix(12) { turned[index] ^= 0x55 }
      for bytes in [Array(packed.dropLast(9)), turned] {
        let path = try file("a.geojson", bytes)
        let error = #expect(throws: FormatError.self) { try JSONDocument(path: path) }
        #expect(error?.isUnreadable == false && error?.message.hasPrefix("packed, and ") == true, "\(bytes.count)")
      }
    }
  }

  @Test("a recording whose packing is cut off is read up to there", arguments: [walk, manySentences])
  func cut(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for packed in [Packed.gzip(Array(text.utf8)), Packed.bzip2(Array(text.utf8))] {
      let check = FormatCheck(path: try file("a", Array(packed.dropLast(9))))
      #expect(check.loaded ?? 0 > 4000, "\(check)")
      #expect(check.diagnostics.contains { $0.message.hasPrefix("packed, and cut: its end is missing") })
      #expect(check.diagnostics.allSatisfy { $0.severity == .warning && $0.line > 1 })
      #expect(FormatCheck(path: try file("a", Array(packed.prefix(30)))).loaded == nil)
    }
  }

  @Test("a bomb ends with a sentence before it fills the memory")
  func bombs() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let zeros = [UInt8](repeating: 0x20, count: 40 << 20)
    for bytes in [Packed.gzip(zeros), Packed.bzip2(zeros)] {
      let check = FormatCheck(path: try file("a.gpx", bytes))
      #expect(check.loaded == nil && check.diagnostics.last?.message.contains("200 times its size") == true)
    }
  }

  @Test("a pipe that a shell has opened is read as a file is, as often as need be")
  func openPipe() throws {
    let zipped = Packed.zip([("a.gpx", track("<trkpt lat=\"1\" lon=\"2\"/>"))])
    for bytes in [Array(Self.sentences.utf8), Array(Self.places.utf8), zipped] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: bytes)
      try pipe.fileHandleForWriting.close()
      let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
      for _ in 0..<2 { #expect(FormatCheck(path: path).loaded == 1) }
    }
  }

  @Test("a ZIP archive is read from a pipe, too")
  func pipe() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("x", [])
    let pipe = path + ".pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let bytes = Packed.zip([("a.gpx", Self.walk)])
    let writer = Thread { try? Data(bytes).write(to: URL(filePath: pipe), options: []) }
    writer.start()
    #expect(try FileBytes.contents(of: pipe, limit: 1 << 20) == Array(Self.walk.utf8))
  }
}

@Suite("Files of other programs")
struct ForeignFormatTests {
  private func check(_ bytes: [UInt8], as name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    try Data(bytes).write(to: URL(filePath: path))
    return FormatCheck(path: path).diagnostics.last?.message ?? ""
  }

  private static let kinds: [(text: String, words: String)] = [
    ("<?xml version=\"1.0\"?>\n<!-- <gpx> -->\n<kml xmlns=\"x\"><Document/></kml>", "gpsbabel -i kml -f "),
    ("<TrainingCenterDatabase xmlns=\"x\"/>", "gpsbabel -i gtrnctr -f "),
    ("\u{E}\u{10}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}.FIT", "gpsbabel -i garmin_fit -f "),
    (" \n<!doctype HTML>\n<html><body>Log in</body></html>", "web page"), ("<html lang=\"en\"></html>", "web page"),
    ("{\"error\":\"unauthorized\"}", "message of a server"), ("{ \"message\": \"Not found\" }", "message of a server"),
    ("a.gpx" + String(repeating: "\u{0}", count: 252) + "ustar  \u{0}", "tar -xf "),
    ("7z\u{BC}\u{AF}'\u{1C}", "unpack it first"), ("(\u{B5}/\u{FD}", "unpack it first"),
    ("SQLite format 3\u{0}", "GeoPackage"), ("PM\u{2}\u{0}", "map of tiles"),
    ("<osm version=\"0.6\"/>", "OpenStreetMap"),
  ]

  @Test(
    "are named by what is in them, with what can be done", arguments: kinds,
    ["a.gpx", "a.geojson", "a.nmea", "a.dat", "a"])
  func named(kind: (text: String, words: String), name: String) throws {
    let bytes = kind.text.unicodeScalars.map { UInt8($0.value) }
    let message = try check(bytes, as: name)
    #expect(message.contains(kind.words), "\(message)")
    let twice = try check(Packed.gzip(Packed.gzip(bytes)), as: name)
    #expect(twice.hasPrefix("packed in a way that is not read here, or twice: unpack it first"), "\(twice)")
  }

  @Test(
    "names of files in commands are safe to copy to a shell",
    arguments: [
      ("a b.kml", "-f 'a b.kml' -o gpx -F 'a b.gpx'"), ("it's.kml", "-f 'it'\\''s.kml'"),
      ("$(reboot).kml", "-f '$(reboot).kml'"), ("-rf.kml", "-f ./-rf.kml"), ("a.gpx", "-F a-converted.gpx"),
      ("a\u{1B}[2J.kml", "-f FILE"), (String(repeating: "x", count: 200) + ".kml", "-f FILE"),
    ])
  func quoted(path: String, words: String) {
    #expect(ForeignFormat.kml.advice(path)?.contains(words) == true)
    #expect(ForeignFormat.kml.advice("-") == ForeignFormat.kml.advice("FILE"))
  }
}
