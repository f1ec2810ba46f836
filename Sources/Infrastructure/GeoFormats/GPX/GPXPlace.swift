/// Where in a GPX document the parser stands.
enum GPXPlace: UInt8 {
  case document, gpx, metadata, waypoint, route, routePoint, track, segment, trackPoint
  /// Inside `<extensions>` of a point, and inside Garmin's extension in there.
  case extensions, garmin
  /// Inside an element whose text counts.
  case field
  /// Inside Groundspeak's extension of a waypoint, its log book, one entry of it, and an element of those whose text
  /// counts.
  case cache, cacheLogs, cacheLog, cacheField

  /// What the GPX element `name` is inside `parent`, if it has a meaning there.
  init?(_ name: String, in parent: GPXPlace) {
    switch (parent, name) {
    case (.gpx, "wpt"): self = .waypoint
    case (.gpx, "rte"): self = .route
    case (.gpx, "trk"): self = .track
    case (.gpx, "metadata"): self = .metadata
    case (.route, "rtept"): self = .routePoint
    case (.track, "trkseg"): self = .segment
    case (.segment, "trkpt"): self = .trackPoint
    case (.waypoint, "extensions"), (.routePoint, "extensions"), (.trackPoint, "extensions"): self = .extensions
    default: return nil
    }
  }

  /// Whether coordinates belong to this element.
  var isPoint: Bool { self == .waypoint || self == .routePoint || self == .trackPoint }
}

/// The elements whose text counts.
enum GPXField: UInt8 {
  case name, comment, description, symbol, type
  case elevation, time, speed, course, dilution

  /// The element as the file writes it.
  var element: String {
    switch self {
    case .name: "name"
    case .comment: "cmt"
    case .description: "desc"
    case .symbol: "sym"
    case .type: "type"
    case .elevation: "ele"
    case .time: "time"
    case .speed: "speed"
    case .course: "course"
    case .dilution: "hdop"
    }
  }

  /// The field that a child element of `parent` holds, if its text counts.
  init?(_ name: String, in parent: GPXPlace) {
    switch parent {
    case .gpx, .metadata, .route, .track:
      guard name == "name" else { return nil }
      self = .name
    case .extensions, .garmin:
      guard let field = Self.motion(name) else { return nil }
      self = field
    case .waypoint, .routePoint, .trackPoint:
      guard let field = Self.ofPoint(name) ?? Self.motion(name) else { return nil }
      self = field
    case .document, .segment, .field, .cache, .cacheLogs, .cacheLog, .cacheField: return nil
    }
  }

  private static func motion(_ name: String) -> GPXField? {
    switch name {
    case "speed": .speed
    case "course": .course
    default: nil
    }
  }

  private static func ofPoint(_ name: String) -> GPXField? {
    switch name {
    case "ele": .elevation
    case "time": .time
    case "hdop": .dilution
    case "name": .name
    case "cmt": .comment
    case "desc": .description
    case "sym": .symbol
    case "type": .type
    default: nil
    }
  }
}
