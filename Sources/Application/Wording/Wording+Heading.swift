internal import Geodesy
package import HuntDomain

extension Wording {
  /// Who says where the player looks, and how sure that is: `45° NE ±12° course`.
  package static func heading(_ heading: Heading?) -> String {
    guard let heading else { return "heading unknown: walk a few steps, or turn with a and d" }
    let sure = Int(heading.uncertainty.rounded())
    return "\(degrees(heading.bearing)) \(heading.bearing.compassPoint) ±\(sure)° \(heading.source.rawValue)"
  }
}
