import Foundation
import GPSDLocation
import HuntDomain
import Nearby
import ProcessTesting
import SystemKit
import Testing

/// A gpsd on the loopback interface that does what the test says, connection by connection.
private final class FakeGPSD: Sendable {
  enum Step: Sendable {
    case send(String)
    case hold(Duration)
    case reset
  }

  static let version = #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"# + "\r\n"

  let port: UInt16
  let commands = Guarded<[String]>([])
  private let listener: CInt
  private let scripts: [[Step]]

  /// Plays one script in each connection, the last one for ever.
  init(_ scripts: [[Step]]) throws {
    listener = try boundSocket(SOCK_STREAM)
    listen(listener, 16)
    port = localPort(listener)
    self.scripts = scripts
    let (listener, scripts) = (listener, scripts)
    Thread.detachNewThread { [weak self] in
      for number in 0... {
        let connection = nextCaller(of: listener)
        // Closed by whoever waits for callers, and only after the shutdown below: else the next server could have its
        // number, and share its callers or be shut down.
        guard connection >= 0 else { return _ = close(listener) }
        let script = scripts[min(number, scripts.count - 1)]
        Thread.detachNewThread { [weak self] in Self.play(script, on: connection) { self?.note($0) } }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  var address: GPSDAddress { get throws { try GPSDAddress(parsing: "127.0.0.1:\(port)") } }

  /// One report of a position, `step` metres and seconds along.
  static func tpv(_ step: Int) -> String {
    #"{"class":"TPV","device":"/dev/x","mode":3,"time":"2024-05-01T10:\#(String(format: "%02d:%02d", step / 60 % 60, step % 60)).000Z","#
      + #""lat":\#(48 + Double(step) / 100_000),"lon":11.5,"eph":5.0}"# + "\r\n"
  }

  /// A good connection: a fix every tenth of a second for a minute.
  static let good: [Step] = [.send(version)] + (0..<600).flatMap { [.send(tpv($0)), .hold(.milliseconds(100))] }

  private func note(_ command: String) { commands.withLock { $0.append(command) } }

  private static func play(_ script: [Step], on connection: CInt, note: (String) -> Void) {
    defer { close(connection) }
    for step in script {
      switch step {
      case .send(let text):
        let bytes = Array(text.utf8)
        if send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < bytes.count { return }
      case .hold(let duration): usleep(UInt32(duration / .microseconds(1)))
      case .reset:
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      }
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { note(String(decoding: buffer[..<count], as: UTF8.self)) }
      if count == 0 { return }
    }
  }
}

@Suite("With a hostile gpsd", .timeLimit(.minutes(5)))
struct GPSDHostileLiveTests {
  /// A timing in a hurry.
  private static let hurry = {
    var timing = GPSDTiming()
    (timing.silence, timing.connecting, timing.greeting) = (.milliseconds(300), .milliseconds(500), .milliseconds(500))
    (timing.firstRetry, timing.longestRetry) = (.milliseconds(20), .milliseconds(100))
    // Newest wins, and the tests beside this one may keep its thread busy: here nothing may get lost meanwhile.
    timing.buffer = 100_000
    return timing
  }()

  private static let half = String(FakeGPSD.tpv(1).prefix(60))

  /// A connection that brings no fix.
  private struct BadConnection: CustomTestStringConvertible {
    let testDescription: String
    let script: [FakeGPSD.Step]

    init(_ name: String, _ script: FakeGPSD.Step...) { (testDescription, self.script) = (name, script) }
  }

  @Test(
    "whatever the first connection brings, it is a loss, and the next one brings fixes",
    arguments: [
      BadConnection("closes at once"),
      BadConnection("resets", .reset),
      BadConnection("says nothing", .hold(.seconds(2))),
      BadConnection("greets and hangs up", .send(FakeGPSD.version)),
      BadConnection("garbage", .send(String(repeating: "\u{1}}{\"class\"\n:[", count: 3000)), .hold(.seconds(1))),
      BadConnection("half a line", .send(FakeGPSD.version + half), .hold(.seconds(1))),
      BadConnection("half a line and its end", .send(half)),
      BadConnection(
        "a line of 30 kB", .send(FakeGPSD.version + String(repeating: "x", count: 30_000) + "\n"), .hold(.seconds(1))),
      BadConnection("a line without an end", .send(FakeGPSD.version), .send(String(repeating: "{", count: 300_000))),
      BadConnection("a line that hangs libgps", .send(#"{x"class":"VERSION"}"# + "\n"), .hold(.seconds(1))),
      BadConnection("an HTTP server", .send("HTTP/1.1 400 Bad Request\r\n\r\n")),
      BadConnection("greetings only", .send(String(repeating: FakeGPSD.version, count: 20)), .hold(.seconds(1))),
    ])
  private func recovery(from bad: BadConnection) async throws {
    let server = try FakeGPSD([bad.script, FakeGPSD.good])
    let recorder = Recorder(GPSDLocation(try server.address, timing: Self.hurry).updates())
    let lost = try #require(await recorder.first { $0.lossReason != nil })
    #expect(!recorder.updates[...lost].contains { $0.isFix })
    let found = await recorder.first(from: lost) { $0.isFix }
    #expect(found != nil, "\(recorder.updates)")
    recorder.cancel()
    #expect(await recorder.ends())
  }

  @Test("absurd numbers are no fixes; the receiver is searching")
  func absurdNumbers() async throws {
    let reports = [
      #""mode":3,"lat":NaN,"lon":1"#, #""mode":3,"lat":1e999,"lon":1"#, #""mode":3,"lat":1,"lon":1e300"#,
      #""mode":3,"time":"2024-05-01T10:00:00Z""#, #""mode":99999999999999999999,"lat":1,"lon":1"#,
    ].map { #"{"class":"TPV",\#($0)}"# + "\n" }.joined()
    let server = try FakeGPSD([[.send(FakeGPSD.version + reports), .hold(.seconds(1))]])
    let recorder = Recorder(GPSDLocation(try server.address, timing: Self.hurry).updates())
    #expect(await recorder.first { $0.lossReason != nil } != nil)
    #expect(recorder.updates.contains { $0.isSearching })
    #expect(!recorder.updates.contains { $0.isFix })
  }

  @Test("bytes that drip in one by one are reports all the same")
  func drip() async throws {
    let bytes = (FakeGPSD.version + FakeGPSD.tpv(1)).flatMap { [FakeGPSD.Step.send("\($0)"), .hold(.milliseconds(1))] }
    let server = try FakeGPSD([bytes + [.hold(.seconds(1))]])
    var timing = Self.hurry
    (timing.greeting, timing.silence) = (.seconds(20), .seconds(20))
    let recorder = Recorder(GPSDLocation(try server.address, timing: timing).updates())
    #expect(await recorder.first { $0.isFix } != nil)
  }

  @Test("a flood is thinned out and does not grow")
  func flood() async throws {
    let block = (0..<500).map(FakeGPSD.tpv).joined()
    let server = try FakeGPSD([[.send(FakeGPSD.version)] + Array(repeating: .send(block), count: 100_000)])
    let recorder = Recorder(GPSDLocation(try server.address).updates())
    #expect(await recorder.first { $0.isFix } != nil)
    // And the flood goes on for a while.
    try await Task.sleep(for: .seconds(1))
    recorder.cancel()
    let fixes = recorder.updates.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    #expect(!fixes.isEmpty)
    // One in 20 ms at most, by the clock of the fixes themselves.
    #expect(Double(fixes.count) <= 2 + (fixes.last?.time ?? .zero) / .milliseconds(19))
    #expect(fixes.map(\.time) == fixes.map(\.time).sorted())
  }

  @Test("cancelling ends a subscription wherever it is, and gpsd is told")
  func goodbye() async throws {
    let server = try FakeGPSD([FakeGPSD.good])
    let recorder = Recorder(GPSDLocation(try server.address).updates())
    _ = await recorder.first { $0.isFix }
    recorder.cancel()
    #expect(await recorder.ends())
    for _ in 0..<500 where !server.commands.withLock({ $0.joined().contains(#"?WATCH={"enable":false}"#) }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(server.commands.withLock { $0.joined().contains(#"?WATCH={"enable":false}"#) })
  }

  @Test("cancelling does not wait for a host that swallows packets, or for one that nobody knows")
  func unreachable() async throws {
    // A listener that accepts nothing and whose queue is full answers no more than a dead host.
    let listener = try boundSocket(SOCK_STREAM)
    defer { close(listener) }
    listen(listener, 0)
    let port = localPort(listener)
    let crowd = try (0..<4).map { _ in try connecting(to: port) }
    defer { crowd.forEach { close($0) } }
    for host in ["127.0.0.1:\(port)", "no-such-host.invalid"] {
      let recorder = Recorder(GPSDLocation(try GPSDAddress(parsing: host)).updates())
      try await Task.sleep(for: .milliseconds(50))
      recorder.cancel()
      #expect(await recorder.ends())
    }
    let recorder = Recorder(GPSDLocation(try GPSDAddress(parsing: "127.0.0.1:\(port)"), timing: Self.hurry).updates())
    #expect(await recorder.first { $0.lossReason == "gpsd at 127.0.0.1:\(port) does not answer" } != nil)
  }

  private func connecting(to port: UInt16) throws -> CInt {
    let descriptor = newSocket(SOCK_STREAM, SOCK_NONBLOCK)
    var address = loopback(port)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }
}
