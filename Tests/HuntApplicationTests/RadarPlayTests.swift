import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Testing
import Views

@Suite("The radar in the game")
struct RadarPlayTests {
  /// A game of one treasure, 300 m to the north.
  private func session(_ view: PlayView) throws -> Session {
    var session = Session(view: view)
    let hunt = try #require(Hunt(title: "One", treasures: [Treasure(place: place("t0", 300), radius: 10)]))
    _ = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero)
    _ = session.handle(.location(.fix(fix())), at: .zero)
    return session
  }

  private func range(_ session: Session) -> String? {
    if case .play(let screen) = session.screen(at: .zero) { screen.compass?.range } else { nil }
  }

  @Test("z goes through the ranges, from that which holds the target and back to it; on the map it changes none")
  func key() throws {
    var session = try session(.compass)
    var ranges = [range(session)]
    for _ in RadarRange.allCases {
      _ = session.handle(.key(.character("z")), at: .zero)
      ranges.append(range(session))
    }
    #expect(ranges == ["500 m", "50 m", "100 m", "200 m", "500 m", "1.0 km", "2.0 km", "500 m"])
    for key in ["m", "z", "c"] as [Key] { _ = session.handle(.key(key), at: .zero) }
    #expect(range(session) == "500 m")
  }

  @Test("who watches a game sees the player's range, may choose another, and has the player's again")
  func spectator() throws {
    var session = try session(.split)
    _ = session.handle(.key("z"), at: .zero)
    var spectator = Spectator()
    func seen() -> String? { range(spectator.look(at: session, columns: 80, rows: 24, now: .zero).seen) }
    #expect(seen() == "50 m" && !spectator.isOwn)
    _ = spectator.press("z", in: spectator.look(at: session, columns: 80, rows: 24, now: .zero).seen, at: .zero)
    #expect(seen() == "100 m" && spectator.isOwn && range(session) == "50 m")
    _ = spectator.press("r", in: session, at: .zero)
    #expect(seen() == "50 m" && !spectator.isOwn)
  }
}
