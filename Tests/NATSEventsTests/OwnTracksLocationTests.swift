import Foundation
import Geodesy
import HuntDomain
import HuntTesting
import NATSEvents
import Nearby
import Numbers
import Testing

@Suite("A phone with OwnTracks as a receiver")
struct OwnTracksLocationTests {
  private static let now: Int64 = 1_795_000_000

  private static func message(_ seconds: Int64, latitude: Double = 1.5, _ more: String = "") -> [UInt8] {
    Array(#"{"_type":"location","lat":\#(latitude),"lon":-7.25,"tst":\#(now + seconds)\#(more)}"#.utf8)
  }

  /// A phone that has sent these messages, and says nothing more.
  private static func phone(_ messages: [[UInt8]], clock: any Clock<Duration> = TestClock()) -> OwnTracksLocation {
    OwnTracksLocation(
      {
        AsyncStream { continuation in for message in messages { continuation.yield(message) } }
      }, clock: clock, now: { Timestamp(milliseconds: now * 1000) })
  }

  /// What it says of messages, without the search before.
  private func updates(_ messages: [UInt8]..., count: Int) async -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    for await update in Self.phone(messages).updates() {
      updates.append(update)
      if updates.count > count { break }
    }
    #expect(updates.first == .searching(satellitesInView: nil))
    return Array(updates.dropFirst())
  }

  @Test("keeps what all receivers promise")
  func contract() async {
    let contract = LocationContract(atLeast: 4, kinds: [.searching, .fix], isRepeatable: true) {
      Self.phone([Self.message(0), Self.message(1), Self.message(20)])
    }
    #expect(await contract.violations() == [])
  }

  @Test("gives all that the phone says, in the units of a fix")
  func whole() async throws {
    let update = try #require(
      await updates(Self.message(-3, #","acc":4,"alt":120,"vel":36,"cog":90,"batt":50,"tid":"AN""#), count: 1).first)
    let fix = try #require(update.fix)
    #expect(fix.position == Coordinate(latitude: 1.5, longitude: -7.25))
    #expect(fix.time == .zero && fix.utc == Timestamp(milliseconds: (Self.now - 3) * 1000))
    #expect(fix.mode == .threeD && fix.altitude == 120 && fix.speed == 10 && fix.course == Bearing(degrees: 90))
    // The circle of 68 of 100 errors is smaller than that of 95.
    let accuracy = try #require(fix.accuracy)
    #expect(abs(accuracy - 6.49) < 0.01 && fix.accuracySource == .receiver)
  }

  @Test(
    "knows no course, speed, height or accuracy that a phone does not know",
    arguments: [#","acc":0,"vel":-1,"cog":-1"#, ""])
  func unknown(more: String) async {
    let fix = await updates(Self.message(0, more), count: 1).first?.fix
    #expect(fix != nil && fix?.mode == .twoD)
    #expect(fix?.accuracy == nil && fix?.speed == nil && fix?.course == nil && fix?.altitude == nil)
  }

  @Test("takes each position once, in the order of time, and counts time by the phone's clock")
  func order() async {
    let fixes = await updates(
      Self.message(-10), Self.message(-10, latitude: 2), Self.message(-11), Self.message(-4), Self.message(1), count: 3)
    #expect(fixes.map { $0.fix?.time } == [.zero, .seconds(6), .seconds(11)])
    #expect(fixes.allSatisfy { $0.fix?.position.latitude == 1.5 })
  }

  @Test("does not believe a position of another time than now, and says so once", arguments: [-3600, -61, 61, 3600])
  func old(seconds: Int64) async {
    let said = await updates(
      Self.message(seconds), Self.message(seconds + (seconds > 0 ? 1 : -1)), Self.message(0), count: 2)
    guard case .lost(let reason) = said.first else {
      Issue.record("\(said)")
      return
    }
    #expect(reason.contains("\(abs(seconds)) s") && reason.contains("clock"))
    #expect(said.last?.fix?.time == .zero)
  }

  @Test(
    "does not hear what is no position",
    arguments: [
      "", "{}", "[1", #"{"_type":"lwt","tst":1795000000}"#, #"{"_type":"location","lat":91,"lon":0,"tst":1795000000}"#,
      #"{"_type":"location","lat":1e999,"lon":0,"tst":1795000000}"#,
      #"{"_type":"location","lat":1,"lon":0,"tst":-9223372036854775808}"#,
      #"{"_type":"location","lat":1,"lon":0,"tst":9223372036854775807}"#,
      #"{"_type":"location","lat":1,"lon":0,"tst":1.5e300}"#, #"{"_type":"location","lat":1,"lon":0}"#,
    ])
  func nothing(text: String) async {
    let said = await updates(Array(text.utf8), Self.message(0), count: 1)
    #expect(said.map { $0.fix?.position.latitude } == [1.5])
  }

  @Test("is lost after a minute without a position, and is there again with the next one")
  func silence() async {
    let clock = TestClock()
    let (messages, send) = AsyncStream.makeStream(of: [UInt8].self)
    let phone = OwnTracksLocation({ messages }, clock: clock, now: { Timestamp(milliseconds: Self.now * 1000) })
    var updates = phone.updates().makeAsyncIterator()
    #expect(await updates.next() == .searching(satellitesInView: nil))
    for second in [0, 1] as [Int64] {
      await clock.sleeper()
      clock.advance(by: OwnTracksLocation.silence)
      guard case .lost(let reason) = await updates.next() else {
        Issue.record("it is not lost")
        return
      }
      #expect(reason.contains("your phone"))
      send.yield(Self.message(second))
      #expect(await updates.next()?.fix?.time == .seconds(second))
    }
  }
}
