import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Testing

private let script: [LocationUpdate] = [
  .searching(satellitesInView: 3),
  .fix(Fix(position: Coordinate(clampingLatitude: 1, wrappingLongitude: 2), time: .seconds(1))),
  .lost(reason: "unplugged"),
  .fix(Fix(position: Coordinate(clampingLatitude: 1, wrappingLongitude: 2), time: .seconds(1))),
]

@Suite("The contract of sensors")
struct LocationContractTests {
  @Test("a scripted location keeps it, whether it ends or stays silent", arguments: [true, false])
  func scriptedLocation(ends: Bool) async {
    let contract = LocationContract(atLeast: 4, kinds: [.fix, .searching, .lost], isRepeatable: true) {
      ScriptedLocation(script, ends: ends)
    }
    #expect(await contract.violations() == [])
  }

  @Test("a scripted heading keeps it", arguments: [true, false])
  func scriptedHeading(ends: Bool) async {
    let headings = [0.0, 90].map { Heading(bearing: Bearing(degrees: $0), source: .compass, uncertainty: 5) }
    let contract = HeadingContract(atLeast: 2, isRepeatable: true) { ScriptedHeading(headings, ends: ends) }
    #expect(await contract.violations() == [])
  }

  @Test("a clock that goes back, a missing loss and a stream that ends early are found")
  func badScripts() async {
    let backwards = LocationContract(atLeast: 4, kinds: [.fix, .lost]) {
      ScriptedLocation([
        script[1], .fix(Fix(position: Coordinate(clampingLatitude: 0, wrappingLongitude: 0), time: .zero)),
      ])
    }
    let violations = await backwards.violations()
    #expect(violations.contains { $0.contains("goes back") })
    #expect(violations.contains { $0.contains("no .lost") })
    #expect(violations.contains("2 updates instead of 4"))
  }

  @Test("a sensor that cannot be cancelled is found")
  func deafSensor() async {
    let deaf = LocationContract(atLeast: 1, patience: .milliseconds(300)) { DeafLocation() }
    #expect(await deaf.violations().contains("cancelling the consuming task does not end the stream"))
  }

  @Test("subscriptions that share one recording are found")
  func sharedRecording() async {
    let shared = LocationContract(atLeast: 4, isRepeatable: true, patience: .milliseconds(300)) {
      SharedLocation(script)
    }
    #expect(await shared.violations().isEmpty == false)
  }
}

/// A sensor that is stuck in a wait of its own, whatever its subscriber does.
private struct DeafLocation: DeviceLocation {
  func updates() -> AsyncStream<LocationUpdate> {
    AsyncStream {
      // A task of its own does not hear of the cancellation.
      await Task { try? await Task.sleep(for: .seconds(2)) }.value
      return script[1]
    }
  }
}

/// A sensor whose subscriptions take updates away from each other.
private struct SharedLocation: DeviceLocation {
  private let stream: AsyncStream<LocationUpdate>

  init(_ updates: [LocationUpdate]) { stream = ScriptedLocation(updates).updates() }

  func updates() -> AsyncStream<LocationUpdate> { stream }
}
