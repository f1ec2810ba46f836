import ChanceTesting
import Foundation
import GeoFormats
import Geodesy
import Numbers
import Testing

@Suite("Sentences that are written")
struct NMEAWriterTests {
  /// An epoch of anything that a receiver can say.
  private static func random(_ chance: inout SeededGenerator) -> ReceiverEpoch {
    let (u, v) = (chance.uniform(), chance.uniform())
    var epoch = ReceiverEpoch(
      time: Int64(chance.uniform() * 4_000_000_000_000),
      satellites: (0..<Int(chance.uniform() * 20)).map { index in
        SatelliteView(
          number: index + 1, elevation: chance.uniform() * 90, azimuth: chance.uniform() * 360,
          signal: chance.uniform() * 55, isUsed: chance.uniform() < 0.6)
      })
    guard chance.uniform() < 0.9 else { return epoch }
    epoch.mode = chance.uniform() < 0.5 ? .twoD : .threeD
    epoch.position = Coordinate(latitude: u * 180 - 90, longitude: v * 360 - 180)
    epoch.altitude = chance.uniform() * 9400 - 500
    epoch.speed = chance.uniform() * 300
    epoch.course = Bearing(degrees: chance.uniform() * 360)
    epoch.heading = chance.uniform() < 0.5 ? Bearing(degrees: chance.uniform() * 360) : nil
    epoch.dilution = Dilution(
      east: chance.uniform() * 20, north: chance.uniform() * 20, vertical: chance.uniform() * 20, time: 1)
    return epoch
  }

  private static func read(_ epoch: ReceiverEpoch) throws -> [Sentence] {
    try NMEAWriter.sentences(for: epoch).map { line in try #require(Sentence(line), "\(line)") }
  }

  @Test("whatever a receiver says is read back by another reader, checksum, place and time", arguments: 1...40)
  func roundTrip(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let epoch = Self.random(&chance)
      let sentences = try Self.read(epoch)
      let minimum = try #require(sentences.first { $0.kind == "RMC" })
      let data = try #require(sentences.first { $0.kind == "GGA" })
      #expect(minimum.clock(0) == Int(epoch.time % 86_400_000))
      #expect(data.clock(0) == minimum.clock(0))
      #expect(minimum.fields[8] == Self.date(epoch.time))
      guard let position = epoch.position else {
        #expect(minimum.fields[1] == "V" && data.fields[5] == "0" && minimum.fields[2...7] == ["", "", "", "", "", ""])
        continue
      }
      for (sentence, place) in [(minimum, 2), (data, 1)] {
        let latitude = try #require(sentence.angle(place, degrees: 2))
        let longitude = try #require(sentence.angle(place + 2, degrees: 3))
        #expect(abs(latitude - position.latitude) < 1e-9)
        #expect(abs(longitude - position.longitude) < 1e-9)
      }
      let speed = try #require(minimum.number(6))
      #expect(abs(speed * 1852 / 3600 - (epoch.speed ?? 0)) < 0.0003)
      let course = try #require(minimum.number(7))
      #expect((0..<360).contains(course))
      #expect(abs((epoch.course?.turn(to: Bearing(degrees: course)) ?? 9)) < 0.0051)
      #expect((data.number(8) == nil) == (epoch.mode == .twoD))
      #expect(sentences.contains { $0.kind == "HDT" } == (epoch.heading != nil))
      #expect(sentences.contains { $0.kind == "GST" })
    }
  }

  private static func date(_ time: Int64) -> String {
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "ddMMyy"
    return formatter.string(from: Date(timeIntervalSince1970: Double(time) / 1000))
  }

  @Test("satellites come four to a sentence, all of them, and the used ones again in their own", arguments: 0...20)
  func satellites(count: Int) throws {
    var epoch = try FeedSamples.paris()
    epoch.satellites = (0..<count).map {
      SatelliteView(number: $0 + 1, elevation: 45, azimuth: 359.7, signal: 0, isUsed: $0 % 2 == 0)
    }
    let sentences = try Self.read(epoch)
    let seen = sentences.filter { $0.kind == "GSV" }
    #expect(seen.map { $0.fields[0] } == Array(repeating: "\(seen.count)", count: seen.count))
    #expect(seen.map { $0.fields[1] } == (1...seen.count).map(String.init))
    #expect(seen.allSatisfy { Int($0.fields[2]) == count && ($0.fields.count - 3) % 4 == 0 && $0.fields.count <= 19 })
    let numbers = seen.flatMap { sentence in
      stride(from: 3, to: sentence.fields.count, by: 4).map { sentence.fields[$0] }
    }
    #expect(numbers.compactMap { Int($0) } == Array(0..<count).map { $0 + 1 })
    // 359.7 is nearer to north than to 359.
    let azimuths = seen.flatMap { sentence in
      stride(from: 5, to: sentence.fields.count, by: 4).map { sentence.fields[$0] }
    }
    #expect(azimuths.allSatisfy { $0 == "000" })
    let active = try #require(sentences.first { $0.kind == "GSA" })
    #expect(active.fields[2..<14].compactMap { Int($0) } == stride(from: 1, through: count, by: 2).map { $0 })
  }

  @Test(
    "minutes never round up to sixty, and the signs are right",
    arguments: [
      (48.99999999999, "4900.0000000,N"), (-0.99999999999, "0100.0000000,S"), (-1e-13, "0000.0000000,N"),
      (-90, "9000.0000000,S"), (0.5, "0030.0000000,N"), (-33.856784, "3351.4070400,S"),
    ])
  func minutes(latitude: Double, expected: String) throws {
    var epoch = try FeedSamples.paris()
    epoch.position = Coordinate(latitude: latitude, longitude: -179.9999999999)
    let line = try #require(NMEAWriter.sentences(for: epoch).first)
    #expect(line.contains(",A,\(expected),18000.0000000,W,"), "\(line)")
  }

  @Test("a day in Paris, sentence by sentence as the standard has them")
  func known() throws {
    #expect(
      try NMEAWriter.sentences(for: FeedSamples.paris()).map { String($0.dropLast(3)) } == [
        "$GPRMC,100003.000,A,4851.5022060,N,00217.6688780,E,2.721,33.50,010526,,,A",
        "$GPVTG,33.50,T,,M,2.721,N,5.040,K,A",
        "$GPGGA,100003.000,4851.5022060,N,00217.6688780,E,1,08,1.00,35.3,M,,M,,",
        "$GPGSA,A,3,02,03,04,05,06,07,08,09,,,,,1.80,1.00,1.50",
        "$GPGSV,3,1,09,01,09,039,40,02,18,078,40,03,27,117,40,04,36,156,40",
        "$GPGSV,3,2,09,05,45,195,40,06,54,234,40,07,63,273,40,08,72,312,40",
        "$GPGSV,3,3,09,09,81,351,40",
        "$GPGST,100003.000,7.8,6.21,4.66,90.0,4.66,6.21,11.64",
        "$GPHDT,30.00,T",
      ])
  }

  @Test("a line of bytes ends every sentence with carriage return and line feed")
  func lineEnds() throws {
    let text = try String(decoding: NMEAWriter.bytes(for: FeedSamples.paris()), as: UTF8.self)
    #expect(text.hasSuffix("\r\n"))
    #expect(text.components(separatedBy: "\r\n").count == 10)
  }
}
