/// Reads one `.loc` document: its events go to a ``LocBuilder``.
final class LocParser: XMLParser {
  /// Bytes that expat is given at a time: it counts them in 32 bits.
  private static let chunk = 1 << 20

  private(set) var builder: LocBuilder

  init(log: DiagnosticLog) throws(FormatError) {
    builder = LocBuilder(log: log)
    try super.init()
  }

  /// Takes the whole document.
  func parse(_ bytes: [UInt8]) throws(FormatError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FormatError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      var position = 0
      repeat {
        let end = min(bytes.count, position + Self.chunk)
        try parse(UnsafeRawBufferPointer(rebasing: bytes[position..<end]), isFinal: end == bytes.count)
        position = end
      } while position < bytes.count
    }
  }

  override func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) throws(FormatError) {
    try builder.start(ElementName(name).local, attributes, line: line)
  }

  override func end() { builder.end() }

  override func characters(_ bytes: UnsafeBufferPointer<UInt8>) { builder.characters(bytes) }
}
