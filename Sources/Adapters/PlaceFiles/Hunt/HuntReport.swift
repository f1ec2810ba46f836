internal import GeoFormats
internal import HuntDomain

/// What a file is as a hunt, and everything that there is to complain about.
struct HuntReport {
  /// Nothing when the file is refused: then the last complaint is an error.
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
