internal import HuntDomain
package import Nearby

/// The contract of every location sensor, adapter or double; checked through the port only.
///
/// ```swift
/// #expect(await LocationContract(atLeast: 3) { ScriptedLocation(walk) }.violations() == [])
/// ```
package struct LocationContract: Sendable {
  /// The kinds of update there are.
  package enum Kind: String, Hashable, Sendable {
    case fix, searching, lost, receiver

    /// The kind of an update.
    package init(_ update: LocationUpdate) {
      switch update {
      case .fix: self = .fix
      case .searching: self = .searching
      case .lost: self = .lost
      case .receiver: self = .receiver
      }
    }
  }

  private let count: Int
  private let kinds: [Kind]
  private let isRepeatable: Bool
  private let patience: Duration
  private let make: @Sendable () -> any DeviceLocation

  /// Creates the contract for the sensors that `make` makes.
  ///
  /// Each subscription must bring `count` updates, among them one of each of `kinds`; those of a repeatable source
  /// are the same each time. `patience` bounds a hang, nothing else: no promise is about speed.
  package init(
    atLeast count: Int, kinds: [Kind] = [.fix], isRepeatable: Bool = false, patience: Duration = .seconds(20),
    make: @escaping @Sendable () -> any DeviceLocation
  ) {
    self.count = count
    self.kinds = kinds
    self.isRepeatable = isRepeatable
    self.patience = patience
    self.make = make
  }

  /// The promises that are broken, as sentences; none for a good sensor.
  package func violations() async -> [String] {
    let sensor = make()
    let stream = StreamContract(count: count, isRepeatable: isRepeatable, patience: patience) { sensor.updates() }
    let (updates, violations) = await stream.check()
    return violations + updates.flatMap(timeViolations) + (updates.first.map(missingKinds) ?? [])
  }

  private func timeViolations(_ updates: [LocationUpdate]) -> [String] {
    let times = updates.compactMap { if case .fix(let fix) = $0 { fix.time } else { nil } }
    let backwards = zip(times, times.dropFirst()).filter { $0 > $1 }
    return backwards.map { "time goes back, from \($0) to \($1)" }
      + times.filter { $0 < .zero }.map { "time \($0) is before the subscription" }
  }

  private func missingKinds(_ updates: [LocationUpdate]) -> [String] {
    kinds.filter { !updates.map(Kind.init).contains($0) }.map { "no .\($0.rawValue) among the updates" }
  }
}
