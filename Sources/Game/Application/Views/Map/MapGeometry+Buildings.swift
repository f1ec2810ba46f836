package import Geodesy

extension MapGeometry {
  /// The zoom of tiles from which on buildings stand alone; maps of smaller scales join them to blocks.
  private static let leastZoom = 14

  /// The buildings in which a point lies, by their place among the shapes; `nil` if it is not on the sheet, or the sheet
  /// has no single buildings.
  package func buildings(at point: MercatorPoint) -> [Int]? {
    guard tile?.zoom ?? Self.leastZoom >= Self.leastZoom, unit > 0 else { return nil }
    let place = point.nearest(to: origin)
    let (x, y) = ((place.x - origin.x) / unit, (place.y - origin.y) / unit)
    guard let spot = Point(x, y), box.contains(spot) else { return nil }
    return shapes.indices.filter { index in
      shapes[index].box.contains(spot) && shapes[index].kind == .building && shapes[index].isArea
        && isInside(x, y, shapes[index])
    }
  }

  /// Whether a point lies inside of an area (even-odd).
  private func isInside(_ x: Double, _ y: Double, _ shape: Shape) -> Bool {
    var isInside = false
    for part in parts[shape.parts] {
      let ring = points[Int(part.lowerBound)..<Int(part.upperBound)]
      var last = ring.last
      for corner in ring {
        if let last, let crossing = EvenOdd.crossing(y, from: last.place, to: corner.place), x < crossing {
          isInside.toggle()
        }
        last = corner
      }
    }
    return isInside
  }
}

extension MapGeometry.Point {
  fileprivate var place: (x: Double, y: Double) { (Double(x), Double(y)) }

  /// The corner north-west of a place; `nil` if it is farther than units are counted.
  fileprivate init?(_ x: Double, _ y: Double) {
    guard let x = Int32(exactly: x.rounded(.down)), let y = Int32(exactly: y.rounded(.down)) else { return nil }
    self.init(x: x, y: y)
  }
}

extension MapGeometry.Box {
  fileprivate func contains(_ point: MapGeometry.Point) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }
}
