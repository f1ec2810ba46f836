package import Geodesy

/// A whole `.loc` file: the caches that a geocaching site lists, with little more than names and places.
///
/// Read as GPX is: as far as it is XML, and refused whole if it has no waypoint or is no such file; a waypoint without a good position is skipped, a bad detail is dropped, and both are noted in the log.
package struct LocDocument: Hashable, Sendable {
  /// One place of the file.
  package struct Waypoint: Hashable, Sendable {
    /// Where it is.
    package let position: Coordinate
    /// What the site calls it: `GCEBB`.
    package let code: String?
    /// `Mountain Bike Heaven by susy1313`.
    package let name: String?
    /// `Geocache`, in words of the site.
    package let type: String?
    /// Difficulty, terrain and container, where the file has them.
    package let listing: Geocache
  }

  /// Bytes of a whole file: many times as many as sites let one load.
  package static let sizeLimit = 64 << 20

  /// The good waypoints in the order of the file.
  package private(set) var waypoints: [Waypoint] = []

  /// Reads a whole document; throws if nothing of it can be read.
  package init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(FormatError) {
    let parser = try LocParser(log: log)
    defer { log = parser.builder.log }
    try parser.parse(bytes)
    waypoints = parser.builder.waypoints
  }

  /// Reads the file at `path`.
  package init(path: String, log: inout DiagnosticLog) throws(FormatError) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: Self.sizeLimit) } catch {
      throw FormatError(error)
    }
    try self.init(bytes, log: &log)
  }
}

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
        try read(UnsafeRawBufferPointer(rebasing: bytes[position..<end]), isFinal: end == bytes.count)
        position = end
      } while position < bytes.count
    }
  }

  override var hasContent: Bool { !builder.waypoints.isEmpty }

  override var resumable: [String: [String]] { ["loc": [], "waypoint": ["loc"]] }

  override func reopen(_ around: [String], line: Int) { builder.reopen(around) }

  override func complain(line: Int, _ text: String) { builder.log.add(.warning, line: line, text) }

  override func start(_ name: ElementName, _ attributes: XMLAttributes) throws(FormatError) {
    try builder.start(name.local, attributes, line: line)
  }

  override func end() { builder.end() }

  override func characters(_ bytes: UnsafeBufferPointer<UInt8>) { builder.characters(bytes) }
}

/// Turns the events of an XML parser into the waypoints of a `.loc` file.
struct LocBuilder {
  /// Elements inside one another; real files have three.
  static let depthLimit = 64
  /// Bytes of one text that are kept, before it is cut to a number of characters.
  private static let textLimit = 16 << 10

  /// The elements whose text counts.
  private enum Field: String {
    case name, type, difficulty, terrain, container
  }

  /// A waypoint whose element has begun and not ended.
  private struct Pending {
    var line: Int
    var position: Coordinate?
    var hasCoordinates = false
    var code: String?
    var name: String?
    var type: String?
    var listing: Geocache
  }

  var log: DiagnosticLog
  private(set) var waypoints: [LocDocument.Waypoint] = []
  private var path: [String] = []
  private var pending: Pending?
  private var field: Field?
  private var fieldLine = 0
  private var text: [UInt8] = []
  private var isTextCut = false

  init(log: DiagnosticLog) { self.log = log }

  /// An element begins.
  ///
  /// Throws: when the document is no `.loc` file, or too deep.
  mutating func start(_ name: String, _ attributes: XMLAttributes, line: Int) throws(FormatError) {
    guard path.count < Self.depthLimit else {
      throw FormatError(.tooDeep("elements", limit: Self.depthLimit), line: line)
    }
    guard !path.isEmpty || name == "loc" else { throw FormatError(.notLoc(root: name), line: line) }
    switch (path.count, name) {
    case (1, "waypoint"): pending = Pending(line: line, listing: Geocache(line: line))
    case (2, "coord") where pending != nil: place(attributes, line: line)
    case (2, _) where pending != nil:
      field = Field(rawValue: name)
      (fieldLine, isTextCut) = (line, false)
      text.removeAll(keepingCapacity: true)
      if field == .name { setCode(attributes["id"], line: line) }
    default: break
    }
    path.append(name)
  }

  /// An element ends.
  mutating func end() {
    path.removeLast()
    switch path.count {
    case 2: finishField()
    case 1: finishWaypoint()
    default: break
    }
  }

  /// Text inside an element, in pieces.
  mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard field != nil, path.count == 3 else { return }
    let room = Self.textLimit - text.count
    text.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isTextCut = true }
  }

  /// The document goes on inside the elements `around`: a waypoint that had begun is forgotten, as it may be cut.
  mutating func reopen(_ around: [String]) { (path, pending, field) = (around, nil, nil) }

  // MARK: - Waypoints

  private mutating func finishWaypoint() {
    guard let waypoint = pending else { return }
    pending = nil
    guard let position = waypoint.position else {
      if !waypoint.hasCoordinates { log.add(.warning, line: waypoint.line, "no <coord>: waypoint skipped") }
      return
    }
    waypoints.append(
      LocDocument.Waypoint(
        position: position, code: waypoint.code, name: waypoint.name, type: waypoint.type, listing: waypoint.listing))
  }

  private mutating func place(_ attributes: XMLAttributes, line: Int) {
    pending?.hasCoordinates = true
    guard let latitude = angle("lat", limit: 90, attributes, line: line),
      let longitude = angle("lon", limit: 180, attributes, line: line)
    else { return }
    pending?.position = Coordinate(latitude: latitude, longitude: longitude)
  }

  private mutating func angle(_ name: StaticString, limit: Double, _ attributes: XMLAttributes, line: Int) -> Double? {
    guard let raw = attributes[name] else {
      log.add(.warning, line: line, "no \(name): waypoint skipped")
      return nil
    }
    guard let value = DecimalNumber.read(raw) else {
      log.add(.warning, line: line, "\(name) \(SafeText.quoted(utf8: raw)) is not a decimal number: waypoint skipped")
      return nil
    }
    guard abs(value) <= limit else {
      log.add(.warning, line: line, "\(name) \(SafeText.quoted(utf8: raw)) is out of range: waypoint skipped")
      return nil
    }
    return value
  }

  // MARK: - Fields

  private mutating func finishField() {
    guard let ended = field, var waypoint = pending else { return }
    field = nil
    switch ended {
    case .name: waypoint.name = words()
    case .type: waypoint.type = words()
    case .difficulty: waypoint.listing.difficulty = rating()
    case .terrain: waypoint.listing.terrain = rating()
    case .container: waypoint.listing.container = container()
    }
    pending = waypoint
  }

  private mutating func words() -> String? {
    let (words, isShortened) = SafeText.cleaned(utf8: text, limit: SafeText.nameLimit)
    if isShortened || isTextCut { log.add(.warning, line: fieldLine, "a text is too long: shortened") }
    return words.isEmpty ? nil : words
  }

  private mutating func setCode(_ raw: UnsafeBufferPointer<UInt8>?, line: Int) {
    guard let raw else { return }
    let (code, isShortened) = SafeText.cleaned(utf8: raw, limit: SafeText.nameLimit)
    if isShortened { log.add(.warning, line: line, "id is too long: shortened") }
    pending?.code = code.isEmpty ? nil : code
  }

  private mutating func rating() -> Double? {
    let word = SafeText.cleaned(utf8: text, limit: SafeText.quoteLimit).text
    if let number = DecimalNumber.read(word), Geocache.rating.contains(number) { return number }
    log.add(.warning, line: fieldLine, "\(SafeText.quoted(word)) is no rating of 1 to 5: dropped")
    return nil
  }

  /// A size: Groundspeak numbers them; others name them.
  private mutating func container() -> String? {
    guard let word = words() else { return nil }
    return Self.containers[word] ?? word
  }

  private static let containers = [
    "1": "Not chosen", "2": "Micro", "3": "Regular", "4": "Large", "5": "Virtual", "6": "Other", "8": "Small",
  ]
}
