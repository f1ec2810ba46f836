import EventDomain
import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

@Suite("The plan of an event")
struct EventPlanTests {
  private func hunt(_ rules: EventRules?) throws -> Hunt {
    let place = PointOfInterest(
      id: "gate", name: "Gate", position: Coordinate(clampingLatitude: 48, wrappingLongitude: 11))
    var hunt = try #require(Hunt(title: "Old Town", order: .any, treasures: [Treasure(place: place, radius: 10)]))
    hunt.event = rules
    return hunt
  }

  private let rules = EventRules(
    scoring: .teams, starts: [Event.time(100), Event.time(200)], ends: Event.time(900), grace: .seconds(60))

  private func plan(
    _ hunt: Hunt, scoring: EventRules.Scoring? = nil, opens: Timestamp? = nil, ends: Timestamp? = nil,
    grace: Duration? = nil
  ) -> EventPlan {
    EventPlan(
      of: hunt, id: EventID(chance: 1), name: "Spring", scoring: scoring, opens: opens, ends: ends, grace: grace,
      maxSpeed: 7)
  }

  @Test("has the rules of its hunt where its organiser says nothing, and always the hunt's waves")
  func rulesOfHunt() throws {
    let hunt = try hunt(rules)
    let plain = plan(hunt)
    #expect(plain.hunt == "Old Town" && plain.scoring == .teams && plain.ends == Event.time(900))
    #expect(plain.grace == .seconds(60) && plain.starts == rules.starts && plain.opens == nil)
    let other = plan(hunt, scoring: .players, opens: Event.time(50), ends: Event.time(500), grace: .zero)
    #expect(other.scoring == .players && other.opens == Event.time(50) && other.ends == Event.time(500))
    #expect(other.grace == .zero && other.starts == rules.starts)
  }

  @Test("is for players, with no end and no waves, if the hunt says nothing either")
  func noRules() throws {
    let plan = try plan(hunt(nil))
    #expect(plan.scoring == .players && plan.ends == nil && plan.grace == .zero && plan.starts == [])
    #expect([0, 1].map(plan.hasWave) == [false, false])
  }

  @Test("starts a player with their wave, though not before it opens, and one without a wave when it opens")
  func waves() throws {
    let plan = try plan(hunt(rules), opens: Event.time(150))
    #expect([Int.min, 0, 1, 2, 3, Int.max].map(plan.hasWave) == [false, false, true, true, false, false])
    func start(_ wave: Int?) -> Timestamp? { plan.start(of: Player(Event.ann.id, name: "Ann", wave: wave)) }
    #expect([nil, 1, 2, 3, .min].map(start) == [150, 150, 200, 150, 150].map(Event.time))
  }
}
