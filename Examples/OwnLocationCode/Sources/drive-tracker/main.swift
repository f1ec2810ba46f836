import DistanceTracker
import TroveSimulation

// A walk through a street between high houses, through a tunnel, and past a mirror that throws the position 300 m away.
let walk = try SimulatedWalk(
  along: [
    Coordinate(48.1402, 11.5600), Coordinate(48.1374, 11.5755), Coordinate(48.1391, 11.5802),
  ],
  receiver: Receiver(
    in: .canyon, seed: 7,
    faults: try Faults("at 02:00 lose fix for 60s; every 05:00 jump 300 m toward 90 for 10s")))

for isNaive in [true, false] {
  var tracker = DistanceTracker(isNaive: isNaive)
  let clock = VirtualClock(participants: 1)
  for await report in walk.reports(on: clock) {
    guard let position = report.position else { continue }
    tracker.receive(
      latitude: position.latitude, longitude: position.longitude, accuracy: position.accuracy,
      seconds: clock.now.offset / .seconds(1))
  }
  let error = (tracker.metres / walk.length - 1) * 100
  print(
    "\(isNaive ? "naive" : "careful"): \(Int(tracker.metres)) m of \(Int(walk.length)) m, \(Int(error)) % off"
  )
}
