package import Eye
internal import GeoFormats
internal import Geodesy
internal import Sky

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
    for body in screen.bodies {
      var place = JSONText()
      place.add("bearing_deg", body.bearing.degrees, decimals: 3)
      place.add("elevation_deg", body.elevation, decimals: 3)
      line.add(body.body == .sun ? "sun" : "moon", place)
    }
    return line.text
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
