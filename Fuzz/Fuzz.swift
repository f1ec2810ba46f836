import GeoFormats
import Glibc

/// What `script/fuzz` feeds with bytes that nobody would write: a reader of a format, which must never trap.
private let format = getenv("TROVE_FUZZ").map { String(cString: $0) } ?? "receiver"

/// Traps on text that no terminal is to see.
private func requirePrintable(_ texts: [String]) {
  for text in texts { precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }) }
}

/// libFuzzer calls it for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var log = DiagnosticLog()
  switch format {
  case "gpx":
    let document = try? GPXDocument(MemoryBytes(bytes), log: &log)
    for cache in document?.waypoints.compactMap(\.cache) ?? [] {
      requirePrintable(cache.description + cache.logs.map(\.text) + [cache.name, cache.hint].compactMap(\.self))
    }
  case "loc": _ = try? LocDocument(bytes, log: &log)
  case "html": requirePrintable(PlainHTML.paragraphs(String(decoding: bytes, as: UTF8.self)))
  case "geojson": _ = try? GeoJSONDocument(bytes, log: &log)
  default: _ = try? ReceiverLog(MemoryBytes(bytes), log: &log)
  }
  for complaint in log.summary {
    // Nothing of a file reaches a terminal by way of a message.
    precondition(complaint.text(file: "f").unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
  return 0
}
