import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Numbers
import ReceiverFeed
import Testing

@Suite("The epochs of a receiver")
struct EpochMakerTests {
  private func fix(_ seconds: Int, utc: Int64? = nil, accuracy: Double? = nil) throws -> LocationUpdate {
    let place = try #require(Coordinate(latitude: 10, longitude: 20))
    return .fix(
      Fix(position: place, time: .seconds(seconds), utc: utc.map(Timestamp.init(milliseconds:)), accuracy: accuracy))
  }

  @Test("a receiver always knows the time: the source's, or one that begins as it was told")
  func time() throws {
    var maker = EpochMaker(seed: 1, interval: .seconds(1), start: FeedSamples.start)
    #expect(try maker.epoch(for: fix(5), heading: nil)?.time == FeedSamples.start.milliseconds + 5000)
    #expect(try maker.epoch(for: fix(6, utc: 77_000), heading: nil)?.time == 77_000)
  }

  @Test("the second lap goes on where the first one ended")
  func laps() throws {
    var maker = EpochMaker(seed: 1, interval: .milliseconds(200), start: FeedSamples.start)
    var times: [Int64] = []
    for _ in 0..<3 {
      for second in 0..<3 {
        times.append(try #require(try maker.epoch(for: fix(second, utc: Int64(second) * 1000), heading: nil)).time)
      }
      maker.beginLap()
    }
    #expect(times == [0, 1000, 2000, 2200, 3200, 4200, 4400, 5400, 6400])
  }

  @Test("a receiver that searches keeps the time, sees satellites, and uses none")
  func searching() throws {
    var maker = EpochMaker(seed: 1, interval: .seconds(1), start: FeedSamples.start)
    let before = maker.epoch(for: .searching(satellitesInView: nil), heading: nil)
    let first = try #require(before)
    #expect(first.time == FeedSamples.start.milliseconds && !first.hasFix && first.satellites.count == 4)
    _ = try maker.epoch(for: fix(9), heading: nil)
    let after = maker.epoch(for: .searching(satellitesInView: 3), heading: nil)
    let second = try #require(after)
    #expect(second.time == FeedSamples.start.milliseconds + 10_000 && !second.hasFix)
    #expect(second.satellites.count == 3 && !second.satellites.contains { $0.isUsed })
    #expect(maker.epoch(for: .lost(reason: "unplugged"), heading: nil) == nil)
  }

  @Test("an accuracy survives as the dilution that gpsd makes an accuracy of", arguments: [2.5, 7.3, 19, 240])
  func accuracy(metres: Double) throws {
    var maker = EpochMaker(seed: 1, interval: .seconds(1), start: FeedSamples.start)
    let epoch = try #require(try maker.epoch(for: fix(1, accuracy: metres), heading: nil))
    let horizontal = try #require(epoch.dilution?.horizontal)
    #expect(abs(horizontal * 19 - metres) < 1e-9)
  }

  @Test("a fix in 3D has an altitude, and a compass that shows magnetic north is not taken for a true one")
  func threeD() throws {
    var maker = EpochMaker(seed: 1, interval: .seconds(1), start: FeedSamples.start)
    let magnetic = Heading(
      bearing: Bearing(degrees: 5), source: .compass, uncertainty: 1, reference: .magneticNorth)
    let epoch = try #require(try maker.epoch(for: fix(1), heading: magnetic))
    #expect(epoch.mode == .threeD && epoch.altitude == 0 && epoch.heading == nil)
  }

  @Test("no time of a recording stops the feed", arguments: [Int64.min, -1, Int64.max])
  func absurdTimes(utc: Int64) throws {
    var maker = EpochMaker(seed: 1, interval: .seconds(1), start: FeedSamples.start)
    for _ in 0..<2 {
      let epoch = try #require(try maker.epoch(for: fix(1, utc: utc), heading: nil))
      #expect(!NMEAWriter.sentences(for: epoch).isEmpty)
      #expect(!EncodedEpoch(epoch, device: "d").reports.isEmpty)
      maker.beginLap()
    }
  }
}
