import Geodesy
import Glibc
import HuntDomain
import PlaceFiles
import SessionLogs

/// Bytes as what happens to a player: keys, fixes, stalls, sleeps, sources that change, disks that fill up, windows of
/// all sizes; over one sitting or several.
///
/// With `TROVE_FUZZ_SESSION` the last sitting is written to that file as it happens, for `trove replay`.
enum SessionFuzzing {
  /// One input is one player.
  static func play(_ bytes: [UInt8]) {
    guard let variant = bytes.first else { return }
    let path = getenv("TROVE_FUZZ_SESSION").map { String(cString: $0) }
    // To read a session again takes longer than to play it.
    let isReplayed = path != nil || variant & 0x38 == 0x38
    let text = huntText(variant)
    guard let hunt = try? HuntFile(Array(text.utf8), path: "hunt.geojson").hunt else {
      fatalError("the hunt cannot be read")
    }
    var player = FuzzedPlayer(hunt, text, record: path ?? (isReplayed ? "/tmp/trove-fuzz-\(getpid()).flight" : nil))
    var feed = FuzzFeed(bytes.dropFirst())
    while !feed.isEmpty { player.goOn(&feed) }
    player.leave()
    if isReplayed { player.checkRecord() }
    if path == nil { player.removeRecord() }
  }

  /// A hunt that has everything that changes in the course of a game; in sequence or not, with a limit or not.
  private static func huntText(_ variant: UInt8) -> String {
    let order = variant & 1 == 0 ? "any" : "sequence"
    let limit = variant & 2 == 0 ? "" : #", "limit_s": 5400"#
    let goal = variant & 4 == 0 ? "" : #", "goal": {"at_least": 3, "of": ["mill", "gate", "well", "field", "box"]}"#
    let requires = variant & 1 == 0 ? #", "requires": {"holds": "key"}"# : ""
    let point = { (east: String, north: String) in
      #""geometry": {"type": "Point", "coordinates": [\#(east), \#(north)]}}"#
    }
    let treasures = [
      #""id": "mill", "name": "Mill", "radius_m": 20, "points": 10, "items": ["key"], "#
        + #""hints": ["Up.", {"text": "Over the door.", "price": 3}, {"text": "Old.", "after_s": 60}], "#
        + #""question": {"prompt": "Built when?", "number": 1823, "name": "Y", "price": 2}}, "# + point("0", "0"),
      #""id": "gate", "name": "Gate", "radius_m": 12, "points": 5, "visibility": "always"\#(requires)}, "#
        + point("0.001", "0"),
      #""id": "well", "name": "Well", "radius_m": 20, "points": 7, "question": "#
        + #"{"prompt": "How deep?", "options": ["3 m", "9 m", "20 m"], "right": [2, 3]}, "limit_s": 900}, "#
        + point("0.002", "0"),
      #""id": "field", "name": "Field", "points": 4, "visibility": {"near_m": 60}}, "geometry": {"type": "Polygon", "#
        + #""coordinates": [[[0, 0.001], [0.0004, 0.001], [0.0004, 0.0014], [0, 0.0014], [0, 0.001]]]}}"#,
      #""id": "box", "name": "Box", "radius_m": 15, "points": 20, "requires": {"answered": "mill"}, "#
        + #""projection": {"from": "mill", "bearing_deg": "Y - 1800", "distance_m": "80"}}, "#
        + point("0.001", "0.001"),
    ].map { #"{"type": "Feature", "properties": {"# + $0 }
    return #"{"type": "FeatureCollection", "trove": {"type": "hunt", "version": 2, "id": "fuzz", "title": "Fuzz", "#
      + #""order": "\#(order)", "items": [{"id": "key", "name": "A key"}]\#(limit)\#(goal)}, "#
      + #""features": [\#(treasures.joined(separator: ", "))]}"#
  }
}

/// Bytes that are taken one by one; zeros behind the last.
struct FuzzFeed {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// One of a list.
  mutating func one<Value>(of values: [Value]) -> Value { values[byte() % values.count] }

  /// From none to about a month, mostly short.
  mutating func time() -> Duration { .milliseconds(1 << (byte() % 32)) }

  /// The next bytes, up to so many.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return taken
  }
}
