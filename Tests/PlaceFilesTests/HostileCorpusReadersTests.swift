import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import Places
import ProcessTesting
import Testing

/// One reader of files from outside, and what it makes of them.
private struct Reader: Sendable, CustomTestStringConvertible {
  /// What was loaded: where it lies, and the complaints about the file.
  typealias Loaded = (spots: [Coordinate], warnings: [Diagnostic])

  let testDescription: String
  /// The folder of the corpus.
  let format: String
  /// The extension under which the reader gets the files.
  let ending: String
  /// Whether features get an id, without which none is a treasure.
  var givesIDs = false
  /// Whether some of the files load.
  var loads = true
  let read: @Sendable (String) throws(FileProblem) -> Loaded
}

private let readers = [
  Reader(testDescription: "HuntFile", format: "geojson", ending: "geojson", loads: false) { path throws(FileProblem) in
    let file = try HuntFile(path: path)
    return (spots(of: file.hunt), file.warnings)
  },
  Reader(testDescription: "HuntFile with ids", format: "geojson", ending: "geojson", givesIDs: true) {
    path throws(FileProblem) in
    let file = try HuntFile(path: path)
    return (spots(of: file.hunt), file.warnings)
  },
  Reader(testDescription: "HuntDocument", format: "geojson", ending: "geojson", givesIDs: true) {
    path throws(FileProblem) in
    let (hunt, diagnostics) = try HuntDocument(path: path).hunt()
    return (hunt.map(spots) ?? [], diagnostics)
  },
  Reader(testDescription: "PlaceFile of GeoJSON", format: "geojson", ending: "geojson") { path throws(FileProblem) in
    let file = try PlaceFile(path: path)
    return (file.places.map(\.position), file.warnings)
  },
  Reader(testDescription: "CacheFile of GPX", format: "gpx", ending: "gpx") { path throws(FileProblem) in
    let file = try CacheFile(path: path)
    return (spots(of: file.hunt) + file.places.map(\.position), file.warnings)
  },
  // The corpus has none of its own: what is hostile in one kind of XML is so in the other.
  Reader(testDescription: "CacheFile of .loc", format: "gpx", ending: "loc", loads: false) { path throws(FileProblem) in
    let file = try CacheFile(path: path)
    return (spots(of: file.hunt) + file.places.map(\.position), file.warnings)
  },
]

/// Every position that a hunt holds.
private func spots(of hunt: Hunt) -> [Coordinate] {
  hunt.treasures.flatMap { treasure -> [Coordinate] in
    switch treasure.zone {
    case .circle: [treasure.place.position]
    case .polygon(let rings): [treasure.place.position] + rings.joined()
    }
  }
}

/// Whether a text holds what could move a cursor, or turn the direction of writing.
private func holdsControl(_ text: String) -> Bool {
  text.unicodeScalars.contains { scalar in
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

@Suite(
  "Hostile files for hunts, places and caches",
  .enabled(if: SharedFiles.has("hostile/dev.tar.xz"), "no hostile corpus beside the package"))
struct HostileCorpusReadersTests {
  @Test("each is read with finite positions, or refused in words that are fit to print", arguments: readers)
  private func contract(reader: Reader) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try await files(for: reader, in: folder)
    #expect(files.count > 100)
    let loaded = files.count { check($0, reader) }
    // Both happen, so both are looked at; what is no hunt and no .loc may be refused altogether.
    #expect(loaded < files.count && (loaded > 0 || !reader.loads))
  }

  /// Whether a file is read; whatever becomes of it, what it says is looked at.
  private func check(_ path: String, _ reader: Reader) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    do throws(FileProblem) {
      let (spots, warnings) = try reader.read(path)
      let isSound = spots.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }
      #expect(isSound, "\(name): a position that is nowhere")
      let texts = warnings.map { $0.text(file: path) }
      #expect(!texts.contains(where: holdsControl), "\(name): a control character in a warning")
      return !spots.isEmpty
    } catch {
      #expect(!error.message.isEmpty, "\(name) is refused without a word")
      #expect(!holdsControl("\(error)"), "\(name): a control character in the refusal")
      return false
    }
  }

  /// Unpacks the files of the reader's format, under the names that it takes.
  private func files(for reader: Reader, in folder: URL) async throws -> [String] {
    let archive = SharedFiles.folder.appending(path: "hostile/dev.tar.xz").path
    let tar = try await Command.run(
      "tar",
      ["-xf", archive, "-C", folder.path, "--strip-components=2", "--wildcards", "*/\(reader.format)/*"],
      limit: 300)
    try #require(tar.status == 0, "\(tar.error)")
    if reader.givesIDs {
      let named = "s/\"type\": *\"Feature\",/\"type\":\"Feature\",\"id\":\"f\",/g"
      let sed = try await Command.run("sh", ["-c", "LC_ALL=C sed -i '\(named)' \"$0\"/*", folder.path])
      try #require(sed.status == 0, "\(sed.error)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".\(reader.format)") }.map { name in
      guard reader.ending != reader.format else { return folder.appending(path: name).path }
      let other = folder.appending(path: "\(name).\(reader.ending)")
      try FileManager.default.moveItem(at: folder.appending(path: name), to: other)
      return other.path
    }
  }
}
