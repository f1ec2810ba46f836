internal import Glibc

/// The namespaces of one document: its own, which the root tells, and Garmin's.
struct GPXNames {
  private var own: [UInt8] = []
  /// The root's namespace when it is none of GPX.
  private(set) var unknown: String?

  init() {}

  /// Takes the namespace of the root for the document's own.
  init(root: ElementName) {
    own = Array(root.namespace)
    let text = String(decoding: own, as: UTF8.self)
    unknown = Self.gpx.contains(text) ? nil : text
  }

  /// Whether the element is one of GPX; all others are extensions.
  func isOwn(_ name: ElementName) -> Bool {
    guard name.namespace.count == own.count else { return false }
    guard let namespace = name.namespace.baseAddress, !own.isEmpty else { return true }
    return memcmp(namespace, own, own.count) == 0
  }

  /// Whether the element is one of Garmin's for track points.
  func isGarmin(_ name: ElementName) -> Bool { Self.garmin.contains(String(decoding: name.namespace, as: UTF8.self)) }

  /// Whether the element is one of Groundspeak's for geocaches.
  func isGroundspeak(_ name: ElementName) -> Bool {
    Self.groundspeak.contains(String(decoding: name.namespace, as: UTF8.self))
  }

  /// GPX 1.1, GPX 1.0, and the many files that name none.
  private static let gpx: Set = ["http://www.topografix.com/GPX/1/1", "http://www.topografix.com/GPX/1/0", ""]
  private static let garmin: Set = [
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v2",
  ]
  /// The three versions that sites write, with either scheme.
  private static let groundspeak: Set = [
    "http://www.groundspeak.com/cache/1/0", "http://www.groundspeak.com/cache/1/0/1",
    "http://www.groundspeak.com/cache/1/0/2", "https://www.groundspeak.com/cache/1/0",
    "https://www.groundspeak.com/cache/1/0/1", "https://www.groundspeak.com/cache/1/0/2",
  ]
}
