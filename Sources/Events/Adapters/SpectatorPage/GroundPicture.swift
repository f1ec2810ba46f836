internal import Geodesy
package import Views

/// Draws a map's ground as an SVG file without scripts, styles or external resources.
///
/// Each kind of ground is a class of its own, and so is each surface of areas, as `on-grass`; the page that shows it
/// gives them their colours, light or dark. The picture is flat as web maps are, so that it fits into its bounds on any
/// of them.
package enum GroundPicture {
  /// Units of the picture along its longer side: 10 cm for a map of 2 km.
  private static let units = 20_000.0

  /// The picture of a map; `nil` if there is nothing on it.
  package static func svg(_ map: BaseMap) -> String? {
    guard let frame = Frame(map) else { return nil }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ground\" viewBox=\"0 0 \(frame.width) \(frame.height)\">"
    ]
    if map.isSeaCharted {
      lines.append("<path class=\"sea\" d=\"M0 0h\(frame.width)v\(frame.height)H0z\"/>")
    }
    for geometry in map.geometries {
      for shape in geometry.shapes {
        let path = geometry.parts[shape.parts].map { part in
          frame.path(geometry.points[Int(part.lowerBound)..<Int(part.upperBound)], of: geometry, isArea: shape.isArea)
        }
        .joined()
        let surface = shape.kind.surface.map { " on-\($0)" } ?? ""
        let classes = "\(shape.kind) \(shape.isArea ? "area\(surface)" : "line")"
        lines.append("<path class=\"\(classes)\" d=\"\(path)\"/>")
      }
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The rectangle of the world that the picture shows.
  private struct Frame {
    let west, north, scale: Double
    let width, height: Int

    init?(_ map: BaseMap) {
      let sheets = map.geometries.filter { !$0.isEmpty }
      guard let west = sheets.map({ $0.origin.x + Double($0.box.left) * $0.unit }).min(),
        let north = sheets.map({ $0.origin.y + Double($0.box.top) * $0.unit }).min(),
        let east = sheets.map({ $0.origin.x + Double($0.box.right) * $0.unit }).max(),
        let south = sheets.map({ $0.origin.y + Double($0.box.bottom) * $0.unit }).max(),
        max(east - west, south - north) > 0
      else { return nil }
      (self.west, self.north) = (west, north)
      scale = units / max(east - west, south - north)
      width = max(1, Int(((east - west) * scale).rounded()))
      height = max(1, Int(((south - north) * scale).rounded()))
    }

    /// A ring or a row of points; corners that fall on the one before are left out.
    func path(_ points: ArraySlice<MapGeometry.Point>, of sheet: MapGeometry, isArea: Bool) -> String {
      var text = ""
      var last: (x: Int, y: Int)?
      for point in points {
        let x = Int(((sheet.origin.x + Double(point.x) * sheet.unit - west) * scale).rounded())
        let y = Int(((sheet.origin.y + Double(point.y) * sheet.unit - north) * scale).rounded())
        if let last {
          if last == (x, y) { continue }
          text += "l\(x - last.x) \(y - last.y)"
        } else {
          text += "M\(x) \(y)"
        }
        last = (x, y)
      }
      return text + (isArea ? "z" : "")
    }
  }
}
