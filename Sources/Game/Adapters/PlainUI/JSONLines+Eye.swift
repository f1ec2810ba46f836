package import Eye
internal import GeoFormats
internal import Geodesy

extension JSONLines {
  /// The lines of what the eye shows: one about the picture, then one for each sight: `trove eye --json`.
  package static func lines(for screen: EyeScreen) -> [String] {
    [line(forPicture: screen)] + screen.sights.map(line)
  }

  private static func line(forPicture screen: EyeScreen) -> String {
    var line = JSONText()
    line.add("heading_deg", screen.camera.heading.degrees, decimals: 6)
    line.add("fov_deg", screen.camera.fieldOfView)
    line.add("pitch_deg", screen.camera.pitch)
    line.add("light", screen.light.rawValue)
    line.add("buildings", screen.surroundings.buildings.count)
    line.add("heights_estimated", screen.surroundings.buildings.count { !$0.isHeightKnown })
    if let leftOut = leftOut(screen.surroundings.leftOut) { line.add("left_out", leftOut) }
    for body in screen.bodies {
      var place = JSONText()
      place.add("bearing_deg", body.bearing.degrees, decimals: 3)
      place.add("elevation_deg", body.elevation, decimals: 3)
      line.add(body.body == .sun ? "sun" : "moon", place)
    }
    return line.text
  }

  /// `{"buildings": {"count": 1204, "beyond_m": 180}}`; `nil` if nothing is left out.
  private static func leftOut(_ leftOut: Surroundings.LeftOut) -> JSONText? {
    var all = JSONText()
    for (_, several, part) in leftOut.parts {
      var text = JSONText()
      text.add("count", part.count)
      if let beyond = part.beyond { text.add("beyond_m", beyond, decimals: 1) } else { text.addNull("beyond_m") }
      all.add(several, text)
    }
    return leftOut.parts.isEmpty ? nil : all
  }

  private static func line(for sight: EyeScreen.Sight) -> String {
    var line = JSONText()
    line.add("id", sight.id)
    line.add("name", sight.name)
    if let kind = sight.kind { line.add("kind", kind) }
    line.add("bearing_deg", sight.bearing.degrees, decimals: 6)
    line.add("elevation_deg", sight.elevation, decimals: 6)
    line.add("distance_m", sight.distance, decimals: 3)
    if let hidden = sight.hiddenBy { line.add("hidden_by", hidden) } else { line.addNull("hidden_by") }
    return line.text
  }
}
