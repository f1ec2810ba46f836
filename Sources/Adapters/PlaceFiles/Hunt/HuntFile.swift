package import Editor
package import GeoFormats
package import HuntDomain

/// A hunt from a GeoJSON file; `docs/hunts.md` documents the format.
package struct HuntFile: Sendable {
  /// The version of the format that is written, and the latest that is read.
  package static let version = 2
  /// Metres within which a treasure counts as found when the file does not say.
  package static let defaultRadius = 15.0

  /// The hunt of the file.
  package let hunt: Hunt
  /// The base map and the recorded walk that belong to the hunt, as paths; relative ones start at the hunt's folder.
  package let map, trace: String?
  /// The warnings about skipped or changed parts.
  package let warnings: [Diagnostic]
  /// The lines on which the features begin of which treasures were made, by their ids.
  package let lines: [String: Int]
  /// The sealed parts.
  let sealed: SealedHunt?
  private let looseEnds: [Diagnostic: HuntNotes.LooseEnd]

  /// Reads the hunt at `path`.
  package init(path: String) throws(FileProblem) {
    try self.init(path: path) { log throws(FormatError) in try GeoJSONDocument(path: path, log: &log) }
  }

  /// Reads a hunt that is in memory already; `path` is where it would lie.
  package init(_ bytes: [UInt8], path: String) throws(FileProblem) {
    try self.init(path: path) { log throws(FormatError) in try GeoJSONDocument(bytes, log: &log) }
  }

  private init(
    path: String, read: (inout DiagnosticLog) throws(FormatError) -> GeoJSONDocument
  ) throws(FileProblem) {
    var log = DiagnosticLog()
    let document: GeoJSONDocument
    do { document = try read(&log) } catch { throw FileProblem(file: path, error) }
    if let (line, advice) = NoHuntInside.advice(on: document) {
      throw FileProblem(file: path, line: line, advice, isOther: true)
    }
    do throws(NoHunt) {
      var reader = try HuntReader(document, log: log)
      lines = Dictionary(reader.entries.map { ($0.treasure.id, $0.feature.line) }) { first, _ in first }
      hunt = try reader.hunt(fallback: Self.name(of: path))
      sealed = reader.sealed
      map = reader.about[.map]?.rawString.map { Self.path($0, beside: path) }
      trace = reader.about[.trace]?.rawString.map { Self.path($0, beside: path) }
      warnings = reader.notes.log.summary
      looseEnds = reader.notes.looseEnds
    } catch {
      throw FileProblem(file: path, line: error.line, error.message)
    }
  }

  /// The warnings without those that a finding tells as well: that the same treasure, or the hunt, names what is not there.
  ///
  /// Findings say what to do about it.
  package func warnings(besides findings: [HuntFinding]) -> [Diagnostic] {
    let told = Set(findings.map { HuntNotes.LooseEnd(code: $0.code, treasure: $0.treasure) })
    return warnings.filter { warning in !(looseEnds[warning].map { told.contains($0) } ?? false) }
  }

  /// The name of a hunt without a title: its file name.
  static func name(of path: String) -> String {
    SafeText.clean(path.split(separator: "/").last.map(String.init) ?? path, limit: SafeText.nameLimit)
  }

  private static func path(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}

/// The hunt in a file, and all diagnostics about it.
struct HuntReport {
  /// `nil` if the file is refused: then the last diagnostic is an error.
  let hunt: Hunt?
  let diagnostics: [Diagnostic]

  init(_ document: GeoJSONDocument, name: String, _ log: DiagnosticLog) {
    do throws(NoHunt) {
      var reader = try HuntReader(document, log: log)
      let hunt: Hunt
      do throws(NoHunt) { hunt = try reader.hunt(fallback: HuntFile.name(of: name)) } catch {
        self.hunt = nil
        diagnostics = reader.notes.log.summary + [Diagnostic(.error, line: error.line, error.message)]
        return
      }
      self.hunt = hunt
      diagnostics = reader.notes.log.summary
    } catch {
      hunt = nil
      diagnostics = log.summary + [Diagnostic(.error, line: error.line, error.message)]
    }
  }
}
