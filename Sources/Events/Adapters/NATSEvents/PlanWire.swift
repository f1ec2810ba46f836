package import EventDomain
internal import HuntDomain
internal import Numbers

/// A plan as JSON has it.
package struct PlanMessage: Codable, Sendable {
  var id, name, hunt, scoring: String
  /// Milliseconds since 1970.
  var opens, ends: Int64?
  var starts: [Int64]?
  /// Seconds.
  var grace: Double
  /// Metres per second.
  var maxSpeed: Double
  var admitsSimulated: Bool
  /// Metres; seconds.
  var precision, retention: Double
  var sharesPositions: Bool

  /// The message of a plan.
  package init(_ plan: EventPlan) {
    (id, name, hunt, scoring) = (plan.id.text, plan.name, plan.hunt, plan.scoring.rawValue)
    (opens, ends) = (plan.opens?.milliseconds, plan.ends?.milliseconds)
    starts = plan.starts.isEmpty ? nil : plan.starts.map(\.milliseconds)
    (grace, maxSpeed, admitsSimulated) = (plan.grace / .seconds(1), plan.maxSpeed, plan.admitsSimulated)
    (precision, retention) = (plan.positions.precision, plan.positions.retention / .seconds(1))
    sharesPositions = plan.positions.areShared
  }

  /// The plan; `nil` if a value is out of its range.
  package var plan: EventPlan? {
    guard let id = EventID(id), let scoring = EventRules.Scoring(rawValue: scoring), (0...86_400).contains(grace),
      (0.1...1000).contains(maxSpeed), (0...100_000).contains(precision), (1...31_536_000).contains(retention)
    else { return nil }
    var plan = EventPlan(
      id: id, name: name, hunt: hunt, scoring: scoring, opens: opens.map { Timestamp(milliseconds: $0) },
      ends: ends.map { Timestamp(milliseconds: $0) }, grace: .seconds(grace), maxSpeed: maxSpeed,
      admitsSimulated: admitsSimulated,
      positions: EventPlan.PositionRules(
        precision: precision, retention: .seconds(retention), areShared: sharesPositions))
    plan.starts = (starts ?? []).map { Timestamp(milliseconds: $0) }
    return plan
  }
}
