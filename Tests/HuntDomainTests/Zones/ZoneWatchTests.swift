import Geodesy
import HuntDomain
import Numbers
import Testing

private let oak = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)

private func fix(_ metres: Double, at seconds: Double, accuracy: Double? = 4) -> Fix {
  Fix(position: oak.offset(by: metres, toward: Bearing(degrees: 30)), time: .seconds(seconds), accuracy: accuracy)
}

private func watch(radius: Double = 20, isInside: Bool = false) -> ZoneWatch {
  ZoneWatch(ZoneGround(.circle(radius: radius), at: oak), isInside: isInside)
}

extension ZoneWatch {
  /// The times at which something changed while the positions came, one after each `interval`.
  fileprivate mutating func changes(
    _ metres: [Double], every interval: Double = 1, accuracy: Double? = 4
  ) -> [Double] {
    metres.enumerated().compactMap { index, metres in
      let time = Double(index) * interval
      return receive(fix(metres, at: time, accuracy: accuracy)) == nil ? nil : time
    }
  }
}

@Suite("Watch over a zone")
struct ZoneWatchTests {
  @Test("who stands deep inside has entered with the second fix, and not with the first")
  func entering() {
    var watch = watch()
    #expect(watch.receive(fix(3, at: 0)) == nil)
    #expect(watch.isConvincing && watch.fixesToGo == 1)
    #expect(watch.receive(fix(3, at: 1)) == .entered)
    #expect(watch.receive(fix(3, at: 2)) == nil)
    #expect(watch.isInside)
  }

  @Test("two of three fixes are enough, and one of three is not")
  func twoOfThree() {
    var twice = watch()
    #expect(twice.changes([3, 60, 3]) == [2])
    var once = watch()
    #expect(once.changes([3, 60, 60, 3, 60, 60, 3]) == [])
  }

  @Test("a position whose error circle reaches far out of the zone does not count")
  func accuracy() {
    var good = watch()
    #expect(good.changes(Array(repeating: 12, count: 5), accuracy: 8) == [1])
    var bad = watch()
    #expect(bad.changes(Array(repeating: 15, count: 30), accuracy: 30) == [])
    var useless = watch(radius: 10)
    #expect(useless.changes(Array(repeating: 0, count: 60), accuracy: 60) == [])
  }

  @Test(
    "a zone that is small beside the error is entered at once near its middle, and after a while in its inner half",
    arguments: [(10.0, 12.0), (10, 25), (5, 12), (2, nil)] as [(Double, Double?)])
  func small(radius: Double, accuracy: Double?) throws {
    var middle = watch(radius: radius)
    #expect(middle.changes(Array(repeating: radius * 0.15, count: 40), accuracy: accuracy) == [1])
    var inner = watch(radius: radius)
    let entries = inner.changes(Array(repeating: radius * 0.5, count: 60), accuracy: accuracy)
    #expect((13...25).contains(try #require(entries.first)))
    var outer = watch(radius: radius)
    #expect(outer.changes(Array(repeating: radius * 1.1, count: 300), accuracy: accuracy) == [])
  }

  @Test(
    "who stands anywhere inside is let in within a minute, and is told truly how long that takes",
    arguments: [(15.0, 12.0), (15, 6), (15, 1), (15, nil), (30, 25), (8, 6.5), (60, 59.5)] as [(Double, Double?)])
  func anywhere(radius: Double, metres: Double?) throws {
    var watch = watch(radius: radius)
    let accuracy = metres == nil ? nil : 12.0
    var told: [(second: Int, fixes: Int)] = []
    var entry: Int?
    for second in 0..<62 where entry == nil {
      if watch.receive(fix(metres ?? 12, at: Double(second), accuracy: accuracy)) != nil {
        entry = second
      } else if watch.isConvincing {
        told.append((second, watch.fixesToGo))
      }
    }
    let second = try #require(entry)
    #expect(!told.isEmpty)
    for (at, fixes) in told { #expect(abs(at + fixes - second) <= 1, "\(fixes) to go at \(at) of \(second)") }
  }

  @Test("a circle that may lie anywhere is near to no more than a hundred metres around the zone")
  func near() {
    var watch = watch()
    _ = watch.receive(fix(110, at: 0, accuracy: 10_000))
    #expect(watch.isNear)
    _ = watch.receive(fix(130, at: 1, accuracy: 10_000))
    #expect(!watch.isNear)
  }

  @Test("25 fixes in a second are no more evidence than a few", arguments: [1.0, 5, 25])
  func rates(hertz: Double) throws {
    var watch = watch()
    let entry = try #require(watch.changes(Array(repeating: 3, count: 100), every: 1 / hertz).first)
    #expect((0.8...1.5).contains(entry))
  }

  @Test("a source that speaks rarely enters with one fix after another")
  func rarely() {
    var rare = watch()
    #expect(rare.changes([500, 500, 3], every: 30) == [60])
    var first = watch()
    #expect(first.changes([3], every: 30) == [])
    var shallow = watch(radius: 5)
    #expect(shallow.changes([500, 0], every: 30, accuracy: 12) == [])
  }

  @Test(
    "after a silence a single fix opens nothing: only of a source that always reports so rarely", arguments: [6.0, 60])
  func silence(seconds: Double) {
    var known = watch()
    #expect((0...10).compactMap { known.receive(fix(500, at: Double($0))) } == [])
    #expect(known.receive(fix(3, at: 10 + seconds)) == nil)
    #expect(known.receive(fix(3, at: 11 + seconds)) == .entered)
    var begun = watch()
    #expect(begun.receive(fix(500, at: 0)) == nil && begun.receive(fix(3, at: seconds)) == nil)
    var again = watch()
    #expect((0...10).compactMap { again.receive(fix(500, at: Double($0))) } == [])
    #expect(again.receive(fix(500, at: 10 + seconds)) == nil && again.receive(fix(3, at: 10 + 2 * seconds)) == .entered)
  }

  @Test("a source that is lost between its rare reports enters with one of them, a receiver in trouble does not")
  func lostBetween() {
    var rare = watch()
    var entered: [Double] = []
    for (index, metres) in [500.0, 400, 300, 3, 3].enumerated() {
      if rare.receive(fix(metres, at: Double(index) * 30)) == .entered { entered.append(Double(index) * 30) }
      rare.losePosition()
    }
    #expect(entered == [90])
    // Reports of every second, then one after a silence of a minute and a half, twice: of neither is it known to be rare.
    var troubled = watch()
    #expect((0...10).compactMap { troubled.receive(fix(500, at: Double($0))) } == [])
    troubled.losePosition()
    #expect(troubled.receive(fix(3, at: 100)) == nil)
    troubled.losePosition()
    #expect(troubled.receive(fix(3, at: 190)) == nil)
    #expect(troubled.receive(fix(3, at: 191)) == .entered)
  }

  @Test("after a change of the source a single fix opens nothing, however often it is changed", arguments: [6.0, 60])
  func changedSource(seconds: Double) {
    var changed = watch()
    for index in 0..<10 {
      #expect(changed.receive(fix(3, at: Double(index) * seconds)) == nil)
      changed.changeSource()
    }
    var rare = watch()
    #expect((0...10).compactMap { rare.receive(fix(500, at: Double($0) * seconds)) } == [])
    rare.changeSource()
    #expect(rare.receive(fix(500, at: 11 * seconds)) == nil && rare.receive(fix(500, at: 12 * seconds)) == nil)
    #expect(rare.receive(fix(3, at: 13 * seconds)) == .entered)
  }

  @Test("fixes of one moment are no witnesses of each other, however many there are")
  func sameMoment() {
    var watch = watch()
    #expect((0..<50).compactMap { _ in watch.receive(fix(3, at: 7)) } == [])
    #expect(watch.receive(fix(3, at: 8)) == .entered)
    var gone = ZoneWatch(watch.ground, isInside: true)
    #expect((0..<50).compactMap { _ in gone.receive(fix(90, at: 7)) } == [])
    var back = ZoneWatch(watch.ground)
    #expect([9.0, 8, 7, 6].compactMap { back.receive(fix(3, at: $0)) } == [])
  }

  @Test("nobody has left before they were outside by two error circles for five seconds")
  func leaving() {
    var trembling = watch(isInside: true)
    #expect(trembling.changes((0..<120).map { $0 % 7 == 0 ? 120 : 39 }, accuracy: 10) == [])
    var gone = watch(isInside: true)
    #expect(gone.changes(Array(repeating: 41, count: 20), accuracy: 10) == [5])
    #expect(!gone.isInside)
    var slow = watch(isInside: true)
    #expect(slow.changes(Array(repeating: 90, count: 20), every: 10, accuracy: 10) == [20])
  }

  @Test("without a position nothing changes, and the evidence begins anew")
  func lost() {
    var watch = watch()
    _ = watch.receive(fix(3, at: 0))
    watch.losePosition()
    #expect(watch.depth == nil && !watch.isNear)
    #expect(watch.receive(fix(3, at: 60)) == nil)
    #expect(watch.receive(fix(3, at: 61)) == .entered)
    watch.losePosition()
    #expect(watch.isInside)
  }

  @Test("no fix breaks it")
  func hostile() {
    var chance = SeededGenerator(seed: 3)
    let numbers = [Double.nan, .infinity, 0, 1e300, 4, 12, -1]
    for _ in 0..<50 {
      var watch = watch(radius: numbers.randomElement(using: &chance) ?? 1)
      for _ in 0..<200 {
        var wild = fix(
          chance.uniform() * 1e7, at: Double(Int64.random(in: -9_000_000_000...9_000_000_000, using: &chance)),
          accuracy: numbers.randomElement(using: &chance))
        wild.speed = numbers.randomElement(using: &chance)
        _ = watch.receive(wild)
        #expect(watch.fixesToGo >= 1 && watch.fixesToGo <= 60)
      }
    }
  }
}
