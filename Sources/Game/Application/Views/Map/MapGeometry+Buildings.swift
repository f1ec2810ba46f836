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
    guard box.contains(x, y) else { return nil }
    return shapes.indices.filter { index in
      let shape = shapes[index]
      return shape.kind == .building && shape.isArea && shape.box.contains(x, y) && isInside(x, y, shape)
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
}

extension MapGeometry.Box {
  fileprivate func contains(_ x: Double, _ y: Double) -> Bool {
    Double(left) <= x && x <= Double(right) && Double(top) <= y && y <= Double(bottom)
  }
}
