internal import GeoFormats
internal import Glibc
internal import OSMExtracts
internal import SystemKit

/// Adapter: the map of a region, one archive of vector tiles, made of extracts of OpenStreetMap by the program tilemaker.
package struct Tilemaker: Sendable {
  /// The part of the work that looking for the sea is.
  private static let seaShare = 0.1

  private let program: String
  private let tables: String
  private let environment: [String: String]

  /// Makes maps by a program and its tables, which are written for tilemaker 2 and 3.
  ///
  /// - Parameters:
  ///   - program: its name, looked up in the path, or its path.
  ///   - tables: the folder of the configuration, `config.json` and `process.lua`.
  ///   - environment: its variables.
  package init(program: String = "tilemaker", tables: String, environment: [String: String]) {
    (self.program, self.tables, self.environment) = (program, tables, environment)
  }

  /// Whether a map can be made of a file: an extract of OpenStreetMap, packed (PBF) or as XML.
  package static func reads(_ path: String) -> Bool {
    let isPBF = path.lowercased().hasSuffix(".pbf")
    return isPBF || FileFormat.foreign(.openStreetMap) == FileFormat(path: path)
  }

  /// Makes a map; blocks until it is there.
  ///
  /// Nodes, ways and shapes lie in files below `scratch`, some 13 times as large as the extracts: of 122 MB with 6.4
  /// million buildings tilemaker 2.2 needs 0.7 GB of memory then, and 2.4 GB without them, in the same time.
  ///
  /// - Parameters:
  ///   - extracts: OpenStreetMap data, packed or as XML, of which copies are made that the program reads.
  ///   - output: the file to make, whose name ends in `.mbtiles`.
  ///   - scratch: a folder for temporary files; the caller removes it.
  ///   - progress: told ten times a second how much is done, in `0 ... 1`; returns false to cancel.
  /// Returns: sentences on what the map lacks: the sea of an extract whose coastline is not certain.
  package func make(
    of extracts: [String], at output: String, scratch: String, progress: (Double) -> Bool
  ) throws(TilemakerError) -> [String] {
    mkdir(scratch, 0o700)
    let packed = try packed(extracts, as: "xml", in: scratch) {
      OSMExtract.isXML(extracts[$0])
    } goesOn: {
      progress(0)
    }
    let seas = try SeaSearch(of: packed) { progress(Self.seaShare * $0) }
    // Of relations with negative numbers tilemaker makes no areas.
    let extracts = try self.packed(packed, as: "new", in: scratch) {
      seas.negativelyNumbered.contains($0)
    } goesOn: {
      progress(Self.seaShare)
    }
    var words = [program, "--config", try config(with: seas, in: scratch), "--process", "\(tables)/process.lua"]
    words += ["--output", output, "--store", scratch]
    if let box = seas.box { words += ["--bbox", box] }
    var most = 0.0
    // A second run does not go back.
    func goesOn(_ done: Double) -> Bool {
      most = max(most, Self.seaShare + (1 - Self.seaShare) * done)
      return progress(most)
    }
    do throws(TilemakerError) {
      try run(words + Self.inputs(extracts), output: output, goesOn)
    } catch .lacksNodes {
      let copies = try copies(of: extracts, in: scratch) { goesOn(0) }
      try run(words + Self.inputs(copies), output: output, goesOn)
    }
    return seas.warnings
  }

  /// The extracts, with copies as PBF without negative numbers in place of some, by their place in the list.
  private func packed(
    _ extracts: [String], as name: String, in scratch: String, where isCopied: (Int) -> Bool, goesOn: () -> Bool
  ) throws(TilemakerError) -> [String] {
    var files: [String] = []
    for (number, extract) in extracts.enumerated() {
      guard isCopied(number) else {
        files.append(StandardInput.path(extract))
        continue
      }
      let copy = "\(scratch)/\(name)-\(number).osm.pbf"
      do throws(OSMError) { try OSMExtract(path: extract).writePBF(to: copy) { _ in goesOn() } } catch {
        throw error.problem == .cancelled ? .cancelled : .failed("\(error)")
      }
      files.append(copy)
    }
    return files
  }

  private static func inputs(_ extracts: [String]) -> [String] {
    extracts.flatMap { ["--input", $0.hasPrefix("-") ? "./\($0)" : $0] }
  }

  /// Copies of extracts in which no way has a node that the extract lacks: at such a way tilemaker 2 ends.
  private func copies(
    of extracts: [String], in scratch: String, goesOn: () -> Bool
  ) throws(TilemakerError) -> [String] {
    var copies: [String] = []
    for (number, extract) in extracts.enumerated() {
      let copy = "\(scratch)/\(number).osm.pbf"
      do throws(OSMError) {
        try OSMExtract(path: extract).writeCopyWithoutMissingNodes(to: copy) { _ in goesOn() }
      } catch {
        throw error.problem == .cancelled ? .cancelled : .failed("\(TilemakerError.lacksNodes): \(error)")
      }
      copies.append(copy)
    }
    return copies
  }

  /// The path of the configuration: that of the tables, or one in `scratch` with a layer for the sea.
  private func config(with seas: SeaSearch, in scratch: String) throws(TilemakerError) -> String {
    let path = "\(tables)/config.json"
    guard !seas.polygons.isEmpty else { return path }
    let document: JSONDocument
    do throws(FormatError) { document = try JSONDocument(path: path) } catch { throw .failed("config.json: \(error)") }
    let config = try SeaShapes.config(document, shapes: "\(scratch)/sea.shp")
    do throws(SystemError) {
      try SeaShapes(seas.polygons).write(as: "\(scratch)/sea")
      try SystemIO.write(config, toNewFile: "\(scratch)/config.json")
    } catch {
      throw .failed("its files cannot be written to \(SafeText.clean(scratch, limit: 200)): \(error)")
    }
    return "\(scratch)/config.json"
  }

  private func run(_ words: [String], output: String, _ progress: (Double) -> Bool) throws(TilemakerError) {
    var report = TilemakerReport()
    let outcome = ChildProgram.run(words, environment: environment) { bytes in
      report.take(bytes)
      return progress(report.fraction)
    }
    switch outcome {
    case .ended(status: 0):
      // It ends well also where it could not write.
      guard access(output, R_OK) == 0 else { throw .failed("it has written no map") }
    case .ended: throw .failed(report.lastWords)
    case .killed where report.lastWords.contains("Could not find node"): throw .lacksNodes
    // What the system does to a program that takes all its memory.
    case .killed(signal: 9): throw .failed("it was ended by the system; there may be too little memory")
    // What happens at the first page of a file for which the disk has no room.
    case .killed(signal: SIGBUS): throw .failed("there is no room for its temporary files")
    case .killed(let signal): throw .failed("it was ended by signal \(signal) after these words: \(report.lastWords)")
    case .cancelled: throw .cancelled
    case .notStarted(let code): throw code == 2 ? .notInstalled : .failed(SystemError(code: code).description)
    }
  }
}

/// Why there is no map.
package enum TilemakerError: Error, Hashable, CustomStringConvertible {
  /// The program is not there.
  case notInstalled
  /// An extract has ways whose nodes are not in it, and so have the copies made without them.
  case lacksNodes
  /// The caller does not want it any more.
  case cancelled
  /// The program has failed; its last words, sanitised.
  case failed(String)

  package var description: String {
    switch self {
    case .notInstalled: "tilemaker is not installed (Debian, Ubuntu: sudo apt install tilemaker)"
    case .lacksNodes: "tilemaker: an extract has ways whose nodes are not in it"
    case .cancelled: "it was cancelled"
    case .failed(let reason): "tilemaker: \(reason)"
    }
  }
}

/// What tilemaker has written, and how far it is by that.
package struct TilemakerReport: Sendable {
  /// The part of its time that it reads and sorts; the rest it writes tiles.
  private static let reading = 0.6
  /// Characters of its last words that are passed on.
  private static let mostWords = 200

  /// How much is done, in `0 ... 1`; never decreases.
  package private(set) var fraction = 0.0
  private var line: [UInt8] = []
  private var latest = ""

  /// The report of a program that has not said anything.
  package init() {}

  /// Takes further output; each line counts when it is complete, also one that a carriage return ends.
  package mutating func take(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte != 0x0A, byte != 0x0D {
        // Longer lines say nothing that is looked for.
        if line.count < 4096 { line.append(byte) }
      } else if !line.isEmpty {
        note(String(decoding: line, as: UTF8.self))
        line = []
      }
    }
  }

  /// What it wrote last, sanitised.
  package var lastWords: String {
    let words = line.isEmpty ? latest : String(decoding: line, as: UTF8.self)
    return words.isEmpty ? "it has failed, and does not say why" : SafeText.clean(words, limit: Self.mostWords)
  }

  /// `Block 3/6 ways 0` while it reads, `writing tile 16 of 17` after that.
  private mutating func note(_ text: String) {
    latest = text
    if let match = text.firstMatch(of: /Block (\d+)\/(\d+)/), let part = Self.part(match.1, of: match.2) {
      fraction = max(fraction, Self.reading * part)
    } else if let match = text.firstMatch(of: /writing tile (\d+) of (\d+)/),
      let part = Self.part(match.1, of: match.2)
    {
      fraction = max(fraction, Self.reading + (1 - Self.reading) * part)
    }
  }

  private static func part(_ done: Substring, of all: Substring) -> Double? {
    guard let done = Double(done), let all = Double(all), all > 0 else { return nil }
    return min(1, done / all)
  }
}
