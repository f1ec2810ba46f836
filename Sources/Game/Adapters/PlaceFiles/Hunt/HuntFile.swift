package import GeoFormats
internal import Glibc
package import HuntDomain
package import HuntInspection

/// A hunt from a GeoJSON file; `docs/hunts.md` documents the format.
package struct HuntFile: Sendable {
  /// The version of the format that is written, and the latest that is read.
  package static let version = 2
  /// Metres within which a treasure counts as found when the file does not say.
  package static let defaultRadius = 15.0

  /// The hunt of the file.
  package let hunt: Hunt
  /// The base map and the recorded walk that belong to the hunt, as paths; `nil` also where the hunt names a file that is
  /// not one of its own.
  package let map, trace: String?
  /// The warnings about skipped or changed parts.
  package let warnings: [Diagnostic]
  /// How many features were skipped because their geometry is bad; each of them could have been a treasure.
  package let skippedFeatures: Int
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
      map = reader.ownFile(.map, of: path)
      trace = reader.ownFile(.trace, of: path)
      warnings = reader.notes.log.summary
      skippedFeatures = document.skipped
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
}

extension HuntReader {
  /// The path of a file that the hunt names; `nil`, with a warning, if it is no ordinary file beside or below the hunt.
  ///
  /// A hunt comes from anywhere: it neither reads other files of the player nor waits for a pipe.
  fileprivate mutating func ownFile(_ key: HuntKeys.About, of hunt: String) -> String? {
    guard let value = about[key], let name = value.rawString else { return nil }
    let folder = hunt.lastIndex(of: "/").map { String(hunt[...$0]) } ?? ""
    if Self.isOwn(name, in: folder.isEmpty ? "." : folder) { return folder + name }
    notes.warn(
      value,
      "\(about.called(key)) is \(SafeText.quoted(name)), and not an ordinary file beside or below the hunt: left out; "
        + "you can name it with \(key == .map ? "--map" : "--from")")
    return nil
  }

  /// Whether a name leads to an ordinary file in a folder or below it, also by its links, or to nothing yet.
  private static func isOwn(_ name: String, in folder: String) -> Bool {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains(".."),
      !name.unicodeScalars.contains("\0")
    else { return false }
    let path = folder + "/" + name
    var status = stat()
    // That it is missing is said when it is read.
    guard stat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG, let own = real(folder), let file = real(path) else { return false }
    return own == "/" || file.hasPrefix(own + "/")
  }

  /// A path without links.
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// The hunt in a file, and all diagnostics about it.
struct HuntReport {
  /// `nil` if the file is refused: then the last diagnostic is an error.
  let hunt: Hunt?
  let diagnostics: [Diagnostic]

  /// Reads the hunt; `path` is where it lies, without which the files that it names are not looked at.
  init(_ document: GeoJSONDocument, path: String?, _ log: DiagnosticLog) {
    do throws(NoHunt) {
      var reader = try HuntReader(document, log: log)
      if let path { for key in [HuntKeys.About.map, .trace] { _ = reader.ownFile(key, of: path) } }
      let hunt: Hunt
      do throws(NoHunt) { hunt = try reader.hunt(fallback: HuntFile.name(of: path ?? "")) } catch {
        self.hunt = nil
        let logged = reader.notes.log.summary
        diagnostics = error.isLogged ? logged : logged + [Diagnostic(.error, line: error.line, error.message)]
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
