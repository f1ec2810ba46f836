import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("The route to the target in the game")
struct RoutePlayTests {
  /// A game of two treasures, 100 and 200 m to the north, on a screen unless that has no columns.
  private func walk(columns: Int = 80) throws -> PlayedWalk {
    let treasures = [100.0, 200].map { Treasure(place: place("t\($0)", $0), radius: 10) }
    var walk = PlayedWalk(try #require(Hunt(title: "Two", treasures: treasures)))
    walk.handle(.resize(columns: columns, rows: 24))
    return walk
  }

  private func questions(_ effects: [SessionEffect]) -> [RouteQuestion] {
    effects.compactMap { if case .findRoute(let question) = $0 { question } else { nil } }
  }

  /// From home 40 m to the east, and from there to the first treasure.
  private var line: [Coordinate] {
    let corner = home.offset(by: 40, toward: Bearing(degrees: 90))
    return [home, corner, place("", 100).position]
  }

  private func route(_ walk: PlayedWalk) -> [MapScreen.Point]? { walk.screen?.map?.route }

  @Test("is asked for once, drawn from the player on, and gone with the next target")
  func once() throws {
    var walk = try walk()
    let asked = questions(walk.stand(0))
    #expect(asked.map(\.target) == ["t100.0"])
    #expect(asked.allSatisfy { $0.start.distance(to: home) < 1 && $0.goal.distance(to: line[2]) < 1 })
    #expect(route(walk) == [])
    #expect(questions(walk.stand(0, for: 30)) == [], "the answer takes its time")
    walk.handle(.route(line, to: "t200.0"))
    #expect(route(walk) == [], "it is the answer to another question")
    walk.handle(.route(line, to: "t100.0"))
    #expect(route(walk)?.count == 3)
    #expect(route(walk)?.first == walk.screen?.map?.player?.at)
    #expect(questions(walk.stand(25, for: 30)) == [], "the player is near it")
    walk.handle(.location(.lost(reason: "gone")))
    #expect(route(walk) == [], "where the player is now is not known")
    let found = walk.walk(from: 25, to: 100) + walk.stand(100, for: 10)
    #expect(questions(found).map(\.target) == ["t200.0"])
    #expect(route(walk) == [])
  }

  @Test("is asked for again by who has left it, but not more often than every ten seconds")
  func left() throws {
    var walk = try walk()
    walk.stand(0)
    walk.handle(.route(line, to: "t100.0"))
    #expect(questions(walk.walk(from: 0, to: -40)).count == 1)
    // Nothing was found from there: where no route is known, a new question needs another place.
    walk.handle(.route([], to: "t100.0"))
    #expect(route(walk) == [])
    #expect(questions(walk.stand(-100, for: 60)) == [])
    #expect(questions(walk.walk(from: -100, to: -700)).count == 1)
  }

  @Test("what is left begins at the nearest part of the line, at the later one where the line passes twice")
  func rest() throws {
    var walk = try walk()
    walk.stand(0)
    // There and back, and then to the treasure.
    let dead = home.offset(by: 25, toward: Bearing(degrees: 180))
    walk.handle(.route([home, dead, home, place("", 100).position], to: "t100.0"))
    walk.stand(20, for: 2)
    #expect(route(walk)?.count == 2)
    walk.walk(from: 20, to: -20)
    #expect(route(walk)?.count == 3)
  }

  @Test("nobody asks without a screen, or when all is found")
  func never() throws {
    var blind = try walk(columns: 0)
    #expect(questions(blind.stand(0, for: 5)) == [])
    var winner = try walk()
    winner.walk(from: 0, to: 100)
    winner.stand(100, for: 10)
    winner.walk(from: 100, to: 200)
    winner.stand(200, for: 10)
    #expect(winner.session.isFinished)
    #expect(questions(winner.stand(0, for: 30)) == [])
  }
}
