import GeoFormats

/// Everything that reading a recording gives, in a form that can be compared.
struct ReceiverLogOutcome {
  var epochs: [RecordedEpoch] = []
  var headings: [RecordedHeading] = []
  var places: [Int] = []
  var counts = ReceiverLogCounts()
  var error: FormatError?
  var log = DiagnosticLog()

  /// Reads `bytes` in chunks of `chunk`.
  init(_ bytes: [UInt8], chunk: Int = 64 << 10) {
    var reader = ReceiverLogReader()
    reader.chunkSize = chunk
    do {
      let recording = try ReceiverLog(MemoryBytes(bytes), reader: reader, log: &log)
      epochs = recording.epochs
      headings = recording.headings.map(\.heading)
      places = recording.headings.map(\.epoch)
      counts = recording.counts
    } catch {
      self.error = error
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// Reads sentences, to which the checksums are added.
  init(sentences: [String]) { self.init(sentences.map(framed).joined(separator: "\r\n") + "\r\n") }

  var fixes: [RecordedEpoch] { epochs.filter { $0.position != nil } }
  /// The complaints as `line: text`.
  var complaints: [String] { log.summary.map { "\($0.line): \($0.message)" } }

}

/// A sentence with its `$` and its checksum.
func framed(_ body: String) -> String {
  let sum = body.utf8.reduce(0, ^)
  return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
}

/// Bytes that never end.
struct Endless: ByteSource {
  private let pattern: [UInt8]
  private var place = 0

  init(_ pattern: [UInt8]) { self.pattern = pattern }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    for index in buffer.indices {
      buffer[index] = pattern[place]
      place = (place + 1) % pattern.count
    }
    return buffer.count
  }
}
