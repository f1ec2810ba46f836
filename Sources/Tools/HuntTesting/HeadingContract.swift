internal import HuntDomain
package import Nearby

/// The contract of every compass.
package struct HeadingContract: Sendable {
  private let stream: StreamContract<Heading>

  /// Creates the contract for the compasses that `make` makes; see ``LocationContract``.
  package init(
    atLeast count: Int, isRepeatable: Bool = false, patience: Duration = .seconds(20),
    make: @escaping @Sendable () -> any DeviceHeading
  ) {
    let sensor = make()
    stream = StreamContract(count: count, isRepeatable: isRepeatable, patience: patience) { sensor.headings() }
  }

  /// The promises that are broken, as sentences; none for a good compass.
  package func violations() async -> [String] { await stream.check().violations }
}
