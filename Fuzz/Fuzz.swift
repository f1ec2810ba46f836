import GeoFormats
import Glibc
import HuntDomain
import HuntInspection
import Numbers
import PlaceFiles
import SessionLogs
import Views

/// What must take any bytes without a trap, by the names that `script/fuzz` takes from here; each name begins a line.
private let readers: [String: @Sendable ([UInt8]) -> Void] = [
  "nmea": { load($0) { _ = try? ReceiverLog(MemoryBytes($0), log: &$1) } },
  "gpsd": { load($0) { _ = try? ReceiverLog(MemoryBytes($0), log: &$1) } },
  "gpx": { load($0, gpx) },
  "loc": { load($0) { _ = try? LocDocument($0, log: &$1) } },
  "html": { requirePrintable(PlainHTML.paragraphs(String(decoding: $0, as: UTF8.self))) },
  "geojson": { load($0) { _ = try? GeoJSONDocument($0, log: &$1) } },
  "hunt": { hunt($0) },
  "answer": { AnswerFuzzing.type($0) },
  "typed": { TypedFuzzing.type($0) },
  "save": { SaveFuzzing.open($0) },
  "mvt": { TileFuzzing.tile($0) },
  "pmtiles": { TileFuzzing.archive($0) },
  "map": { map($0) },
  "osm": { OSMFuzzing.read($0) },
  "faults": { ScenarioFuzzing.read($0) },
  "flight": { SessionLogFuzzing.play($0) },
  "finish": { FinishFuzzing.read($0) },
  "service": { ServiceFuzzing.answer($0) },
  "daemon": { DaemonFuzzing.listen($0) },
  "clocks": { ClockFuzzing.go($0) },
  "event": { EventFuzzing.read($0) },
  "session": { SessionFuzzing.play($0) },
]

private let reader: @Sendable ([UInt8]) -> Void = {
  let name = getenv("TROVE_FUZZ").map { String(cString: $0) } ?? ""
  guard let reader = readers[name] else { fatalError("TROVE_FUZZ: no reader is called \(name)") }
  return reader
}()

/// libFuzzer calls it for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  reader(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Traps on text that no terminal is to see.
private func requirePrintable(_ texts: [String]) {
  for text in texts { precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }) }
}

/// Loads a file, and checks the complaints about it.
private func load(_ bytes: [UInt8], _ body: ([UInt8], inout DiagnosticLog) -> Void) {
  var log = DiagnosticLog()
  body(bytes, &log)
  check(log.summary)
}

private func gpx(_ bytes: [UInt8], _ log: inout DiagnosticLog) {
  let document = try? GPXDocument(MemoryBytes(bytes), log: &log)
  for cache in document?.waypoints.compactMap(\.cache) ?? [] {
    requirePrintable(cache.description + cache.logs.map(\.text) + [cache.name, cache.hint].compactMap(\.self))
  }
}

/// Reads a map of GeoJSON; what it holds has to point at what is there.
private func map(_ bytes: [UInt8]) {
  guard let file = try? BaseMapFile(bytes, path: "map") else { return }
  check(file.warnings)
  for geometry in file.map.geometries {
    requirePrintable(geometry.names)
    for shape in geometry.shapes {
      precondition(shape.name.map(geometry.names.indices.contains) ?? true)
      for part in geometry.parts[shape.parts] {
        precondition(!geometry.points[Int(part.lowerBound)..<Int(part.upperBound)].isEmpty)
      }
    }
    for label in geometry.labels { precondition(geometry.names.indices.contains(label.name)) }
  }
}

/// Reads a hunt, and where it can be changed, changes it everywhere: it has to stay a hunt that can be read.
private func hunt(_ bytes: [UInt8]) {
  if let file = try? HuntFile(bytes, path: "hunt") { check(file.warnings) }
  guard var document = try? HuntDocument(bytes, name: "hunt") else { return }
  let ids = document.ids.prefix(4)
  let hunt = document.hunt().hunt
  if let hunt, hunt.treasures.count <= 100 { _ = Inspection(hunt, now: Timestamp(milliseconds: 1_767_225_600_000)) }
  for id in ids {
    document.set("message", of: id, .string(id))
    if let treasure = hunt?.treasure(id) { precondition(document.replace(id, with: treasure)) }
    precondition(document.move(id, to: 1))
  }
  document.set("goal", ["all": []])
  if let first = ids.first { precondition(document.remove(first)) }
  check(document.hunt().diagnostics)
  precondition((try? HuntDocument(Array(document.text.utf8), name: "again")) != nil)
}

/// Nothing of a file reaches a terminal by way of a message.
private func check(_ complaints: [Diagnostic]) {
  for complaint in complaints {
    precondition(complaint.text(file: "f").unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
