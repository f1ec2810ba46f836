import Game
import Geodesy
import Numbers
import PlaceSamples
import Testing
import Viewer
import Views

@Suite("A time machine")
struct ReplayTimeMachineTests {
  /// What playing from the beginning gives after each moment: the truth.
  private static func played(_ recording: Recording) -> [Session] {
    var session = Session()
    return [session]
      + (0..<recording.count).map { index in
        _ = session.handle(recording[index].event, at: recording[index].time)
        return session
      }
  }

  /// Whether two sessions show the same and will do the same with what comes next.
  private static func agree(_ one: Session, _ other: Session, at now: Duration, next: [SessionMoment]) -> Bool {
    var (one, other) = (one, other)
    guard one.screen(at: now) == other.screen(at: now) else { return false }
    return next.allSatisfy { moment in
      one.handle(moment.event, at: moment.time) == other.handle(moment.event, at: moment.time)
        && one.screen(at: moment.time) == other.screen(at: moment.time)
    }
  }

  @Test(
    "shows at any time what playing up to it shows, in whatever order it is asked, while it reads and after",
    arguments: [1, 2, 3, 4] as [UInt64])
  func exact(seed: UInt64) throws {
    let recording = try RecordedPlay(seed: seed, count: 700).recording
    let truth = Self.played(recording)
    var chance = SeededGenerator(seed: seed + 100)
    var machine = TimeMachine(recording, from: Session(), stride: Int(seed) * 7, most: 16)
    for seek in 0..<120 {
      if seek < 60 { machine.read(Int.random(in: 0...12, using: &chance)) }
      let now = recording.end * (chance.uniform() * 1.1 - 0.05)
      let count = recording.count(through: now)
      let next = (count..<min(recording.count, count + 3)).map { recording[$0] }
      let session = machine.state(at: now)
      #expect(Self.agree(session, truth[count], at: max(.zero, now), next: next), "seed \(seed), seek \(seek), \(now)")
    }
  }

  @Test("shows the same with checkpoints at every moment, and with next to none", arguments: [(1, 10_000), (1, 2)])
  func strides(stride: Int, most: Int) throws {
    let recording = try RecordedPlay(seed: 9, count: 300).recording
    let truth = Self.played(recording)
    var machine = TimeMachine(recording, from: Session(), stride: stride, most: most)
    machine.read(.max)
    for index in (0..<recording.count).reversed() where index % 13 == 0 {
      let now = recording[index].time
      #expect(Self.agree(machine.state(at: now), truth[recording.count(through: now)], at: now, next: []))
    }
  }

  @Test("reads in slices, and says how far it is")
  func slices() throws {
    let recording = try straightRecording(seconds: 99)
    var machine = TimeMachine(recording, from: Session())
    #expect(machine.progress == 0 && machine.reached == .zero && !machine.isComplete)
    machine.read(25)
    #expect(machine.progress == 0.25 && machine.reached == .seconds(23))
    machine.read(-5)
    #expect(machine.progress == 0.25)
    _ = machine.state(at: .seconds(10))
    #expect(machine.progress == 0.25)
    _ = machine.state(at: .seconds(49))
    #expect(machine.progress == 0.51)
    machine.read(.max)
    #expect(machine.isComplete && machine.progress == 1 && machine.reached == recording.end)
  }

  @Test("marks what the game told, once, whatever is looked at")
  func marks() throws {
    let recording = try RecordedPlay(seed: 5, count: 900).recording
    var session = Session()
    let told = (0..<recording.count).flatMap { session.handle(recording[$0].event, at: recording[$0].time).news }
    let found = told.count { if case .found = $0 { true } else { false } }
    let opened = told.count { if case .opened = $0 { true } else { false } }
    var machine = TimeMachine(recording, from: Session(), stride: 16)
    while !machine.isComplete {
      machine.read(50)
      _ = machine.state(at: machine.reached * 0.5)
    }
    #expect(found > 1)
    #expect(machine.marks.count { $0.kind == .found } == found)
    #expect(machine.marks.count { $0.kind == .opened } == opened)
    #expect(machine.marks.first?.kind == .started)
    #expect(zip(machine.marks, machine.marks.dropFirst()).allSatisfy { $0.time <= $1.time })
    // A fix can only be lost again when it came back.
    let fixes = machine.marks.map(\.kind).filter { $0 == .fixLost || $0 == .fixRegained }
    #expect(!fixes.isEmpty && fixes.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? .fixLost : .fixRegained) })
  }

  @Test("of nothing, or of one moment, has a state at any time")
  func small() throws {
    var empty = TimeMachine(Recording([]), from: Session())
    #expect(empty.isComplete && empty.progress == 1 && empty.reached == .zero)
    let nothing = empty.state(at: .seconds(5)).screen(at: .seconds(5))
    #expect(nothing == Session().screen(at: .seconds(5)))
    let game = GameSetup(hunt: try mill(), source: "GPS")
    var one = TimeMachine(Recording([SessionMoment(.begin(game), at: .seconds(3))]), from: Session())
    if case .play = one.state(at: .seconds(2)).screen(at: .seconds(2)) { Issue.record("it began too early") }
    if case .loading = one.state(at: .seconds(3)).screen(at: .seconds(3)) { Issue.record("it did not begin") }
    if case .play = one.state(at: .seconds(-9)).screen(at: .zero) { Issue.record("it began before time") }
  }

  @Test("has each trail that grew step by step")
  func trails() {
    var chance = SeededGenerator(seed: 12)
    var (log, trail, position) = (TrailLog(), Trail(), home)
    var truth: [Int: Trail] = [:]
    for count in 1...13_000 {
      position = position.offset(by: chance.uniform() * 5, toward: Bearing(degrees: chance.uniform() * 90))
      trail.append(position)
      log.append(position)
      if count % 997 == 0 || count % TrailLog.spacing < 2 { truth[count] = trail }
    }
    #expect(trail.points.count < 13_000)
    for (count, trail) in truth { #expect(log.trail(after: count) == trail) }
    #expect(log.trail(after: 0) == Trail() && log.trail(after: -1) == Trail() && log.trail(after: .max) == trail)
  }
}

@Suite("A recording")
struct ReplayRecordingTests {
  @Test("puts hostile times in order and in bounds")
  func times() {
    let times: [Double] = [-5, 3, 2, 1e12, 4]
    let recording = Recording(times.map { SessionMoment(.tick, at: .seconds($0)) })
    #expect(
      (0..<5).map { recording[$0].time } == [.zero, .seconds(3), .seconds(3)] + [Recording.latest, Recording.latest])
  }

  @Test("gives back what was put in, but for the ground of the map")
  func moments() throws {
    let moments = try RecordedPlay(seed: 3, count: 200).moments
    let tile = TileID(at: MercatorPoint(home), zoom: 3)
    let recording = Recording(moments.flatMap { [$0, SessionMoment(.tile(tile, .missing), at: $0.time)] })
    #expect((0..<recording.count).map { recording[$0] } == moments)
  }

  @Test("finds the moments of a time as a search through all does")
  func counting() throws {
    let recording = try RecordedPlay(seed: 4, count: 300).recording
    let times = (0..<recording.count).map { recording[$0].time }
    for time in times + times.map({ $0 + .milliseconds(1) }) + [.seconds(-1)] {
      #expect(recording.count(through: time) == times.count { $0 <= time })
      #expect(recording.count(before: time) == times.count { $0 < time })
      let notable = times.indices.filter { recording.isNotable($0) }.map { times[$0] }
      #expect(recording.step(after: time) == notable.first { $0 > time })
      #expect(recording.step(before: time) == notable.last { $0 < time })
    }
  }
}
