import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

@Suite("Rules of a hunt")
struct HuntRulesTests {
  private func question(_ answers: String..., name: String? = nil, price: Int = 0) -> Question {
    Question("Who?", rule: .text(answers), name: name, price: price)
  }

  // MARK: - Questions

  @Test("a question waits inside the zone for its answer, and a wrong one costs its price")
  func asking() throws {
    var game = Played(try hunt(.any, [treasure("a", points: 10) { $0.question = question("Ada", price: 3) }]))
    #expect(game.answer("Ada", to: "a") == [])
    #expect(game.stand(north: 0) == [.began, .opened("a"), .entered("a")])
    #expect(game.progress.asking.first?.id == "a" && game.progress.obstacle(to: "a") == .question)
    #expect(game.answer("Bob", to: "a") == [.answeredWrongly("a")])
    #expect(game.answer("  ", to: "a") == [])
    #expect(game.answer("Ada", to: "b") == [])
    #expect(game.progress.points == -3)
    #expect(game.answer("ada!", to: "a") == [.answered("a", .text("ada")), .found("a", distance: 0), .won])
    #expect(game.progress.points == 7)
    #expect(game.progress.asking.isEmpty)
    #expect(game.answer("Ada", to: "a") == [])
  }

  @Test("who leaves the zone is not asked any more, until they come back")
  func leaving() throws {
    var game = Played(try hunt(.any, [treasure("a") { $0.question = question("Ada") }]))
    game.stand(north: 0)
    #expect(game.stand(north: 300) == [.left("a")])
    #expect(game.progress.asking.isEmpty && game.progress.state(of: "a") == .open)
    #expect(game.answer("Ada", to: "a") == [])
    #expect(game.stand(north: 0) == [.entered("a")])
  }

  @Test("a choice decides how the hunt goes on, and the branch that was not taken does not block its end")
  func branches() throws {
    let fork = treasure("fork") {
      $0.question = Question("Left or right?", rule: .choice(options: ["Left", "Right"], right: [0, 1]))
    }
    let left = treasure("left", north: -100) { $0.requirement = .answered("fork", choice: 0) }
    let right = treasure("right", north: 100) { $0.requirement = .answered("fork", choice: 1) }
    let after = treasure("after", north: -200) { $0.requirement = .found("left") }
    var game = Played(try hunt(.any, [fork, left, right, after]))
    game.stand(north: 0)
    #expect(game.progress.obstacle(to: "left") == .requirement(.answered("fork", choice: 0)))
    #expect(
      game.answer("b", to: "fork") == [.answered("fork", .choice(1)), .found("fork", distance: 0), .opened("right")])
    #expect(game.stand(north: 100) == [.entered("right"), .found("right", distance: 0), .won])
  }

  // MARK: - Requirements and goals

  @Test("k of n open a treasure, and a goal wins before everything is found")
  func goal() throws {
    let doors = (0..<3).map { treasure("t\($0)", north: Double($0) * 100) { $0.items = ["key"] } }
    let chest = treasure("chest", north: 500) { $0.requirement = .atLeast(2, ["t0", "t1", "t2"].map { .found($0) }) }
    let game = try hunt(.any, doors + [chest]) {
      $0.goal = .all([.found("chest"), .holds("key")])
      $0.items = [Item(id: "key", name: "Key")]
    }
    var played = Played(game)
    played.stand(north: 0)
    #expect(played.progress.items.map(\.id) == ["key"])
    #expect(played.progress.state(of: "chest") == .locked)
    #expect(played.stand(north: 200).last == .opened("chest"))
    #expect(played.progress.items.count == 1)
    #expect(played.stand(north: 500).last == .won)
    #expect(played.progress.state(of: "t1") == .open)
    #expect(played.stand(north: 100) == [])
  }

  @Test("a circle of requirements that nothing leads into does not hold up the end")
  func circle() throws {
    let egg = treasure("egg", north: 100) { $0.requirement = .found("hen") }
    let hen = treasure("hen", north: 200) { $0.requirement = .found("egg") }
    var game = Played(try hunt(.any, [treasure("a"), egg, hen]))
    #expect(game.stand(north: 0).last == .won)
  }

  @Test("a hunt whose goal is out of reach and that has nothing left is over, and not won")
  func lost() throws {
    let only = treasure("a") { $0.limit = .seconds(30) }
    var game = Played(try hunt(.any, [only, treasure("b", north: 90)]) { $0.goal = .found("a") })
    game.stand(north: 90)
    #expect(game.wait(30) == [.expired("a"), .timeUp])
    #expect(game.progress.isCompleted && !game.progress.isWon)
  }

  // MARK: - Time

  @Test("limits of treasures count from their opening, the hunt's from the first fix")
  func limits() throws {
    let treasures = [treasure("a") { $0.limit = .seconds(60) }, treasure("b", north: 100)]
    var game = Played(try hunt(.any, treasures) { $0.limit = .seconds(600) })
    #expect(game.wait(1000) == [])
    #expect(game.progress.timeLeft(for: nil, at: game.time) == .seconds(600))
    game.stand(north: 500, for: 20)
    #expect(game.progress.timeLeft(for: "a", at: game.time) == .seconds(40))
    #expect(game.progress.timeLeft(for: nil, at: game.time) == .seconds(580))
    #expect(game.progress.timeLeft(for: "b", at: game.time) == nil)
    #expect(game.wait(39) == [])
    #expect(game.wait(1) == [.expired("a")])
    #expect(game.stand(north: 0) == [])
    #expect(game.wait(530) == [.timeUp])
    #expect(game.stand(north: 100) == [])
  }

  @Test("a window opens and closes by civil time, and without it nobody is locked out")
  func windows() throws {
    func window(_ from: Int64, _ to: Int64) -> TimeWindow {
      TimeWindow(from: Timestamp(milliseconds: from * 1000), to: Timestamp(milliseconds: to * 1000))
    }
    let treasures = [treasure("a") { $0.window = window(1100, 1200) }, treasure("b", north: 500)]
    var early = Played(try hunt(.any, treasures), civil: 1000)
    #expect(early.stand(north: 0) == [.began, .opened("b")])
    #expect(early.progress.obstacle(to: "a") == .window(window(1100, 1200)))
    #expect(early.wait(90) == [.opened("a")])
    #expect(early.wait(100) == [.expired("a")])
    var timeless = Played(try hunt(.any, treasures))
    #expect(timeless.stand(north: 0).suffix(2) == [.entered("a"), .found("a", distance: 0)])
    var closed = Played(try hunt(.any, treasures) { $0.window = window(0, 900) }, civil: 1000)
    #expect(closed.stand(north: 0, for: 1) == [.began, .timeUp])
  }

  @Test("time that goes back or makes no sense counts as no time")
  func backwards() throws {
    var progress = HuntProgress(try hunt(.any, [treasure("a", north: 500) { $0.limit = .seconds(60) }]))
    _ = progress.receive(Fix(position: at(0), time: .seconds(50)))
    #expect(progress.pass(to: .seconds(-500), utc: nil) == [])
    #expect(progress.timeLeft(for: "a", at: .zero) == .seconds(60))
    #expect(progress.pass(to: .seconds(Int64.min), utc: nil) == [])
    #expect(progress.pass(to: .seconds(Int64.max), utc: nil).map(\.kind) == [.expired("a"), .timeUp])
  }

  // MARK: - Hints and claims

  @Test("hints come in order, after their time, at their price, of open treasures only")
  func hints() throws {
    let treasures = [
      treasure("a", north: 500) { $0.hints = [Hint("one"), Hint("two", price: 2, after: .seconds(30))] },
      treasure("b") { $0.hints = [Hint("never")] },
    ]
    var game = Played(try hunt(.sequence, treasures))
    game.stand(north: 0)
    #expect(game.hint("b") == [])
    #expect(game.hint("a") == [.readHint("a", 0)])
    #expect(game.progress.nextHint(of: "a", at: game.time)?.wait == .seconds(20))
    #expect(game.hint("a") == [])
    game.wait(20)
    #expect(game.hint("a") == [.readHint("a", 1)])
    #expect(game.progress.points == -2 && game.progress.readHints(of: "a").map(\.text) == ["one", "two"])
    #expect(game.hint("a") == [])
  }

  @Test("who is near for three minutes without a good fix may claim, for half the points; who is far may not")
  func claim() throws {
    var game = Played(try hunt(.any, [treasure("a", points: 9), treasure("b", north: 900)]))
    game.stand(north: 25, for: 150, accuracy: 40)
    #expect(game.progress.claimPrice(of: "a", at: game.time) == nil && game.claim("a") == [])
    game.stand(north: 25, for: 31, accuracy: 40)
    #expect(game.progress.claimPrice(of: "a", at: game.time) == 5)
    #expect(game.progress.claimPrice(of: "b", at: game.time) == nil)
    #expect(game.claim("a") == [.claimed("a")])
    #expect(game.progress.points == 4 && game.progress.finds.last?.distance == nil)
    #expect(game.progress.state(of: "a") == .claimed && game.claim("a") == [])
  }

  @Test("a claim is not offered to who has gone away since, and is again to who comes back or has no position")
  func claimFromAfar() throws {
    var game = Played(try hunt(.any, [treasure("a", points: 9), treasure("b", north: 2000)]))
    game.stand(north: 25, for: 200, accuracy: 40)
    #expect(game.progress.claimPrice(of: "a", at: game.time) == 5)
    game.stand(north: 600, for: 5, accuracy: 5)
    #expect(game.progress.claimPrice(of: "a", at: game.time) == nil && game.claim("a") == [])
    var back = game
    back.stand(north: 25, for: 5, accuracy: 40)
    #expect(back.progress.claimPrice(of: "a", at: back.time) == 5)
    game.progress.losePosition()
    #expect(game.progress.claimPrice(of: "a", at: game.time) == 5)
  }

  @Test("who does not find the answer may claim after three wrong ones or five minutes; the answer is given")
  func claimedAnswer() throws {
    let asking = treasure("a", points: 10) { $0.question = question("Ada Naught", "Ada", name: "N") }
    let next = treasure("b", north: 100) { $0.requirement = .answered("a", choice: nil) }
    var wrong = Played(try hunt(.any, [asking, next]))
    wrong.stand(north: 0)
    for _ in 0..<2 { wrong.answer("Bob", to: "a") }
    #expect(wrong.progress.claimPrice(of: "a", at: wrong.time) == nil)
    wrong.answer("Bob", to: "a")
    #expect(wrong.claim("a") == [.answered("a", .text("adanaught")), .claimed("a"), .opened("b")])
    var slow = Played(try hunt(.any, [asking]))
    slow.stand(north: 0, for: 280)
    #expect(slow.progress.claimPrice(of: "a", at: slow.time) == nil)
    slow.stand(north: 0, for: 30)
    #expect(slow.progress.claimPrice(of: "a", at: slow.time) == 5)
  }

  // MARK: - Obstacles

  @Test("what stands in the way is said with its figures")
  func obstacles() throws {
    var game = Played(try hunt(.sequence, [treasure("a", radius: 20), treasure("b")]))
    #expect(game.progress.obstacle(to: "a") == .noPosition)
    game.stand(north: 120, for: 1, accuracy: 25)
    #expect(rounded(game.progress.obstacle(to: "a")) == .distance(100))
    game.stand(north: 38, for: 1, accuracy: 25)
    #expect(rounded(game.progress.obstacle(to: "a")) == .accuracy(distance: 18, accuracy: 25))
    game.stand(north: 23, for: 1, accuracy: 2)
    #expect(rounded(game.progress.obstacle(to: "a")) == .distance(3))
    game.stand(north: 0, for: 1)
    #expect(game.progress.obstacle(to: "a") == .dwell(fixes: 1))
    #expect(game.progress.obstacle(to: "b") == .requirement(.found("a")))
    game.progress.losePosition()
    #expect(game.progress.obstacle(to: "a") == .noPosition)
    game.stand(north: 0)
    #expect(game.progress.obstacle(to: "a") == nil && game.progress.obstacle(to: "nobody") == nil)
  }

  private func rounded(_ obstacle: Obstacle?) -> Obstacle? {
    switch obstacle {
    case .distance(let metres): .distance(metres.rounded())
    case .accuracy(let metres, let accuracy): .accuracy(distance: metres.rounded(), accuracy: accuracy)
    default: obstacle
    }
  }

  // MARK: - Visibility

  @Test("a treasure is seen always, when it is open, from near, or when something reveals it")
  func visibility() throws {
    let treasures = [
      treasure("open"), treasure("always", north: 500) { $0.visibility = .always },
      treasure("near", north: 300) {
        $0.visibility = .near(metres: 50)
        $0.requirement = .all([])
      },
      treasure("revealed", north: 700) {
        $0.visibility = .revealed(.found("open"))
        $0.requirement = .all([])
      },
    ]
    var game = Played(try hunt(.sequence, treasures))
    func seen(from north: Double?) -> [String] {
      treasures.filter { game.progress.isVisible($0, from: north.map(at)) }.map(\.id)
    }
    #expect(seen(from: nil) == ["open", "always"])
    #expect(seen(from: 260) == ["open", "always", "near"])
    game.stand(north: 0)
    #expect(seen(from: 0) == ["open", "always", "revealed"])
  }

  @Test("what has expired stays visible, unless it shows only near it or once something is found")
  func visibilityAfterTime() throws {
    let kinds: [(String, Visibility)] = [
      ("always", .always), ("open", .whenOpen), ("near", .near(metres: 5000)), ("revealed", .revealed(.all([]))),
    ]
    let limited = kinds.enumerated().map { index, kind in
      treasure(kind.0, north: 1000 + 100 * Double(index)) {
        $0.visibility = kind.1
        $0.limit = .seconds(60)
      }
    }
    var game = Played(try hunt(.any, limited + [treasure("far", north: 4000)]))
    func seen() -> [String] { limited.filter { game.progress.isVisible($0, from: at(0)) }.map(\.id) }
    game.stand(north: 0)
    #expect(seen() == ["always", "open", "near", "revealed"])
    game.wait(100)
    #expect(limited.allSatisfy { game.progress.state(of: $0.id) == .expired })
    #expect(seen() == ["always", "open"])
  }

  // MARK: - Projections

  @Test("a place that comes of answers opens with them, and is where they lead")
  func projection() throws {
    let treasures = [
      treasure("a") { $0.question = Question("How many?", rule: .number(12, tolerance: 0.5), name: "A") },
      try treasure("b", north: 700) {
        $0.requirement = .all([])
        $0.projection = .offset(from: "a", bearing: try Formula("A * 0 + 180"), distance: try Formula("A * 10"))
      },
    ]
    var game = Played(try hunt(.sequence, treasures))
    game.stand(north: 0)
    #expect(game.progress.obstacle(to: "b") == .requirement(.all([.answered("a", choice: nil)])))
    #expect(game.answer("12.3", to: "a").last == .opened("b"))
    let there = try #require(game.progress.open.first?.place.position)
    #expect(there.distance(to: at(-123)) < 1e-6)
    #expect(game.stand(north: 700) == [])
    #expect(game.stand(north: -123).last == .won)
  }

  @Test("where a formula leads nowhere, or its answer can never come, the listed place counts")
  func nowhere() throws {
    for (latitude, name) in [("A * 100", "A"), ("1 / 0", "A"), ("B", "A"), ("letters(A)", "A")] {
      let treasures = [
        treasure("a") { $0.question = Question("How many?", rule: .number(12, tolerance: 0), name: name) },
        try treasure("b", north: 700) {
          $0.projection = .coordinates(latitude: try Formula(latitude), longitude: try Formula("3"))
        },
      ]
      var game = Played(try hunt(.sequence, treasures))
      game.stand(north: 0)
      #expect(game.answer("12", to: "a").last == .opened("b"))
      #expect(game.progress.open.map(\.place.position) == [at(700)])
    }
  }

  @Test("projections in a circle end, and a polygon goes with its treasure")
  func moved() throws {
    let ring = [0.0, 90, 180, 270].map { at(500).offset(by: 20, toward: Bearing(degrees: $0)) }
    let treasures = [
      try treasure("a", north: 100) {
        $0.projection = .offset(from: "b", bearing: try Formula("0"), distance: try Formula("5"))
      },
      try treasure("b", north: 200) {
        $0.projection = .offset(from: "a", bearing: try Formula("0"), distance: try Formula("5"))
      },
      try treasure("c", north: 500) {
        $0.zone = .polygon(rings: [ring])
        $0.projection = .offset(from: nil, bearing: try Formula("180"), distance: try Formula("450"))
      },
    ]
    var game = Played(try hunt(.any, treasures))
    #expect(abs(game.progress.resolved(treasures[0]).place.position.distance(to: at(110))) < 1e-6)
    #expect(game.stand(north: 50).last == .found("c", distance: 0))
  }

  // MARK: - Waiting for answers

  @Test("an answer asked where nobody comes before it is needed is not waited for: the listed place counts")
  func circleOfAnswers() throws {
    let hunt = try hunt(
      .any,
      [
        treasure("a") {
          $0.projection = try .offset(from: nil, bearing: Formula("0"), distance: Formula("N * 100"))
        },
        treasure("b", north: 300) {
          $0.question = Question("?", rule: .number(3, tolerance: 0), name: "N")
          $0.requirement = .found("a")
        },
      ])
    var game = Played(hunt)
    #expect(game.progress.state(of: "a") == .open && game.progress.state(of: "b") == .locked)
    game.stand(north: 0)
    game.stand(north: 300)
    game.answer("3", to: "b")
    #expect(game.progress.isWon)
  }

  @Test("a projection that goes out from another one waits for the answers of both")
  func chainOfAnswers() throws {
    let hunt = try hunt(
      .any,
      [
        treasure("end") { $0.projection = try .offset(from: "way", bearing: Formula("0"), distance: Formula("100")) },
        treasure("way") {
          $0.projection = try .offset(from: "start", bearing: Formula("0"), distance: Formula("N * 100"))
        },
        treasure("start") { $0.question = Question("?", rule: .number(3, tolerance: 0), name: "N") },
      ])
    var game = Played(hunt)
    #expect(["end", "way", "start"].map { game.progress.state(of: $0) } == [.locked, .locked, .open])
    game.stand(north: 0)
    #expect(game.progress.state(of: "end") == .locked)
    #expect(game.answer("3", to: "start").contains(.opened("end")))
    #expect(game.stand(north: 400).contains(.found("end", distance: 0)))
  }
}
