import Foundation
import GPSDLocation
import GeoFormats
import Geodesy
import HuntDomain
import Numbers
import ReceiverFeed
import Testing

@Suite("Reports that are written")
struct GPSDWriterTests {
  private func report(_ object: JSONText?) throws -> GPSDReport? {
    try GPSDReportReader().report(in: Array(#require(object).text.utf8))
  }

  @Test("libgps reads time, place, velocity and errors as they were")
  func libgps() throws {
    let epoch = try FeedSamples.paris()
    guard case .position(let position) = try report(GPSDWriter.position(epoch, device: "/dev/trove")) else {
      Issue.record("no position")
      return
    }
    #expect(position.device == "/dev/trove" && position.mode == .threeD)
    #expect(position.utc == Timestamp(milliseconds: epoch.time))
    #expect(position.position == epoch.position)
    #expect(position.altitude == 35.25 && position.speed == 1.4 && position.course == Bearing(degrees: 33.5))
    #expect(position.accuracy == 19)
  }

  @Test("without a fix there is a time and a mode, and no number that is not known")
  func noFix() throws {
    let epoch = ReceiverEpoch(time: 1_777_629_603_250)
    #expect(
      GPSDWriter.position(epoch, device: "d").text
        == #"{"class":"TPV","device":"d","mode":1,"time":"2026-05-01T10:00:03.250Z"}"#)
    #expect(
      GPSDWriter.sky(epoch, device: "d").text == #"{"class":"SKY","device":"d","nSat":0,"uSat":0,"satellites":[]}"#)
    #expect(GPSDWriter.errors(epoch, device: "d") == nil && GPSDWriter.attitude(epoch, device: "d") == nil)
  }

  // What gpsd 3.22 made of our sentences for this epoch; `altHAE`, `geoidSep`, `magvar` and `magtrack` come from its
  // tables, `climb`, `eps` and `epc` from the epoch before.
  @Test("numbers have gpsd's decimals")
  func decimals() throws {
    let epoch = try FeedSamples.paris()
    #expect(
      GPSDWriter.position(epoch, device: "/dev/pts/0").text == #"{"class":"TPV","device":"/dev/pts/0","mode":3,"#
        + #""time":"2026-05-01T10:00:03.000Z","ept":0.005,"lat":48.858370100,"lon":2.294481300,"altMSL":35.2500,"#
        + #""alt":35.2500,"epx":12.000,"epy":9.000,"epv":34.500,"track":33.5000,"speed":1.400,"eph":19.000,"sep":34.253}"#
    )
  }

  @Test("a line is short enough for every client, with a sky full of satellites")
  func length() throws {
    var epoch = try FeedSamples.paris()
    epoch.satellites = Array(repeating: epoch.satellites[8], count: 30)
    #expect(GPSDWriter.line(GPSDWriter.poll(epoch, device: "/dev/trove", now: epoch.time)).count <= 10_240)
  }
}
