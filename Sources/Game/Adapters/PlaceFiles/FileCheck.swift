package import GeoFormats

/// Checks one file like ``FormatCheck``, and a hunt also as a hunt.
package struct FileCheck: Hashable, Sendable {
  /// The number of items that load, as ``FormatCheck/loaded`` counts them: of a hunt its features; `nil` if the file is
  /// refused as a whole.
  package let loaded: Int?
  /// The complaints: first those about the format, then those about the hunt.
  package let diagnostics: [Diagnostic]

  /// Checks the file at `path` by reading all of it.
  package init(path: String) {
    guard FileFormat(path: path) == .geoJSON else {
      let check = FormatCheck(path: path)
      (loaded, diagnostics) = (check.loaded, check.diagnostics)
      return
    }
    var log = DiagnosticLog()
    do throws(FormatError) {
      let document = try GeoJSONDocument(path: path, log: &log)
      (loaded, diagnostics) = Self.check(document, path: path, log)
    } catch {
      (loaded, diagnostics) = (nil, log.summary + [error.diagnostic])
    }
  }

  /// Only a file that says so is a hunt: points with names are also places.
  private static func check(
    _ document: GeoJSONDocument, path: String, _ log: DiagnosticLog
  ) -> (loaded: Int?, diagnostics: [Diagnostic]) {
    guard document.root["trove"]?["type"]?.rawString == "hunt" else { return (document.located, log.summary) }
    let report = HuntReport(document, path: path, log)
    return (report.hunt == nil ? nil : document.located, report.diagnostics)
  }
}
