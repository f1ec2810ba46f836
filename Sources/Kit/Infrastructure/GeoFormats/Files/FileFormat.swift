internal import Glibc
internal import SystemKit

/// The formats of files that can be told apart by name or by their first bytes.
package enum FileFormat: Hashable, Sendable {
  case gpx
  /// The format of geocaching sites beside GPX: XML whose root is `<loc>`.
  case loc
  case geoJSON
  /// A receiver log: sentences of NMEA 0183, reports of gpsd, or both.
  case receiverLog
  /// Something that is known and not read, or not known.
  case foreign(ForeignFormat)

  /// What a file can hold.
  package enum Content: Hashable, Sendable {
    /// A walk: positions in their order.
    case recording
    /// Places with names.
    case places
    /// Treasures, with rules or without.
    case hunt
    /// Treasures without rules: the caches of a geocaching site, or waypoints.
    case caches
  }

  /// The formats that are read, in the order in which sentences list them.
  package static let all: [FileFormat] = [.geoJSON, .gpx, .loc, .receiverLog]

  /// What sentences call the format, which may be several, and what its files can hold.
  private var description: (names: [String], contents: Set<Content>) {
    switch self {
    case .geoJSON: (["GeoJSON"], [.places, .hunt])
    case .gpx: (["GPX"], [.recording, .places, .hunt, .caches])
    case .loc: ([".loc"], [.places, .hunt, .caches])
    case .receiverLog: (["NMEA", "gpsd's JSON"], [.recording])
    case .foreign: ([], [])
    }
  }

  /// What sentences call the format: one name or several.
  package var names: [String] { description.names }

  /// Whether files of this format can hold `content`.
  package func holds(_ content: Content) -> Bool { description.contents.contains(content) }

  /// The formats that can hold `content`, to be named in a sentence: `GPX, NMEA or gpsd's JSON`.
  package static func list(of content: Content, _ conjunction: String = "or") -> String {
    let names = all.filter { $0.holds(content) }.flatMap(\.names)
    return names.dropLast().joined(separator: ", ") + " \(conjunction) " + (names.last ?? "")
  }

  /// The extensions of files that can hold `content`, or anything, without the dot: for the completion of a shell.
  package static func extensions(of content: Content? = nil) -> [String] {
    extensions.filter { content.map($0.format.holds) ?? true }.map { String($0.text.dropFirst()) }
  }

  /// How much of a file is looked at: logs may begin with a long comment.
  private static let lookahead = 8192

  /// The extensions of file names; an ambiguous one counts only if the first bytes do not tell.
  private static let extensions: [(text: String, format: FileFormat, isAmbiguous: Bool)] = [
    (".gpx", .gpx, false), (".xml", .gpx, false), (".loc", .loc, false), (".geojson", .geoJSON, false),
    (".geojsonl", .geoJSON, false), (".geojsons", .geoJSON, false), (".geojsonseq", .geoJSON, false),
    (".ndjson", .geoJSON, true), (".json", .geoJSON, true), (".nmea", .receiverLog, false),
    (".nma", .receiverLog, false),
    (".jsonl", .receiverLog, false), (".log", .receiverLog, true), (".txt", .receiverLog, true),
  ]

  /// Whether the name of a file, in small letters, has the extension of one of these formats.
  package static func hasExtension(_ name: String) -> Bool { extensions.contains { name.hasSuffix($0.text) } }

  /// The format of the file at `path`: by how it begins where that is certain, or else by its extension.
  package init(path: String) {
    let name = path.lowercased()
    let named = Self.extensions.first { name.hasSuffix($0.text) }
    // A pipe can be read only once: its name has to do.
    if let named, !named.isAmbiguous, !Self.isOrdinary(path) {
      self = named.format
    } else if let bytes = try? FileBytes.beginning(of: path, count: Self.lookahead), !bytes.isEmpty {
      let found = FileFormat(beginning: bytes)
      if found == .foreign(.tiles), name.hasSuffix(".gpkg") {
        self = .foreign(.geoPackage)
      } else if let named, !named.isAmbiguous, !(found?.isCertain(of: bytes) ?? false) {
        self = named.format
      } else {
        self = found ?? named?.format ?? .foreign(ForeignFormat(name: name))
      }
    } else {
      // The reader of the file reports that it cannot be read, or that it is empty.
      self = named?.format ?? .gpx
    }
  }

  private static func isOrdinary(_ path: String) -> Bool {
    var status = stat()
    return stat(StandardInput.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the first bytes of a file leave no doubt about this format, whatever the file is called.
  private func isCertain(of bytes: [UInt8]) -> Bool {
    switch self {
    case .foreign, .receiverLog: true
    case .gpx: Self.hasRoot("gpx", bytes[...])
    case .loc: Self.hasRoot("loc", bytes[...])
    case .geoJSON: bytes.firstRange(of: Array("\"Feature".utf8)) != nil
    }
  }

  /// Recognises a format by a file's first bytes; `nil` for an unknown one.
  ///
  /// GPX begins with an angle bracket; so do a `.loc` file and OpenStreetMap's XML, whose roots are told apart. JSON
  /// begins with a bracket, a report of gpsd with its class, an answer of Overpass with its version; a sentence begins
  /// on any line, also behind the time that gpspipe writes, and a binary log of a receiver with its mark.
  package init?(beginning bytes: [UInt8]) {
    // Behind a record separator a sequence of GeoJSON goes on.
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x1E, 0xEF, 0xBB, 0xBF]
    let narrow =
      bytes.withUnsafeBufferPointer { $0.isWideText }
      ? bytes.filter { $0 != 0 && $0 != 0xFE && $0 != 0xFF } : bytes
    let text = narrow.drop { white.contains($0) }
    if let foreign = ForeignFormat(beginning: text) {
      self = .foreign(foreign)
      return
    }
    let isReport = Self.report.contains { text.starts(with: $0.utf8) }
    switch text.first {
    case UInt8(ascii: "<"):
      self = Self.hasRoot("loc", text) ? .loc : .gpx
    case UInt8(ascii: "{") where !isReport, UInt8(ascii: "[") where !Self.holdsRecord(text):
      self = .geoJSON
    case 0xB5 where text.dropFirst().first == 0x62, 0xA0 where text.dropFirst().first == 0xA2: self = .receiverLog
    case _ where isReport || Self.holdsRecord(text): self = .receiverLog
    default: return nil
    }
  }

  /// Whether the first element, behind the declaration and comments, is called `name`.
  private static func hasRoot(_ name: String, _ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(bracket + 1)...]
      guard let first = rest.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { continue }
      return rest.starts(with: name.utf8) && !(rest.dropFirst(name.utf8.count).first.map { $0 | 0x20 > 0x60 } ?? false)
    }
    return false
  }

  private static let report = [#"{"class":"#, #"{"class" :"#, #"{ "class":"#]

  /// How the fixes of Android's GnssLogger begin, behind the end of a line, and the names of their columns.
  private static let fixes = ["# Fix,Provider,", "Fix,GPS,", "Fix,FLP,", "Fix,NLP,", "Fix,FUSED,", "Fix,NETWORK,"]

  /// Whether a sentence with its comma, a report behind a time, or a fix begins somewhere in the text.
  private static func holdsRecord(_ text: ArraySlice<UInt8>) -> Bool {
    let lines = String(decoding: text, as: UTF8.self).uppercased().split(whereSeparator: \.isNewline)
    if lines.contains(where: { line in fixes.contains { line.hasPrefix($0.uppercased()) } }) { return true }
    for (index, byte) in zip(text.indices, text) {
      let rest = text[index...].dropFirst()
      switch byte {
      case UInt8(ascii: "$"), UInt8(ascii: "!"):
        let name = rest.prefix { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
        if (4...8).contains(name.count), rest.dropFirst(name.count).first == UInt8(ascii: ",") { return true }
      case UInt8(ascii: "{"): if report.contains(where: { text[index...].starts(with: $0.utf8) }) { return true }
      default: break
      }
    }
    return false
  }
}
