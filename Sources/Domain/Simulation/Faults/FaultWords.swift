/// The words that faults begin with.
package enum FaultWords: String, CaseIterable {
  case lose, silence, stall, duplicate, flood, freeze, null, jump, drift, flat = "2d", accuracy, altitude, speed,
    course,
    satellites, clock

  /// All faults, as somebody writes them.
  package static let list =
    "lose fix, silence, stall, duplicate, flood, freeze, null island, jump, drift, 2d, accuracy, altitude, speed, "
    + "course, satellites and clock"
}
