import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Simulation
import Testing
import WalkerLocation

private let start = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

/// A walker who stands for five minutes.
private func walker(_ preset: ErrorPreset = .none) -> WalkerLocation {
  WalkerLocation(
    Itinerary(start: start, steps: [.pause(.seconds(300))]), receiver: SimulatedReceiver(preset, seed: 3),
    pace: .unpaced)
}

private func updates(_ location: some DeviceLocation) async -> [LocationUpdate] {
  await location.updates().reduce(into: []) { $0.append($1) }
}

@Suite("FaultyLocation")
struct FaultyLocationTests {
  @Test("keeps the contract of locations, whatever goes wrong", arguments: ErrorPreset.allCases)
  func contract(preset: ErrorPreset) async throws {
    let scenario = try FaultScenario(
      text: "at 00:05 lose fix for 20s; at 00:40 flood 25 Hz for 20s; at 01:20 clock back 1s; every 02:00 jump 200 m")
    let contract = LocationContract(atLeast: 300, isRepeatable: true) { FaultyLocation(walker(preset), scenario) }
    #expect(await contract.violations() == [])
  }

  @Test("before and after its faults a source is what it was; without faults always")
  func unchanged() async throws {
    let truth = await updates(walker())
    let faulty = await updates(FaultyLocation(walker(), try FaultScenario(text: "at 00:10 lose fix for 10s")))
    #expect(truth.count == 301 && faulty.count == 301)
    for (second, (one, other)) in zip(truth, faulty).enumerated() {
      let isLost = (10..<20).contains(second)
      #expect((one == other) == !isLost, "\(second)")
      if isLost, case .searching = other { continue }
      #expect(!isLost, "\(second): \(other)")
    }
    #expect(await updates(FaultyLocation(walker(), FaultScenario([]))) == truth)
  }

  @Test("a fault may take reports away and add some")
  func counts() async throws {
    let silent = await updates(FaultyLocation(walker(), try FaultScenario(text: "at 00:10 silence for 30s")))
    #expect(silent.count == 301 - 30)
    let flooded = await updates(FaultyLocation(walker(), try FaultScenario(text: "at 00:10 flood 10 Hz for 20s")))
    #expect(flooded.count > 301 + 150)
    let fixes = flooded.compactMap(\.fix?.time)
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("a walker's receiver under trees loses its fix at times, and says so")
  func preset() async throws {
    let indoors = await updates(walker(.indoors))
    #expect(indoors.contains { if case .searching = $0 { true } else { false } })
    #expect(indoors.count == 301)
    let open = await updates(walker(.openSky)).compactMap(\.fix)
    let truth = await updates(walker()).compactMap(\.fix)
    let errors = zip(open, truth).map { $0.position.distance(to: $1.position) }.sorted()
    #expect(open.count > 290 && errors[errors.count / 2] > 0.3 && errors[errors.count / 2] < 10)
  }
}
