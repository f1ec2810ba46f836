/// Lets the last version of every object through, of those that follow one another in a file with a history.
///
/// In any other file every object is its only version; one that is there twice, far apart, comes twice.
struct HistoryGate {
  /// What an object makes.
  struct Made {
    var place: OSMElement?
    var walkway: OSMWalkway?

    var isNothing: Bool { place == nil && walkway == nil }
  }

  private var key: (kind: OSMKind, id: Int64)?
  private var version: UInt32 = 0
  private var held: Made?

  /// Takes an object, and what it makes; gives what the one before made where that is not another version of it.
  mutating func take(_ object: OSMObject, _ made: Made) -> Made? {
    let made = object.isVisible && !made.isNothing ? made : nil
    if let key, key == (object.kind, object.id) {
      if object.version >= version { (version, held) = (object.version, made) }
      return nil
    }
    let before = held
    (key, version) = ((object.kind, object.id), object.version)
    held = made
    return before
  }

  /// Gives the last one.
  mutating func end() -> Made? {
    defer { (key, held) = (nil, nil) }
    return held
  }
}
