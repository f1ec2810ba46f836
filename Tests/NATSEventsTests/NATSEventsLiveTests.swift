import EventDomain
import Events
import HuntDomain
import HuntTesting
import NATSClient
import NATSEvents
import ProcessTesting
import Testing

@Suite("An event on NATS", .enabled(if: NATSServer.program != nil, "there is no nats-server"))
struct NATSEventsLiveTests {
  private let plan = EventPlan(id: EventID(chance: 1), name: "Spring", hunt: "Old Town", maxSpeed: 7)

  private func event(on server: NATSServer) async throws(EventTrouble) -> EventPlace {
    do throws(NATSError) {
      return NATSEvents.event(plan.id, over: try await NATSConnection.connect(NATSOptions(servers: [server.address])))
    } catch { throw .unreachable("\(error)") }
  }

  @Test("keeps what all places of events promise")
  func contract() async throws {
    let server = try NATSServer()
    try await server.start()
    let connection = try await NATSConnection.connect(NATSOptions(servers: [server.address]))
    try await NATSEvents.prepare(plan, over: connection)
    let contract = EventContract(try await event(on: server)) { () async throws(EventTrouble) in
      try await event(on: server)
    }
    let broken = await contract.check()
    #expect(broken.isEmpty, "\(broken)")
  }
}
