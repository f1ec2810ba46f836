/// Checks one file, whatever its format: how much of it loads, and everything there is to complain about.
package struct FormatCheck: Hashable, Sendable {
  /// How many items load: points of a GPX or a `.loc` file, features of a GeoJSON file
  /// that have a place, positions of a recording; nothing when the file is refused whole.
  package let loaded: Int?
  /// The complaints, in the order of the file; bounded in number, with one line that counts the rest.
  package let diagnostics: [Diagnostic]

  /// Reads the file at `path` to its end and keeps nothing of it.
  package init(path: String) {
    switch FileFormat(path: path) {
    case .gpx: self.init(gpx: path)
    case .loc: self.init(loc: path)
    case .geoJSON: self.init(geoJSON: path)
    case .receiverLog: self.init(receiverLog: path)
    case .foreign(let format):
      let advice =
        format.isImported ? "trove import takes its places" : "GPX, .loc, GeoJSON, NMEA, gpsd's JSON and maps are"
      self.init(loaded: nil, log: DiagnosticLog(), error: Diagnostic(.error, line: 1, "\(format): \(advice)"))
    }
  }

  private init(loaded: Int?, log: DiagnosticLog, error: Diagnostic? = nil) {
    self.loaded = loaded
    diagnostics = log.summary + (error.map { [$0] } ?? [])
  }

  private init(gpx path: String) {
    var log = DiagnosticLog()
    do throws(GPXError) {
      let counts = try GPXReader().read(path: path, log: &log) { _ in }
      self.init(loaded: counts.points, log: log)
    } catch {
      self.init(loaded: nil, log: log, error: error.diagnostic)
    }
  }

  private init(loc path: String) {
    var log = DiagnosticLog()
    do throws(LocError) {
      let document = try LocDocument(path: path, log: &log)
      self.init(loaded: document.waypoints.count, log: log)
    } catch {
      self.init(loaded: nil, log: log, error: error.diagnostic)
    }
  }

  private init(geoJSON path: String) {
    var log = DiagnosticLog()
    do throws(GeoJSONError) {
      let document = try GeoJSONDocument(path: path, log: &log)
      self.init(loaded: document.located, log: log)
    } catch {
      self.init(loaded: nil, log: log, error: error.diagnostic)
    }
  }

  private init(receiverLog path: String) {
    var log = DiagnosticLog()
    do throws(ReceiverLogError) {
      let counts = try ReceiverLogReader().read(path: path, log: &log) { _ in }
      self.init(loaded: counts.loaded, log: log)
    } catch {
      self.init(loaded: nil, log: log, error: error.diagnostic)
    }
  }
}
