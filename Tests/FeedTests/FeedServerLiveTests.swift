import Foundation
import GPSDLocation
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Numbers
import ProcessTesting
import ReceiverFeed
import SystemKit
import Testing

/// A feed of the test's: a port that the system chose, and epochs that the test publishes.
func feedServer(_ targets: [NMEATarget] = [], onPort: Bool = true) throws -> FeedServer {
  var plan = FeedServer.Plan()
  plan.port = onPort ? 0 : nil
  plan.targets = targets
  return try FeedServer(plan) { 1_777_629_600_000 }
}

extension FeedServer {
  /// Publishes a walk again and again until the task is cancelled.
  func publish(
    _ walk: some Sequence<ReceiverEpoch> & Sendable, every pause: Duration = .milliseconds(20)
  ) -> Task<Void, Never> {
    Task.detached { [self] in
      while true {
        for epoch in walk {
          publish(epoch)
          if (try? await Task.sleep(for: pause)) == nil { return }
        }
      }
    }
  }

  /// Waits until so many listen; whether they do within a minute.
  func hasListeners(_ count: Int) async -> Bool { await comes { listeners == count } }
}

@Suite("A feed and its clients", .timeLimit(.minutes(5)))
struct FeedServerLiveTests {
  @Test("many clients hear the same epochs in the same order, whatever two hundred bad ones do beside them")
  func crowd() async throws {
    let server = try feedServer()
    let port = try #require(server.port)
    let walk = try FeedSamples.walk(60)
    let good = try (0..<20).map { _ in try Caller(port) }
    good.forEach { $0.watch() }
    #expect(await server.hasListeners(20))
    let stop = Guarded(false)
    let bad = Task.detached {
      await waiting { Self.misbehave(port, until: { stop.withLock { $0 } }) }
    }
    for epoch in walk {
      server.publish(epoch)
      try await Task.sleep(for: .milliseconds(10))
    }
    let expected = walk.map { "\(GPSDWriter.position($0, device: "/dev/trove").text)\r" }
    for caller in good {
      let heard = await waiting { (0..<60).map { _ in caller.line(of: "TPV") } }
      #expect(heard == expected)
    }
    stop.withLock { $0 = true }
    await bad.value
    server.close(grace: .zero)
  }

  /// Two hundred calls and more: floods, garbage, half requests, silence, and hanging up in the middle.
  ///
  /// Sixty at a time: a process has descriptors for a thousand, and both ends of every call are in this one.
  private static func misbehave(_ port: UInt16, until isOver: () -> Bool) {
    let deeds = [
      String(repeating: "?DEVICES;", count: 400), String(repeating: "\u{1}{?;", count: 3000), "?WATCH={\"enable\":tr",
      "?WATCH={\"enable\":true,\"json\":true,\"nmea\":true};", "", "GET / HTTP/1.0\r\n\r\n",
    ]
    var round = 0
    while round < 4 || !isOver() {
      var callers: [Caller] = []
      for number in 0..<60 {
        guard let caller = try? Caller(port) else { continue }
        caller.send(deeds[(number + round) % deeds.count])
        callers.append(caller)
      }
      for (number, caller) in callers.enumerated() where number % 3 == 0 { caller.reset() }
      usleep(50_000)
      round += 1
    }
  }

  @Test("two hundred clients at once are all served")
  func twoHundred() async throws {
    let server = try feedServer()
    let port = try #require(server.port)
    let callers = try (0..<200).map { _ in try Caller(port) }
    callers.forEach { $0.watch() }
    #expect(await server.hasListeners(200))
    let epoch = try FeedSamples.paris()
    server.publish(epoch)
    let expected = "\(GPSDWriter.position(epoch, device: "/dev/trove").text)\r"
    for caller in callers { #expect(await waiting { caller.line(of: "TPV") } == expected) }
    server.close(grace: .zero)
  }

  @Test("a client that never reads is dropped, and the others hear everything")
  func neverReads() async throws {
    let server = try feedServer()
    let port = try #require(server.port)
    let deaf = try Caller(port, hasSmallWindow: true)
    deaf.watch()
    let good = try Caller(port)
    good.watch()
    #expect(await server.hasListeners(2))
    let walk = try FeedSamples.walk(100)
    let heard = Guarded(0)
    let reader = Task.detached {
      await waiting { while good.line(of: "TPV") != nil { heard.withLock { $0 += 1 } } }
    }
    var published = 0
    while server.listeners == 2, published < 10_000 {
      server.publish(walk[published % walk.count])
      published += 1
      // The good client reads on a machine that may be busy: it is never so far behind that it would be dropped.
      let isHeard = await comes { published - heard.withLock { $0 } < 50 }
      try #require(isHeard)
    }
    #expect(await server.hasListeners(1))
    server.close(grace: .seconds(20))
    await reader.value
    #expect(heard.withLock { $0 } == published)
    withExtendedLifetime(deaf) {}
  }

  @Test("an endless request and a browser's call end with the line cut")
  func cutLines() async throws {
    let server = try feedServer()
    let port = try #require(server.port)
    for deed in [String(repeating: "x", count: 5000), String(repeating: "Host: a\r\n", count: 20)] {
      let caller = try Caller(port)
      caller.send(deed)
      let isCut = await waiting {
        while caller.line() != nil {}
        return true
      }
      #expect(isCut)
    }
    server.close(grace: .zero)
  }

  @Test("a port that is taken is said to be taken")
  func takenPort() throws {
    let first = try feedServer()
    defer { first.close(grace: .zero) }
    var plan = FeedServer.Plan()
    plan.port = first.port
    do {
      try FeedServer(plan) { 1 }.close()
      Issue.record("two feeds on one port")
    } catch {
      #expect(error.description.contains("is in use"))
    }
  }

  @Test("our own adapter hears the walk as it was published")
  func adapter() async throws {
    let server = try feedServer()
    let port = try #require(server.port)
    let walk = try FeedSamples.walk(400, step: .milliseconds(200))
    let publisher = server.publish(walk)
    let location = GPSDLocation(try GPSDAddress(parsing: "127.0.0.1:\(port)"))
    var heard = 0
    for await update in location.updates() {
      guard let fix = update.fix, let utc = fix.utc else { continue }
      let epoch = try #require(walk.first { $0.time == utc.milliseconds })
      let place = try #require(epoch.position)
      #expect(fix.position.distance(to: place) < 0.001)
      #expect(fix.mode == .threeD && fix.altitude == 520 && fix.speed == 1.5)
      heard += 1
      if heard == 30 { break }
    }
    publisher.cancel()
    #expect(heard == 30)
    var headings = GPSDHeading(try GPSDAddress(parsing: "127.0.0.1:\(port)")).headings().makeAsyncIterator()
    let second = server.publish(walk)
    let heading = await headings.next()
    #expect(heading?.bearing.degrees == 44)
    second.cancel()
    server.close(grace: .zero)
  }
}
