/// Links that OpenStreetMap gives for a place: its marker, the middle of its map, or a short link.
enum MapLink {
  /// Latitude and longitude in degrees, of the marker or else of the map's middle; `nil` if the text is no such link.
  static func angles(_ text: String) -> (latitude: Double, longitude: Double)? {
    guard let rest = path(text) else { return nil }
    if rest.hasPrefix("/go/") { return short(rest.dropFirst(4).prefix { $0 != "?" && $0 != "#" && $0 != "/" }) }
    let members = rest.split(whereSeparator: { "?&#".contains($0) }).map { $0.split(separator: "=", maxSplits: 1) }
    func value(_ name: String) -> Substring? { members.first { $0.count == 2 && $0[0] == name }?[1] }
    for (latitude, longitude) in [("mlat", "mlon"), ("lat", "lon")] {
      if let latitude = value(latitude).flatMap({ DecimalNumber.read($0) }),
        let longitude = value(longitude).flatMap({ DecimalNumber.read($0) })
      {
        return (latitude, longitude)
      }
    }
    let map = value("map")?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    guard map.count == 3, let latitude = DecimalNumber.read(map[1]), let longitude = DecimalNumber.read(map[2]) else {
      return nil
    }
    return (latitude, longitude)
  }

  /// What stands behind the name of the host, if that is OpenStreetMap's.
  private static func path(_ text: String) -> Substring? {
    let hosts = ["openstreetmap.org", "osm.org"].flatMap { ["\($0)", "www.\($0)"] }
    let small = text.lowercased()
    for start in ["https://", "http://", ""] where small.hasPrefix(start) {
      let address = text.dropFirst(start.count)
      let host = address.prefix { !"/?#".contains($0) }
      if hosts.contains(host.lowercased()) { return address.dropFirst(host.count) }
    }
    return nil
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")

  /// The place of a short link: each letter has three bits of the longitude and three of the latitude, in turn.
  private static func short(_ code: Substring) -> (latitude: Double, longitude: Double)? {
    var (x, y, bits) = (UInt64(0), UInt64(0), 0)
    // Old links have @ for ~; - or = behind the letters says how near the map is.
    for letter in code where letter != "-" && letter != "=" {
      guard bits < 30, let value = letters.firstIndex(of: letter == "@" ? "~" : letter) else { return nil }
      for bit in stride(from: 5, to: 0, by: -2) {
        x = x << 1 | UInt64(value >> bit & 1)
        y = y << 1 | UInt64(value >> (bit - 1) & 1)
      }
      bits += 3
    }
    guard bits > 0 else { return nil }
    let side = Double(UInt64(1) << bits)
    return (Double(y) * 180 / side - 90, Double(x) * 360 / side - 180)
  }
}
