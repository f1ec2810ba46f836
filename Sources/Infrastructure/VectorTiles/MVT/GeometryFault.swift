/// What can be wrong with the geometry of one feature.
enum GeometryFault: Error, CustomStringConvertible {
  case empty, cut, badNumber, badCommand, badCount, outOfReach, noLength, fewPoints, tooMany

  var description: String {
    switch self {
    case .empty: "a geometry without a point"
    case .cut: "a geometry ends too early"
    case .badNumber: "a geometry has a number longer than 32 bits"
    case .badCommand: "a geometry has a command where it may not be"
    case .badCount: "a geometry has a command with a wrong count"
    case .outOfReach: "a geometry leaves the range of 32 bits"
    case .noLength: "a line of no length"
    case .fewPoints: "a ring of fewer than three points"
    case .tooMany: "a geometry of too many points"
    }
  }
}
