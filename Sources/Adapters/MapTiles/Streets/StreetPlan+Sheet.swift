internal import Geodesy
package import HuntDomain
package import Views

extension StreetPlan {
  /// Takes the ways, buildings and waters of a sheet, by their kinds of ground; everything else on it is no obstacle.
  package mutating func take(_ sheet: MapSheet) {
    for shape in sheet.shapes {
      let lines = sheet.parts[shape.parts].lazy.map { sheet.places($0) }
      if shape.isArea, let kind = Barrier.Kind(shape.kind) {
        barriers.append(Barrier(kind, Array(lines)))
      } else if !shape.isArea, let kind = Way.Kind(shape.kind) {
        ways += lines.map { Way(kind, $0) }
      }
    }
  }
}

extension MapSheet {
  fileprivate func places(_ part: Range<Int32>) -> [Coordinate] {
    points[Int(part.lowerBound)..<Int(part.upperBound)].map { point in
      MercatorPoint(x: origin.x + Double(point.x) * unit, y: origin.y + Double(point.y) * unit).coordinate
    }
  }
}

extension Way.Kind {
  /// Nothing for ground that is no way.
  fileprivate init?(_ kind: GroundKind) {
    switch kind {
    case .pier: self = .footway
    case .path: self = .path
    case .service: self = .service
    case .street: self = .street
    case .road: self = .road
    case .highway: self = .motorway
    default: return nil
    }
  }
}

extension Barrier.Kind {
  /// Nothing for ground that one can cross.
  fileprivate init?(_ kind: GroundKind) {
    switch kind {
    case .building: self = .building
    case .water: self = .water
    default: return nil
    }
  }
}
