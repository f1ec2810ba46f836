import Foundation
import ProcessTesting
import Testing

@Suite(
  "The page of an event that is hosted", .timeLimit(.minutes(10)),
  .enabled(
    if: HostedEvent.isPossible && HostedEvent.hasPage,
    "nats-server, libnats, openssl, curl or Leaflet is not installed"))
struct EventPageLiveTests {
  /// The stream of a page as far as it comes within two seconds.
  private func stream(of page: String) async throws -> String {
    try await Command.run("/usr/bin/env", ["curl", "-skN", "-m", "2", "\(page)events"]).output
  }

  @Test("shows finds and where players are, where positions are shared, and ends with the event")
  func shared() async throws {
    let event = try await HostedEvent("--share-positions")
    let host = try await event.host("--web", "0")
    #expect(event.said.hasPrefix("ready tls://"))
    let page = try #require(event.page)
    #expect(page.hasPrefix("http://127.0.0.1:") && page.hasSuffix("/"))
    let watching = Task {
      try await Command.run("/usr/bin/env", ["curl", "-sN", "-m", "100", "\(page)events"])
    }
    let played = try await event.play(try await event.invite("Ann", team: "Foxes"), walker: 1, as: "ann")
    #expect(played.status == 0, "\(played.error)")
    try await event.wait("a position") { try await stream(of: page).contains(#"{"people": [{"name": "Ann""#) }
    let late = try await event.play(try await event.invite("Ben", team: "Foxes"), walker: 2, as: "ben")
    #expect(late.status == 0, "\(late.error)")
    // At once: the last leaderboard has the last find all the same.
    let closed = try await event.trove("event", "close", event.folder.path)
    #expect(closed.status == 0, "\(closed.error)")
    _ = await host.ending()
    let seen = try await watching.value.output
    let last = try #require(seen.split(separator: "\n").last { $0.contains(#""closed": "#) })
    #expect(last.contains(#""closed": true"#) && last.contains(#""found": 20, "#), "\(last)")
    #expect(seen.contains(#""name": "Ann""#) && seen.contains(#""team": "Foxes""#) && seen.contains(#""closed": true"#))
  }

  @Test("shows no positions where they are not shared, and is encrypted where other computers may connect")
  func unshared() async throws {
    // An address of this computer that an event is not for this computer alone with.
    let event = try await HostedEvent("--address", "127.0.0.2:\(try freePortPair())")
    let host = try await event.host("--web", "0")
    let page = try #require(event.page)
    #expect(page.hasPrefix("https://127.0.0.2:"))
    let certificate = event.folder.appending(path: "tls/cert.pem").path
    let trusted = try await Command.run("/usr/bin/env", ["curl", "-s", "--cacert", certificate, page])
    #expect(trusted.status == 0 && trusted.output.contains("<title>"))
    let played = try await event.play(try await event.invite("Ann"), walker: 1, as: "ann")
    #expect(played.status == 0, "\(played.error)")
    try await event.wait("ten finds") { try await stream(of: page).contains(#""found": 10, "#) }
    let seen = try await stream(of: page)
    #expect(seen.contains(#"{"people": []}"#) && seen.contains(#""positions": false"#))
    #expect(await event.end(host).status == 0)
  }

  @Test("cannot be where another program is: the host says so and ends")
  func taken() async throws {
    let event = try await HostedEvent()
    let listener = try boundSocket(SOCK_STREAM)
    defer { close(listener) }
    listen(listener, 1)
    let port = "\(localPort(listener))"
    let refused = try await event.trove("event", "host", event.folder.path, "--web", port)
    #expect(refused.status == 75 && refused.output.isEmpty)
    #expect(refused.error.contains("port \(port) is used by another program"))
    let wrong = try await event.trove("event", "host", event.folder.path, "--web", "65536")
    #expect(wrong.status == 64)
  }
}
