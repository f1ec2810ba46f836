/// Checks one file, whatever its format: how much of it loads, and everything there is to complain about.
package struct FormatCheck: Hashable, Sendable {
  /// How many items load: points of a GPX or a `.loc` file, features of a GeoJSON file
  /// that have a place, positions of a recording; nothing when the file is refused whole.
  package let loaded: Int?
  /// The complaints, in the order of the file; bounded in number, with one line that counts the rest.
  package let diagnostics: [Diagnostic]

  /// Reads the file at `path` to its end and keeps nothing of it.
  package init(path: String) {
    var log = DiagnosticLog()
    do throws(FormatError) {
      loaded = try Self.load(path, log: &log)
      diagnostics = log.summary
    } catch {
      loaded = nil
      diagnostics = log.summary + [error.diagnostic]
    }
  }

  private static func load(_ path: String, log: inout DiagnosticLog) throws(FormatError) -> Int {
    switch FileFormat(path: path) {
    case .gpx: try GPXReader().read(path: path, log: &log) { _ in }.points
    case .loc: try LocDocument(path: path, log: &log).waypoints.count
    case .geoJSON: try GeoJSONDocument(path: path, log: &log).located
    case .receiverLog: try ReceiverLogReader().read(path: path, log: &log) { _ in }.loaded
    case .foreign(let format): throw FormatError(.foreign(format), line: 1)
    }
  }
}
