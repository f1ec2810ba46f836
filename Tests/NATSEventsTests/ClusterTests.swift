import EventDomain
import EventHost
import Events
import Foundation
import NATSEvents
import ProcessTesting
import Testing

@Suite("A cluster of servers")
struct ClusterTests {
  @Test("is refused where servers may promise a prize twice, and the event keeps the servers that it had")
  func oldServer() async throws {
    let path = NSTemporaryDirectory() + "trove-cluster-\(UUID().uuidString)"
    let program = path + "-server"
    defer { for file in [path, program] { try? FileManager.default.removeItem(atPath: file) } }
    try await Script.write("echo 'nats-server: v2.9.10'", to: program)
    let plan = EventPlan(id: EventID(chance: 7), name: "Spring", hunt: "Old Town", maxSpeed: 7)
    let folder = try EventFolder.create(
      at: path, plan, hunt: "{}", map: nil, address: .init(host: "127.0.0.1", port: 4222, isOpen: false)
    ) { count in [UInt8](repeating: 1, count: count) }
    var environment = ProcessInfo.processInfo.environment
    environment["TROVE_NATS_SERVER"] = program
    let server = EventServer(folder.with(nodes: 3), environment: environment) { 0 }
    #expect {
      try server.start()
    } throws: { error in
      "\(error)".contains("nats-server 2.9.10 may promise a prize twice")
    }
    #expect(try EventFolder(path: path).nodes == 1)
    try folder.with(nodes: 3).save()
    #expect(try EventFolder(path: path).servers == ["127.0.0.1:4222", "127.0.0.1:4225", "127.0.0.1:4228"])
  }

  @Test(
    "starts a server again that was killed as soon as it ran", .enabled(if: hasProgram("openssl"), "no openssl"),
    .timeLimit(.minutes(1)))
  func killedAtOnce() async throws {
    let path = NSTemporaryDirectory() + "trove-cluster-\(UUID().uuidString)"
    let program = path + "-server"
    defer { for file in [path, program] { try? FileManager.default.removeItem(atPath: file) } }
    try await Script.write(
      """
      [ "$1" = -c ] || exec echo 'nats-server: v2.15.0'
      echo $$ > "${2%.conf}.pid"
      mkdir "\(path)/first" 2> /dev/null && kill -9 $$
      mkdir "\(path)/second"
      exec sleep 100
      """, to: program)
    let plan = EventPlan(id: EventID(chance: 7), name: "Spring", hunt: "Old Town", maxSpeed: 7)
    let folder = try EventFolder.create(
      at: path, plan, hunt: "{}", map: nil,
      address: .init(host: "127.0.0.1", port: Int(try freePortPair()), isOpen: false)
    ) { count in [UInt8](repeating: 1, count: count) }
    var environment = ProcessInfo.processInfo.environment
    environment["TROVE_NATS_SERVER"] = program
    let server = EventServer(folder, environment: environment) { 0 }
    try server.start()
    defer { server.stop() }
    while !FileManager.default.fileExists(atPath: path + "/second"), server.trouble == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(server.trouble == nil)
  }
}
