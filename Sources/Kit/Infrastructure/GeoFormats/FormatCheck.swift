/// The result of checking one file of any format: how much of it loads, and all diagnostics.
package struct FormatCheck: Hashable, Sendable {
  /// How many items load: points of a GPX or a `.loc` file, features of a GeoJSON file
  /// that have a place, positions of a recording; `nil` if the file cannot be read.
  package let loaded: Int?
  /// The complaints, in the order of the file; bounded in number, with one line that counts the rest.
  package let diagnostics: [Diagnostic]

  /// Checks the file at `path` to its end, without keeping its content.
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
    let names = FileFormat.all.flatMap(\.names)
    switch FileFormat(path: path) {
    case .gpx: return try GPXReader().check(path: path, log: &log).points
    case .loc: return try LocDocument(path: path, log: &log).waypoints.count
    case .geoJSON: return try GeoJSONDocument(path: path, log: &log).located
    case .receiverLog: return try ReceiverLogReader().read(path: path, log: &log) { _ in }.loaded
    case .foreign(let format):
      let others =
        format.isImported
        ? "trove import takes its places"
        : "\(names.joined(separator: ", ")) and maps are; gpsbabel and ogr2ogr convert many others"
      throw FormatError(.foreign(format, advice: format.advice(path) ?? others), line: 1)
    }
  }
}
