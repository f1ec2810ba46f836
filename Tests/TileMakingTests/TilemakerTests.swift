import Foundation
import ProcessTesting
import Testing
import TileMaking

@Suite("Making a map with tilemaker")
struct TilemakerTests {
  /// A folder with a program that stands in for tilemaker.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "tiles-\(UUID().uuidString)")
    var output: String { url.appending(path: "map.mbtiles").path }
    var scratch: String { url.appending(path: "scratch").path }

    init(script: String) async throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try await Script.write(script, to: url.appending(path: "tilemaker").path)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func make(
      _ program: String = "tilemaker", extracts: [String] = ["town.osm.pbf"],
      progress: (Double) -> Bool = { _ in true }
    ) throws {
      let tilemaker = TileMaking.Tilemaker(
        program: url.appending(path: program).path, tables: "/tables", environment: ["PATH": "/usr/bin:/bin"])
      _ = try tilemaker.make(of: extracts, at: output, scratch: scratch, progress: progress)
    }

    /// What the program was given, where it has written that down.
    var words: [Substring] {
      ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(whereSeparator: \.isWhitespace)
    }
  }

  /// Writes its arguments into the file behind `--output`, the sixth of them.
  private static let listing = #"echo "$@" > "$6""#

  @Test("gets the extracts and the tables, and a folder for files in place of memory")
  func arguments() async throws {
    let folder = try await Folder(script: Self.listing)
    try folder.make(extracts: ["a.osm.pbf", "-b.pbf"])
    let words = folder.words.joined(separator: " ")
    #expect(words.hasPrefix("--config /tables/config.json --process /tables/process.lua --output "))
    #expect(words.hasSuffix("--input a.osm.pbf --input ./-b.pbf"), "no file is taken for an option")
    #expect(words.contains("--store \(folder.scratch) "))
    #expect(FileManager.default.fileExists(atPath: folder.scratch))
  }

  @Test("gets copies of extracts whose ways lack nodes, where it ends at such a way")
  func copies() async throws {
    // A file with nothing but a header, from which a copy can be made.
    let header = [0x22, 14] + Array("OsmSchema-V0.6".utf8)
    let blob = [0x0A, UInt8(header.count)] + header
    let start = [0, 0, 0, 13, 0x0A, 9] + Array("OSMHeader".utf8) + [0x18, UInt8(blob.count)]
    let script = #"""
      \#(Self.listing)
      case "$*" in *scratch/0.osm.pbf*) ;; *) echo "what(): Could not find node with id 5" >&2; kill -9 $$ ;; esac
      """#
    let folder = try await Folder(script: script)
    let extract = folder.url.appending(path: "town.osm.pbf")
    try Data(start + blob).write(to: extract)
    var shares: [Double] = []
    try folder.make(extracts: [extract.path]) {
      shares.append($0)
      return true
    }
    let copy = "\(folder.scratch)/0.osm.pbf"
    #expect(folder.words.suffix(2) == ["--input", Substring(copy)])
    #expect(FileManager.default.contentsEqual(atPath: copy, andPath: extract.path))
    #expect(shares == shares.sorted())
    let missing = #expect(throws: TilemakerError.self) { try folder.make(extracts: ["gone.osm.pbf"]) }
    #expect(missing?.description.contains("ways whose nodes are not in it: gone.osm.pbf") == true)
  }

  @Test("gets a copy of an extract with negative numbers, as it makes no areas of such relations", arguments: [7, -7])
  func negative(way: Int64) async throws {
    let folder = try await Folder(script: Self.listing)
    let extract = folder.url.appending(path: "drawn.osm.pbf").path
    try Data(LongCoast(points: 2, way: way, tag: ["highway", "path"]).file).write(to: URL(filePath: extract))
    try folder.make(extracts: ["town.osm.pbf", extract])
    let copy = "\(folder.scratch)/new-1.osm.pbf"
    #expect(folder.words.suffix(2) == ["--input", Substring(way < 0 ? copy : extract)])
    #expect(FileManager.default.fileExists(atPath: copy) == (way < 0))
  }

  @Test("what it says tells how far it is, in pieces of any length, and never goes back")
  func progress() {
    let said =
      "Block 0/4 ways 0\rBlock 2/4 ways 9\rBlock 1/4\rZoom level 5, writing tile 1 of 4 \rwriting tile 4 of 4\n"
    var whole = TilemakerReport()
    whole.take(Array(said.utf8))
    #expect(whole.fraction == 1)
    var (pieces, seen) = (TilemakerReport(), [Double]())
    for byte in said.utf8 {
      pieces.take([byte])
      seen.append(pieces.fraction)
    }
    #expect(pieces.fraction == whole.fraction && seen == seen.sorted())
    #expect(Set(seen).count == 4)
    for garbage in ["Block 9/0\n", "Block 99999999999999999999999999/1\n", "writing tile x of y\n", "\u{FF}\u{0}\n"] {
      var report = TilemakerReport()
      report.take(Array(garbage.utf8))
      #expect((0...1).contains(report.fraction))
    }
  }

  @Test("its last words say why there is no map, without what they would do to a terminal")
  func failure() async throws {
    await #expect(throws: TilemakerError.failed("Couldn't open [31mtown")) {
      try await Folder(script: #"echo reading; printf "Couldn't open \033[31mtown\n" >&2; exit 3"#).make()
    }
    await #expect(throws: TilemakerError.failed("it has failed, and does not say why")) {
      try await Folder(script: "exit 1").make()
    }
    let killed = await #expect(throws: TilemakerError.self) { try await Folder(script: "kill -9 $$").make() }
    #expect(killed?.description.contains("memory") == true)
    let full = await #expect(throws: TilemakerError.self) { try await Folder(script: "kill -s BUS $$").make() }
    #expect(full?.description.contains("no room for its temporary files") == true)
    await #expect(throws: TilemakerError.failed("it has written no map")) { try await Folder(script: "exit 0").make() }
    await #expect(throws: TilemakerError.notInstalled) { try await Folder(script: "").make("nothing") }
  }

  @Test("who does not want the map any more need not wait for it")
  func cancel() async throws {
    let start = ContinuousClock.now
    // The shell's own child holds the output open, too.
    await #expect(throws: TilemakerError.cancelled) { try await Folder(script: "sleep 600; echo").make { _ in false } }
    let closed = "exec >&- 2>&-; sleep 600"
    await #expect(throws: TilemakerError.cancelled) { try await Folder(script: closed).make { _ in false } }
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test("who does not want the map any more need not wait for the sea of a long coast")
  func cancelSea() async throws {
    let folder = try await Folder(script: Self.listing)
    let extract = folder.url.appending(path: "coast.osm.pbf")
    try Data(LongCoast(points: 60_000).file).write(to: extract)
    /// The questions that fell into the time when the coast has been read and the sea is not there.
    var asked = 0
    func make(no: Int?) throws {
      asked = 0
      try folder.make(extracts: [extract.path]) { done in
        guard abs(done - 0.09) < 1e-9 else { return true }
        asked += 1
        return asked != no
      }
    }
    let noTables = #expect(throws: TilemakerError.self) { try make(no: nil) }
    #expect(noTables?.description.contains("config.json") == true, "there is a sea to put into it")
    #expect(asked > 3)
    #expect(throws: TilemakerError.cancelled) { try make(no: asked) }
  }
}

/// An extract with a line along the 30th degree of latitude, a coast by default, and nothing else.
private struct LongCoast {
  let points: Int
  var way: Int64 = 1
  var tag = ["natural", "coastline"]

  /// The bytes of the file, which are not packed.
  var file: [UInt8] {
    let box = [0, points * 1000 - 1000, 31_000_000_000, 29_000_000_000].enumerated()
      .flatMap { Self.number($0.offset + 1, Self.zigzag($0.element)) }
    let ids = Array(repeating: Self.varint(Self.zigzag(1)), count: points).joined()
    let latitudes = Self.varint(Self.zigzag(300_000_000)) + [UInt8](repeating: 0, count: points - 1)
    // The first point is outside of the box.
    let longitudes =
      Self.varint(Self.zigzag(-5)) + Array(repeating: Self.varint(Self.zigzag(10)), count: points - 1).joined()
    let nodes = Self.field(1, ids) + Self.field(8, latitudes) + Self.field(9, longitudes)
    let way =
      [1 << 3] + Self.varint(UInt64(bitPattern: way)) + Self.field(2, [1]) + Self.field(3, [2]) + Self.field(8, ids)
    let words = ([""] + tag).flatMap { Self.field(1, Array($0.utf8)) }
    return Self.block("OSMHeader", Self.field(1, box) + Self.field(4, Array("DenseNodes".utf8)))
      + [Self.field(2, nodes), Self.field(3, way)]
      .flatMap { Self.block("OSMData", Self.field(1, words) + Self.field(2, $0)) }
  }

  private static func block(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let blob = field(1, content)
    let header = field(1, Array(kind.utf8)) + number(3, blob.count)
    return [0, 0, 0, UInt8(header.count)] + header + blob
  }

  private static func field(_ field: Int, _ bytes: some Collection<UInt8>) -> [UInt8] {
    varint(field << 3 | 2) + varint(bytes.count) + bytes
  }

  private static func number(_ field: Int, _ value: Int) -> [UInt8] { varint(field << 3) + varint(value) }

  private static func zigzag(_ value: Int) -> Int { value << 1 ^ value >> 63 }

  private static func varint(_ value: Int) -> [UInt8] { varint(UInt64(value)) }

  private static func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
  }
}
