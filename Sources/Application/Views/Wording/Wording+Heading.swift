internal import Geodesy
package import HuntDomain

extension Wording {
  /// The heading with its uncertainty and its source: `45° NE ±12° course`; if it is less certain than ±90°, what
  /// helps.
  package static func heading(_ heading: Heading?) -> String {
    guard let heading else { return "heading unknown: walk ten metres, or press o when you face a place" }
    let sure = Int(heading.uncertainty.rounded())
    let dispute = heading.dispute.map { ", \(Int($0.rounded()))° off your course" } ?? ""
    guard let direction = heading.direction else {
      return "heading unsure ±\(sure)°\(dispute): walk ten metres, or press o when you face a place"
    }
    return "\(degrees(direction)) \(direction.compassPoint) ±\(sure)° \(heading.source.rawValue)\(dispute)"
  }
}
