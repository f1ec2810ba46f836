import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Simulation
import Testing
import Trials
import Views

/// What the limits are written in.
@Suite("A limit for a hunt")
struct TrialRequirementTests {
  @Test(
    "reads measures, comparisons, numbers and units",
    arguments: [
      ("p95<90min", 5400, false), ("median <= 1.5 h", 5400, false), ("p5>30s", 30, false), ("finished>=95%", 95, true),
      ("false-finds=0", 0, false), ("MISSED<1%", 1, true), ("gave-up<3", 3, false),
    ])
  func reads(text: String, limit: Double, isShare: Bool) throws {
    let requirement = try TrialRequirement(text)
    #expect(requirement.limit == limit && requirement.isShare == isShare && requirement.text == text)
  }

  @Test(
    "says at which character it is not understood",
    arguments: [
      ("p95<90", 7), ("p95<90minutes", 7), ("p0<3s", 1), ("speed<3", 1), ("p95 90min", 5), ("p95<<90s", 4),
      ("finished>=95 % of all", 14), ("missed<", 8), ("missed<-1", 8), ("", 1), ("missed<1e99", 9), ("p95=1..2s", 5),
    ])
  func refuses(text: String, column: Int) {
    do {
      _ = try TrialRequirement(text)
      Issue.record("“\(text)” was taken")
    } catch {
      #expect(error.column == column, "\(error)")
    }
  }

  @Test("is kept or not, by the numbers of the result")
  func holds() async throws {
    let result = await Tried.trial(Tried.hunt(.sequence), .none, strategy: .ordered).run(threads: 2)
    let last = try #require(result.times.last)
    let most = result.records.count
    #expect(try TrialRequirement("finished<=\(most)").isMet(by: result))
    #expect(try !TrialRequirement("finished>\(most)").isMet(by: result))
    #expect(try TrialRequirement("false-finds=0").isMet(by: result))
    #expect(try TrialRequirement("missed<1%").isMet(by: result))
    #expect(try TrialRequirement("p1<=\(last)s").isMet(by: result))
    #expect(try !TrialRequirement("p1<1s").isMet(by: result))
  }
}
