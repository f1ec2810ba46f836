import Game
import Geodesy
import HuntDomain
import Nearby
import Places
import Simulation

/// One person's hunt with one receiver and its faults, in virtual time: a second is a step.
struct Outing {
  /// When things happened in it, in seconds.
  struct Times {
    var atTheEdge: Int?
    var found: [Int] = []
    var asked: Int?
  }

  /// Seconds until the receiver has its first position.
  static let coldStart = 8
  /// Seconds from a question to the wrong answer, and from there to the right one.
  private static let thinking = (wrong: 8, right: 4)

  private(set) var referee: Referee
  private(set) var times = Times()
  private(set) var second = 0
  private(set) var isWon = false

  private var session = Session(view: .compass)
  private var hunter: Hunter
  private var receiver: SimulatedReceiver
  private var injector: FaultInjector
  private let hunt: Hunt
  /// What the hunter thinks about, and since when.
  private var question: (since: Int, isSecondThought: Bool)?
  private var shown: Coordinate?
  /// The second until which every screen is looked at: some after the last fault.
  private let watched: Int

  init(_ hunt: Hunt, _ sense: Hunter.Sense, _ scenario: FaultScenario = FaultScenario([])) {
    self.hunt = hunt
    hunter = Hunter(sense)
    receiver = sense == .eyes ? .perfect : SimulatedReceiver(.openSky, seed: 7)
    injector = FaultInjector(scenario)
    watched = Int((scenario.end ?? .zero).components.seconds) + 15
    referee = Referee(hunt)
    hear(session.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero))
  }

  /// Plays until the hunt is won, or to the end of the time.
  mutating func play(until last: Int) {
    while !isWon, second < last { step() }
    referee.end(isWon: isWon, at: second)
  }

  private var now: Duration { .seconds(second) }

  private mutating func step() {
    second += 1
    hunter.step(toward: question == nil ? referee.next?.place.position : nil, shown: shown)
    referee.stands(at: hunter.position, second)
    note()
    think()
    hear(session.handle(.tick, at: now))
    for moment in injector.inject(Moment(time: now, observation())) { deliver(moment.observation) }
    // Later little changes, and screens cost more than anything.
    guard second < watched || second.isMultiple(of: 5), case .play(let screen) = session.screen(at: now) else { return }
    referee.sees(screen, at: second)
    if screen.isStale { shown = nil }
  }

  /// What the receiver says of a moment.
  private mutating func observation() -> Observation {
    let said = receiver.observe(
      Truth(position: hunter.position, speed: hunter.speed, course: hunter.course, time: now))
    return second < Self.coldStart ? .nothing(satellitesSeen: second / 2) : said
  }

  private mutating func deliver(_ observation: Observation) {
    switch observation {
    case .fix(let fix):
      referee.isTold(fix, at: second)
      hear(session.handle(.location(.fix(fix)), at: now))
    case .nothing(let seen):
      referee.isToldNothing()
      hear(session.handle(.location(.searching(satellitesInView: seen)), at: now))
    }
  }

  private mutating func think() {
    guard let question else { return }
    let pause = question.isSecondThought ? Self.thinking.right : Self.thinking.wrong
    guard second - question.since >= pause else { return }
    let answer = question.isSecondThought ? Ground.right : Ground.wrong
    self.question = (second, true)
    hear(session.handle(.action(.answer(answer)), at: now))
  }

  private mutating func hear(_ effects: [SessionEffect]) {
    for effect in effects {
      switch effect {
      case .tell(.fix(let fix)): shown = fix.position
      case .tell(.asked):
        times.asked = times.asked ?? second
        question = (second, question?.isSecondThought ?? false)
      case .tell(.left), .tell(.answered): question = nil
      case .tell(.found): times.found.append(second)
      case .tell(.finished(_, _, _, _, let isWon)): self.isWon = isWon
      default: break
      }
    }
    referee.hears(effects, at: second)
  }

  private mutating func note() {
    if times.atTheEdge == nil, let next = referee.next, referee.depth(in: next) > -8 { times.atTheEdge = second }
  }
}
