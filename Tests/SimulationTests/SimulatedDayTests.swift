import Geodesy
import HuntDomain
import Numbers
import Simulation
import Testing

@Suite("SimulatedDay")
struct SimulatedDayTests {
  @Test(
    "begins at ten by the sun, on midsummer day of either half of the Earth",
    arguments: [
      (0.0, 0.0, "2026-06-21T10:00:00Z"), (48.4, 15.6, "2026-06-21T08:58:00Z"),
      (-34.6, -58.38, "2026-12-21T13:54:00Z"), (-18, 178, "2026-12-20T22:08:00Z"),
      (71, -180, "2026-06-21T22:00:00Z"), (-90, 0, "2026-12-21T10:00:00Z"),
    ])
  func morning(latitude: Double, longitude: Double, time: String) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(SimulatedDay.morning(at: place).description == time)
  }
}
