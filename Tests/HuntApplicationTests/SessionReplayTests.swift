import Eye
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

/// A list of events is a game: played twice it is the same game, and no list is a way to crash it.
@Suite("Sessions as lists of events")
struct SessionReplayTests {
  @Test("the same events give the same effects and screens", arguments: [61, 62] as [UInt64])
  func replay(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    var now = Duration.zero
    let events = try (0..<400).map { _ in
      now += .milliseconds(Int.random(in: 0...3000, using: &chance))
      return (try event(&chance, at: now), now)
    }
    var (one, other) = (Session(offers: offers), Session(offers: offers))
    for (event, now) in events {
      #expect(one.handle(event, at: now) == other.handle(event, at: now))
      #expect(one.screen(at: now) == other.screen(at: now))
    }
  }

  @Test(
    "10,000 random events never trap, lose a find, find twice, or finish twice", arguments: [71, 72, 73] as [UInt64])
  func fuzz(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    for game in 0..<10 {
      var session = game.isMultiple(of: 2) ? Session(offers: offers) : Session()
      var (now, found, finishes, total) = (Duration.zero, [String](), 0, 0)
      for step in 0..<1000 {
        now += .milliseconds(Int.random(in: 0...5000, using: &chance))
        for effect in session.handle(try event(&chance, at: now), at: now) {
          guard case .tell(let news) = effect else { continue }
          switch news {
          case .started(let hunt, _): (found, finishes, total) = ([], 0, hunt.treasures.count)
          case .found(let find, let count, let of):
            found.append(find.treasure.id)
            #expect(count == found.count && of == total)
          case .claimed(let treasure, _, let count, let of):
            found.append(treasure.id)
            #expect(count == found.count && of == total)
          case .finished(let count, let of, _, let time, _):
            finishes += 1
            #expect(count == found.count && of == total && time >= .zero)
          default: break
          }
        }
        #expect(Set(found).count == found.count)
        #expect(finishes <= 1)
        // Screens cost more than events.
        guard step.isMultiple(of: 5) else { continue }
        if case .play(let screen) = session.screen(at: now) {
          #expect(screen.hunt.found == "\(found.count) of \(total)")
          #expect(!screen.hunt.isCompleted || finishes == 1)
          #expect(session.isFinished == (finishes == 1))
        }
      }
    }
  }

  private func event(_ chance: inout SeededGenerator, at now: Duration) throws -> SessionEvent {
    switch Int.random(in: 0..<32, using: &chance) {
    case 0: .resize(columns: Int.random(in: -1...220, using: &chance), rows: Int.random(in: -1...70, using: &chance))
    case 1: .location(.searching(satellitesInView: chance.uniform() < 0.5 ? nil : 5))
    case 2: .location(.lost(reason: "gone"))
    case 3: .heading(heading(chance.uniform() * 360, uncertainty: chance.uniform() * 200))
    case 4: chance.uniform() < 0.05 ? .locationEnded : .tick
    case 5: chance.uniform() < 0.3 ? .begin(try game(&chance)) : .cannotBegin("no")
    case 6..<12: .key(key(&chance))
    case 20:
      .sourceChanged([.gpsd(""), .huntTrace, .steer(from: nil)].randomElement(using: &chance) ?? .walker(seed: 1))
    case 21: .cannotChangeSource("no")
    case 22: .action(action(&chance))
    case 23: .cannotSave("no")
    case 24: .savedAgain
    case 28: .pointer(pointer(&chance))
    case 27: .detail(EyeDetail.allCases.randomElement(using: &chance) ?? .full)
    case 31: .route([home, home][...Int.random(in: 0...1, using: &chance)].map(\.self), to: "t0")
    case 30: .clicked(["t0", ""].randomElement(using: &chance) ?? "")
    case 29: .tile(TileID(at: MercatorPoint(home), zoom: Int.random(in: 0...14, using: &chance)), .missing)
    case 26: .rehearses("no")
    case 25: .pageEnds(at: [Int.min, -1, 0, 3, Int.max].randomElement(using: &chance) ?? 0)
    default: .location(.fix(somewhere(&chance, at: now)))
    }
  }

  private func action(_ chance: inout SeededGenerator) -> PlayAction {
    let actions: [PlayAction] = [
      .answer("yes"), .answer("1"), .answer(""), .hint, .claim, .nextTarget, .way, .look, .status, .help,
      .turn(degrees: .nan),
      .turn(degrees: 1e300), .steer(.faster),
    ]
    return actions.randomElement(using: &chance) ?? .status
  }

  private func pointer(_ chance: inout SeededGenerator) -> Pointer {
    let numbers = [Int.min, -1, 0, 5, 30, Int.max]
    let (column, row) = (numbers.randomElement(using: &chance) ?? 0, numbers.randomElement(using: &chance) ?? 0)
    let pointers: [Pointer] = [
      .wheel(steps: column, column: 5, row: 5), .press(column: column, row: row), .drag(column: column, row: row),
      .release(column: column, row: row),
    ]
    return pointers.randomElement(using: &chance) ?? .drag(column: 0, row: 0)
  }

  private func key(_ chance: inout SeededGenerator) -> Key {
    let named: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backTab, .backspace, .escape,
      .control("c"), .control("z"), .control("l"),
    ]
    let characters = "mcs+-=_fadxi?q hjklZ9évCntpbr12yesu.0"
    return chance.uniform() < 0.4
      ? named.randomElement(using: &chance) ?? .enter : .character(characters.randomElement(using: &chance) ?? "m")
  }

  private func somewhere(_ chance: inout SeededGenerator, at now: Duration) -> Fix {
    let wild = chance.uniform() < 0.05
    let metres = wild ? chance.uniform() * 2e7 : chance.uniform() * 60
    return Fix(
      position: home.offset(by: metres, toward: Bearing(degrees: chance.uniform() * 360)), time: now,
      mode: chance.uniform() < 0.5 ? .twoD : .threeD,
      accuracy: [nil, 4, .infinity, .nan, 1e300].randomElement(using: &chance) ?? nil,
      speed: [nil, 0, 1.4, .infinity, .nan].randomElement(using: &chance) ?? nil,
      course: [nil, Bearing(degrees: chance.uniform() * 360)].randomElement(using: &chance) ?? nil)
  }

  private func game(_ chance: inout SeededGenerator) throws -> GameSetup {
    let treasures = (0..<Int.random(in: 1...12, using: &chance)).map { number in
      var treasure = Treasure(
        place: place("t\(number)", chance.uniform() * 60, toward: chance.uniform() * 360),
        radius: chance.uniform() * 20,
        hint: chance.uniform() < 0.5 ? "hint" : nil, points: Int.random(in: .min ... .max, using: &chance))
      if chance.uniform() < 0.3 { treasure.hints.append(Hint("dear", price: 3, after: .seconds(60))) }
      if chance.uniform() < 0.2 { treasure.question = Question("Yes?", rule: .text(["yes"]), price: 1) }
      if chance.uniform() < 0.2 {
        treasure.question = Question("Which?", rule: .choice(options: ["1", "2", "3"], right: [0, 1]))
      }
      if chance.uniform() < 0.1 { treasure.limit = .seconds(600) }
      if chance.uniform() < 0.2 { treasure.visibility = .near(metres: 20) }
      if chance.uniform() < 0.2 { treasure.visibility = .always }
      return treasure
    }
    var hunt = try #require(Hunt(title: "Fuzz", order: chance.uniform() < 0.5 ? .any : .sequence, treasures: treasures))
    if chance.uniform() < 0.2 { hunt.limit = .seconds(1200) }
    // Some places bear the ids of treasures, and two of them the same.
    let places = (0..<10).map { place("t\($0 + 8)", chance.uniform() * 500) } + [place("x", 1), place("x", 2)]
    return GameSetup(
      hunt: hunt, tiles: chance.uniform() < 0.5 ? SampleTiles().facts : nil, places: places, source: "GPS",
      alternatives: chance.uniform() < 0.5 ? alternatives : [])
  }
}
