internal import GeoFormats

/// Cuts what a client sends into requests: half a request waits for its other half, an endless one is refused.
///
/// A request ends at `;`, at the end of its line, or with the brace that closes its object: clients leave out the
/// one or the other, and gpsd answers them all.
package struct GPSDRequestReader: Hashable, Sendable {
  /// Bytes of the longest request; gpsd's own commands have at most some 200.
  package static let longest = 1024

  private var half: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// A request was longer than ``longest``.
  package private(set) var isOverlong = false

  /// Creates a reader.
  package init() {}

  /// Takes bytes; returns the requests that they complete, without what ended them.
  package mutating func requests(adding bytes: some Sequence<UInt8>) -> [String] {
    var requests: [String] = []
    for byte in bytes where !isOverlong {
      if let request = take(byte) { requests.append(request) }
    }
    return requests
  }

  private mutating func take(_ byte: UInt8) -> String? {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return end() }
    if byte == UInt8(ascii: ";"), !isInString { return end() }
    guard half.count < Self.longest else {
      isOverlong = true
      half = []
      return nil
    }
    half.append(byte)
    return closes(byte) ? end() : nil
  }

  /// Whether the byte is the brace that closes the request's object.
  private mutating func closes(_ byte: UInt8) -> Bool {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\"") where depth > 0: isInString = true
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}") where depth > 0:
      depth -= 1
      return depth == 0
    default: break
    }
    return false
  }

  private mutating func end() -> String? {
    defer {
      half.removeAll(keepingCapacity: true)
      (depth, isInString, isEscaped) = (0, false, false)
    }
    let text = String(decoding: half, as: UTF8.self)
    return text.allSatisfy { $0 == " " || $0 == "\t" } ? nil : text
  }
}

/// A request of a client.
enum GPSDRequest: Hashable {
  case version
  case devices
  case poll
  /// The device, or one of another name.
  case device(path: String?)
  /// A change of the client's subscription; `nil` to only report it.
  case watch(WatchChange?)
  /// A sentence for the client, and whether it knows the protocol at all.
  case refused(String)
  /// Input that is no request; gpsd does not answer it.
  case noise

  init(_ text: String) {
    let text = text.drop { $0 == " " || $0 == "\t" }
    guard text.first == "?" else {
      self = .noise
      return
    }
    let (word, body) = Self.split(text.dropFirst())
    switch (word, body) {
    case ("VERSION", nil): self = .version
    case ("DEVICES", nil): self = .devices
    case ("POLL", nil): self = .poll
    case ("DEVICE", nil): self = .device(path: nil)
    case ("DEVICE", let body?):
      guard let object = Self.object(body) else {
        self = .refused("Invalid DEVICE: not an object of JSON")
        return
      }
      self = .device(path: object["path"]?.text(limit: WatchChange.longestPath))
    case ("WATCH", nil): self = .watch(nil)
    case ("WATCH", let body?):
      if let change = Self.object(body).flatMap(WatchChange.init) {
        self = .watch(change)
      } else {
        self = .refused("Invalid WATCH: not an object with true or false for what gpsd knows")
      }
    default: self = .refused("Unrecognized request '\(SafeText.clean(text, limit: 100))'")
    }
  }

  private static func split(_ text: Substring) -> (word: String, body: Substring?) {
    guard let equals = text.firstIndex(of: "=") else {
      return (String(text.prefix { $0 != " " && $0 != "\t" }), nil)
    }
    return (String(text[..<equals]), text[text.index(after: equals)...])
  }

  private static func object(_ body: Substring) -> JSONValue? {
    guard let root = try? JSONDocument(String(body)).root, root.isObject else { return nil }
    return root
  }
}

/// The changes of a `?WATCH={...}`; omitted fields stay, except that `enable` is then true, as with gpsd.
struct WatchChange: Hashable {
  /// Bytes of the longest path that gpsd knows (`GPS_PATH_MAX`).
  static let longestPath = 128

  var enable = true
  var json: Bool?
  var nmea: Bool?
  var raw: Int?
  var scaled: Bool?
  var timing: Bool?
  var split24: Bool?
  var pps: Bool?
  /// Empty for any device.
  var device = ""

  /// Reads an object; `nil` if a field that gpsd knows has another type.
  init?(_ object: JSONValue) {
    for (key, value) in object.members {
      switch key {
      case "enable":
        guard let flag = value.bool else { return nil }
        enable = flag
      case "json": if !Self.set(&json, value) { return nil }
      case "nmea": if !Self.set(&nmea, value) { return nil }
      case "scaled": if !Self.set(&scaled, value) { return nil }
      case "timing": if !Self.set(&timing, value) { return nil }
      case "split24": if !Self.set(&split24, value) { return nil }
      case "pps": if !Self.set(&pps, value) { return nil }
      case "raw":
        guard let level = value.integer, (0...2).contains(level) else { return nil }
        raw = level
      case "device":
        guard let path = value.text(limit: Self.longestPath) else { return nil }
        device = path
      default: break
      }
    }
  }

  private static func set(_ field: inout Bool?, _ value: JSONValue) -> Bool {
    field = value.bool
    return field != nil
  }
}
