/// A format that no reader of this module takes, told apart so that an error can say what to do instead.
package enum ForeignFormat: Hashable, Sendable, CustomStringConvertible {
  /// An answer of Overpass, in JSON.
  case overpass
  /// An extract of OpenStreetMap, packed or as XML.
  case openStreetMap
  case geoPackage
  /// Comma-separated values.
  case table
  /// The format of Google Earth.
  case kml
  /// KML in a ZIP archive.
  case kmz
  /// The format of Garmin's Training Center.
  case tcx
  /// The format of sports watches.
  case fit
  /// An archive of map tiles.
  case tiles
  /// A page of the web, which servers send instead of a file to those who have to sign in.
  case webPage
  /// What a server has to say instead of sending a file, in JSON.
  case serverMessage
  /// An archive of files that are not packed in it.
  case tar
  /// Packed by a program whose files are not read, or twice.
  case packed
  /// An unknown format.
  case unknown

  /// Recognises a format by a file's name, if its bytes do not tell.
  init(name: String) {
    if [".osm", ".pbf", ".osm.gz", ".osm.bz2"].contains(where: name.hasSuffix) {
      self = .openStreetMap
    } else if name.hasSuffix(".gpkg") {
      self = .geoPackage
    } else {
      self = [".csv", ".tsv"].contains(where: name.hasSuffix) ? .table : .unknown
    }
  }

  /// Recognises a format by a file's first bytes.
  package init?(beginning bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let root = Self.root(of: text)
    if let known = ["kml": Self.kml, "trainingcenterdatabase": .tcx, "html": .webPage, "osm": .openStreetMap][root] {
      self = known
    } else if bytes.dropFirst(8).starts(with: ".FIT".utf8) {
      self = .fit
    } else if bytes.starts(with: "SQLite format 3\0".utf8) {
      // The number of the program that made it, which GeoPackages have.
      let isGeoPackage = bytes.count < 72 || bytes.dropFirst(68).starts(with: "GP".utf8)
      self = isGeoPackage ? .geoPackage : .tiles
    } else if bytes.starts(with: "PMTiles".utf8) || bytes.starts(with: [0x50, 0x4D, 0x02, 0x00]) {
      self = .tiles
    } else if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      self = .tar
    } else if Unpacker.Packing(beginning: bytes) != nil || Self.packings.contains(where: bytes.starts) {
      self = .packed
    } else if bytes.dropFirst(6).starts(with: "OSMHeader".utf8) {
      self = .openStreetMap
    } else if text.first == "{", Self.isOverpass(ArraySlice(text.utf8)) {
      self = .overpass
    } else if text.first == "{", Self.isServerMessage(text) {
      self = .serverMessage
    } else {
      return nil
    }
  }

  /// How files begin that are packed by xz, Zstandard, 7-Zip, RAR and compress.
  private static let packings: [[UInt8]] = [
    [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x28, 0xB5, 0x2F, 0xFD], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
    [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], [0x1F, 0x9D],
  ]

  /// The name of the first element, in small letters and without its prefix; `html` also where only its document type
  /// says so, and empty for what is no XML.
  private static func root(of text: Substring) -> String {
    var rest = text
    guard rest.first == "<" else { return "" }
    while let bracket = rest.firstIndex(of: "<") {
      rest = rest[bracket...].dropFirst()
      if rest.prefix(13).lowercased() == "!doctype html" { return "html" }
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return "" }
        rest = rest[end.upperBound...]
      } else if rest.first != "?", rest.first != "!" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == ":" }
        return (name.split(separator: ":").last ?? "").lowercased()
      }
    }
    return ""
  }

  /// Whether an object of JSON tells of a mistake, and is nothing else.
  private static func isServerMessage(_ text: Substring) -> Bool {
    let others = ["\"type\"", "\"class\"", "\"features\"", "\"trove\"", "\"geometry\"", "\"coordinates\""]
    guard !others.contains(where: text.contains) else { return false }
    return ["\"error", "\"message\"", "\"detail\"", "\"status\"", "\"code\""].contains { text.contains($0) }
  }

  /// Whether `trove import` takes the places of such files.
  package var isImported: Bool { [.overpass, .openStreetMap, .geoPackage, .table].contains(self) }

  /// Names the format, and says that it cannot be read: the beginning of a sentence.
  package var description: String {
    switch self {
    case .overpass: "an answer of Overpass is not read here"
    case .openStreetMap: "an extract of OpenStreetMap is not read here"
    case .geoPackage: "a GeoPackage is not read here"
    case .table: "a table (CSV) is not read here"
    case .kml: "a KML file is not read here"
    case .kmz: "a KMZ archive is not read here"
    case .tcx: "a TCX file is not read here"
    case .fit: "a FIT file is not read here"
    case .tiles: "a map of tiles is not read here"
    case .webPage: "a web page (HTML) and no such file"
    case .serverMessage: "a message of a server (JSON) and no such file"
    case .tar: "an archive (tar) is not read here"
    case .packed: "packed in a way that is not read here, or twice"
    case .unknown: "it is in none of the formats that are read"
    }
  }

  /// What can be done with the file at `path`; `nil` where that depends on what it is wanted for.
  package func advice(_ path: String) -> String? {
    let path = path == "-" ? "FILE" : path
    let (input, output) = (ShellText.file(path), ShellText.file(Self.converted(path)))
    switch self {
    case .kml: return "gpsbabel -i kml -f \(input) -o gpx -F \(output) makes GPX of it"
    case .kmz: return "unzip -p \(input) '*.kml' | gpsbabel -i kml -f - -o gpx -F \(output) makes GPX of it"
    case .tcx: return "gpsbabel -i gtrnctr -f \(input) -o gpx -F \(output) makes GPX of it"
    case .fit: return "gpsbabel -i garmin_fit -f \(input) -o gpx -F \(output) makes GPX of it"
    case .webPage, .serverMessage:
      return "sign in, and download the file again; if you open it in a browser, you see what the server says"
    case .tar: return "tar -xf \(input) unpacks its files"
    case .packed: return "unpack it first; what gzip, bzip2 or ZIP has packed once is read"
    case .tiles: return "maps are taken by --map, trove map and trove check"
    case .overpass, .openStreetMap, .geoPackage, .table, .unknown: return nil
    }
  }

  /// The name of a GPX file made of another.
  private static func converted(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    let folder = path.dropLast(name.count)
    let result = folder + stem + ".gpx"
    return String(result == path ? folder + stem + "-converted.gpx" : result)
  }

  /// Whether the beginning of an object of JSON is an answer of Overpass, which says what made it, or its elements,
  /// before anything else; GeoJSON has a type.
  package static func isOverpass(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: text.prefix(1024), as: UTF8.self)
    return !start.contains("\"Feature") && (start.contains("\"osm3s\"") || start.contains("\"elements\""))
  }
}
