internal import COsmium
internal import Glibc

/// Which ways people on foot may use, by their tags; compared as bytes, as most ways are no walkways.
enum FootAccess {
  /// Values of `foot` that let people walk, whatever else a way is (OpenStreetMap's wiki, key `access`).
  private static let allowing: Set = ["yes", "designated", "permissive", "official", "public", "destination"]
  /// Values of `foot` that do not.
  private static let refusing: Set = ["no", "private", "use_sidepath"]

  /// What kind of way people may walk along here; nothing where there is none, or they may not.
  static func highway(of way: OSMObject) -> OSMHighway? {
    guard way.kind == .way, way.refs.count > 1, let value = value("highway", of: way),
      let highway = OSMHighway(rawValue: value)
    else { return nil }
    let foot = Self.value("foot", of: way) ?? ""
    if allowing.contains(foot) { return highway }
    if refusing.contains(foot) || highway.isForVehicles { return nil }
    if ["no", "private"].contains(Self.value("access", of: way)) || Self.value("motorroad", of: way) == "yes" {
      return nil
    }
    return highway
  }

  private static func value(_ key: StaticString, of object: OSMObject) -> String? {
    let start = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    for tag in object.rawTags {
      guard let own = tag.key, own.pointee == start.pointee, strcmp(own, start) == 0 else { continue }
      return tag.value.map { String(cString: $0) }
    }
    return nil
  }
}
