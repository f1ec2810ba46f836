internal import Geodesy

/// A question to the Overpass API, in its language.
package struct OverpassQuery: Hashable, Sendable {
  /// What a walker looks for.
  package static let usualKeys = [
    "amenity", "historic", "leisure", "man_made", "natural", "railway", "shop", "tourism",
  ]
  /// Things of these keys are worth a walk also without a name; of the others there would be thousands of benches.
  private static let namelessKeys: Set = ["historic", "tourism"]
  /// Elements of one reply.
  static let elementLimit = 5000
  /// Seconds that the server may compute: less than anybody waits for it here.
  static let seconds = 8
  /// Bytes of memory that the server may use; who asks for little is let in sooner.
  static let memory = 64 << 20

  /// What is asked for, as the server reads it.
  package let text: String

  /// Asks for what has one of the keys and lies in a box.
  ///
  /// Keys with other signs than letters, digits, `_`, `:` and `-` are left out: none has them, and they would be
  /// language.
  init(keys: [String], in box: BoundingBox) {
    // South, west, north, east: the other way round than anywhere else.
    let sides = [box.south, box.west, box.north, box.east].map { "\($0)" }.joined(separator: ",")
    let parts = Self.sound(keys).map { key in
      Self.namelessKeys.contains(key) ? "nwr[\"\(key)\"];" : "nwr[\"\(key)\"][\"name\"];"
    }
    text =
      "[out:json][timeout:\(Self.seconds)][maxsize:\(Self.memory)][bbox:\(sides)];"
      + "(\(parts.joined()));out center qt \(Self.elementLimit);"
  }

  /// The keys that can be asked for, each once, in order.
  package static func sound(_ keys: [String]) -> [String] {
    let sound = keys.filter { key in
      (1...64).contains(key.utf8.count)
        && key.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || [0x2D, 0x3A, 0x5F].contains(byte)
        }
    }
    return Set(sound).sorted()
  }
}
