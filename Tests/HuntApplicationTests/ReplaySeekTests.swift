import Game
import Nearby
import Testing
import Viewer

@Suite("Where to in a recording")
struct ReplaySeekTests {
  @Test(
    "is read as people write it",
    arguments: [
      ("12:30", .time(.seconds(750))), ("1:02:03", .time(.seconds(3723))), ("90s", .time(.seconds(90))),
      ("90", .time(.seconds(90))), ("2m", .time(.seconds(120))), ("1.5h", .time(.seconds(5400))),
      ("0:01.25", .time(.milliseconds(1250))), ("100:00", .time(.seconds(6000))), (" 7 ", .time(.seconds(7))),
      ("40%", .fraction(0.4)), ("0%", .fraction(0)), ("100%", .fraction(1)), ("+30s", .step(.seconds(30))),
      ("-1:30", .step(.seconds(-90))), ("00:00", .time(.zero)), ("2.5%", .fraction(0.025)),
    ] as [(String, SeekTarget)])
  func read(text: String, target: SeekTarget) { #expect(SeekTarget(text) == target) }

  @Test(
    "is nothing where it is rubbish",
    arguments: [
      "", " ", "abc", ":", "1:", ":30", "1:60", "1:2:3:4", "1:70:00", "--5", "+-5", "-", "+", "%", "101%", "-5%", "+5%",
      "nan", "inf", "infinity", "1e5", "0x10", "1.2.3", ".", "1.5:00", "5d", "s", "9999999999", "99999999999999999999",
      "1:2:", "١٢", "1 2", "12:30\u{0}", "5 %", "-nan%", "0000000000000000000000000001",
    ])
  func rubbish(text: String) { #expect(SeekTarget(text) == nil) }

  @Test("of ten thousand random texts traps none, and each that is read is a time that there is")
  func random() {
    var chance = SeededTexts(seed: 31)
    var count = 0
    for _ in 0..<10_000 {
      guard let target = SeekTarget(chance.text()) else { continue }
      count += 1
      switch target {
      case .time(let time): #expect(time >= .zero && time <= Recording.latest)
      case .step(let step): #expect(step >= .zero - Recording.latest && step <= Recording.latest)
      case .fraction(let part): #expect((0...1).contains(part))
      }
    }
    #expect(count > 100)
  }

  @Test("A speed is halved and doubled within its bounds, and never a trap")
  func speeds() {
    #expect(PlaybackSpeed(.nan) == .life)
    #expect([-1, 0, -Double.infinity].map { PlaybackSpeed($0).factor } == [0.1, 0.1, 0.1])
    #expect([.infinity, 1e300].map { PlaybackSpeed($0).factor } == [1000, 1000])
    #expect(PlaybackSpeed(2).doubled.factor == 4 && PlaybackSpeed(2).halved.factor == 1)
    #expect(PlaybackSpeed(900).doubled.factor == 1000 && PlaybackSpeed(0.15).halved.factor == 0.1)
    let texts = [1, 2, 0.5, 0.1, 0.125, 62.5, 1000, 0.3333].map { PlaybackSpeed($0).text }
    #expect(texts == ["1x", "2x", "0.5x", "0.1x", "0.125x", "62.5x", "1000x", "0.333x"])
  }
}

/// Texts of what times are made of.
private struct SeededTexts {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  mutating func text() -> String {
    let letters = Array("0123456789:.%+-smh ")
    return String((0..<next(9)).map { _ in letters[next(letters.count)] })
  }
}

@Suite("The time of who looks on")
struct ReplayViewingTests {
  private static func recording(_ seconds: [Double], ticks: [Double] = []) -> Recording {
    let fixes = seconds.map { SessionMoment(.location(.searching(satellitesInView: nil)), at: .seconds($0)) }
    let moments = fixes + ticks.map { SessionMoment(.tick, at: .seconds($0)) }
    return Recording(moments.sorted { $0.time < $1.time })
  }

  @Test("is the recording's own where no pause is cut short")
  func whole() {
    let viewing = ViewingTime(Self.recording([0, 5, 100]), range: .seconds(5)...(.seconds(90)), maxGap: nil)
    #expect(viewing.length == .seconds(85))
    #expect(viewing.viewed(at: .seconds(25)) == .seconds(20) && viewing.time(after: .seconds(20)) == .seconds(25))
    #expect(viewing.viewed(at: .seconds(-5)) == .zero && viewing.viewed(at: .seconds(1000)) == .seconds(85))
    #expect(viewing.position(of: .seconds(47.5)) == 0.5 && viewing.time(at: 0.5) == .seconds(47.5))
    #expect(viewing.time(at: .nan) == .seconds(5) && viewing.time(at: 7) == .seconds(90))
  }

  @Test("passes over long pauses in no more than was asked for, whatever ticks there are in them")
  func gaps() {
    let recording = Self.recording([0, 10, 110, 120, 1120], ticks: [20, 30, 40, 500])
    let viewing = ViewingTime(recording, range: .zero...recording.end, maxGap: .seconds(20))
    #expect(viewing.length == .seconds(10 + 20 + 10 + 20))
    let pairs: [(Double, Double)] = [
      (0, 0), (10, 10), (60, 20), (110, 30), (115, 35), (120, 40), (620, 50), (1120, 60),
    ]
    for (time, viewed) in pairs {
      #expect(viewing.viewed(at: .seconds(time)) == .seconds(viewed))
      #expect(viewing.time(after: .seconds(viewed)) == .seconds(time))
    }
  }

  @Test("goes there and back, and never backwards, for random recordings", arguments: 0..<20)
  func inverse(seed: UInt64) {
    var chance = SeededTexts(seed: seed)
    var now = 0.0
    let times = (0..<60).map { _ -> Double in
      now += Double([0, 1, 2, 5, 50, 900][chance.next(6)])
      return now
    }
    let recording = Self.recording(times)
    let start = recording.end * (Double(chance.next(50)) / 100)
    let viewing = ViewingTime(recording, range: start...recording.end, maxGap: .seconds(Double(chance.next(60))))
    var last = Duration.zero
    for step in 0...400 {
      let time = viewing.time(after: viewing.length * (Double(step) / 400))
      #expect(time >= last && viewing.range.contains(time))
      let error = viewing.viewed(at: time) - viewing.length * (Double(step) / 400)
      #expect(abs(error / .seconds(1)) < 1e-6)
      last = time
    }
    #expect(last == recording.end)
  }

  @Test("of nothing has no length, and one place")
  func empty() {
    let viewing = ViewingTime(Recording([]), range: .zero...(.zero), maxGap: .zero)
    #expect(viewing.length == .zero && viewing.position(of: .seconds(9)) == 0 && viewing.time(at: 1) == .zero)
  }

  // MARK: - Elevation

  private static func profile(_ recording: Recording) -> ElevationProfile {
    ElevationProfile(recording, ViewingTime(recording, range: .zero...recording.end, maxGap: nil))
  }

  @Test("shows a climb from the bottom to the top, evenly, between fixes too")
  func climb() throws {
    let profile = Self.profile(try straightRecording(seconds: 100) { 500 + Double($0) })
    #expect(profile.range == 500...599)
    #expect(profile.heights.count == ElevationProfile.parts)
    for (index, height) in profile.heights.enumerated() {
      #expect(abs((height ?? .nan) - Double(index) / 1024) < 0.02)
    }
  }

  @Test("makes no mountain of flat ground, and nothing of what has no altitude, no position, or no sense")
  func flat() throws {
    let flat = Self.profile(try straightRecording(seconds: 50) { 500 + Double($0 % 2) })
    #expect(flat.heights.compactMap(\.self).allSatisfy { $0 < 0.1 })
    let none = Self.profile(try straightRecording(seconds: 50) { _ in nil })
    #expect(none.heights.isEmpty && none.range == nil)
    let hostile = Self.profile(try straightRecording(seconds: 50) { [1e300, -1e300, .nan][$0 % 3] })
    #expect(hostile.heights.isEmpty)
    let half = Self.profile(try straightRecording(seconds: 100) { $0 < 40 || $0 > 60 ? 500 : nil })
    #expect(half.heights[300] != nil && half.heights[512] == nil && half.heights[800] != nil)
  }
}
