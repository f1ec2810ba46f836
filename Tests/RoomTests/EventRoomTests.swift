import EventDomain
import HuntDomain
import Numbers
import Room
import Testing
import Views

@Suite("The organiser sees of a player")
struct RoomStateTests {
  @Test("that they have not joined, or have sent no position")
  func unseen() {
    let spring = Spring()
    #expect(spring.state(of: Spring.ann) == "no fix yet")
    #expect(spring.rows(of: .players).last == ["Dora", "Owls", "", "", "", "not joined"])
    #expect(spring.screen.counts.first == "3 of 4 joined, 0 seen, 0 finds")
  }

  @Test("that they move, and after half a minute in one place since when they stand")
  func standing() {
    var spring = Spring()
    spring.move(Spring.ann, to: 0)
    #expect(spring.state(of: Spring.ann) == "just seen")
    spring.wait(10)
    spring.move(Spring.ann, to: 30)
    #expect(spring.state(of: Spring.ann) == "moving")
    spring.wait(20)
    spring.move(Spring.ann, to: 38)
    #expect(spring.state(of: Spring.ann) == "moving")
    spring.wait(20)
    spring.move(Spring.ann, to: 34)
    #expect(spring.state(of: Spring.ann) == "still for 40 s")
  }

  @Test("for how long nothing was heard of them, whatever their clock says")
  func silent() {
    var spring = Spring()
    spring.move(Spring.ann, to: 0, clock: -86_400)
    #expect(spring.state(of: Spring.ann) == "no fix for 24 h", "the first position may be an old one")
    spring.wait(1)
    spring.move(Spring.ann, to: 20, clock: -86_400)
    #expect(spring.state(of: Spring.ann) == "moving")
    spring.wait(61)
    #expect(spring.state(of: Spring.ann) == "no fix for 61 s")
    #expect(spring.screen.map?.marks.last?.role == .oldMate)
  }

  @Test("no place any more when the event does not keep it so long")
  func forgotten() {
    var spring = Spring()
    spring.move(Spring.ann, to: 0)
    #expect(spring.screen.map?.marks.map(\.label) == ["1 Brass Bell", "Ann"])
    spring.wait(601)
    #expect(spring.screen.map?.marks.map(\.label) == ["1 Brass Bell"])
    #expect(spring.state(of: Spring.ann) == "no fix for 10 min")
  }

  @Test("that their pass is void")
  func void() {
    var spring = Spring()
    spring.move(Spring.ann, to: 0)
    spring.hear(.roster(RoomRoster(joined: [Spring.ann, Spring.ben], void: [Spring.ann.id])))
    #expect(spring.rows(of: .players).map(\.first) == ["Ben", "Ann"])
    #expect(spring.state(of: Spring.ann) == "pass is void")
    #expect(spring.screen.map?.marks.count == 1)
  }
}

@Suite("The organiser follows a player")
struct RoomFollowTests {
  @Test("with Tab, round and round, and the map goes with them")
  func follow() {
    var spring = Spring()
    spring.move(Spring.cleo, to: 5000)
    spring.press(.tab)
    // Those without a team come first.
    #expect(spring.screen.lists.first?.rows.first { $0.isChosen }?.cells.first == "Cleo")
    let pane = spring.screen.mapPane
    #expect(spring.screen.map?.player.map { Int($0.at.x) } == pane.map { $0.columns / 2 })
    spring.press(.backTab)
    #expect(spring.screen.lists.first?.rows.first { $0.isChosen }?.cells.first == "Ben")
    spring.press(.tab, .tab, .tab)
    #expect(spring.screen.lists.first?.rows.first { $0.isChosen }?.cells.first == "Ben")
  }

  @Test("and the map lies still while they stay near its middle")
  func stillMap() {
    var spring = Spring()
    spring.move(Spring.ann, to: 0)
    spring.press(.tab, .tab)
    let ground = spring.screen.map?.ground
    spring.wait(1)
    spring.move(Spring.ann, to: 10)
    #expect(spring.screen.map?.ground == ground)
    spring.move(Spring.ann, to: 2000)
    #expect(spring.screen.map?.ground != ground)
  }

  @Test("until the map is moved by hand, or the player is let go")
  func stop() {
    var spring = Spring()
    spring.move(Spring.ann, to: 0)
    spring.press(.tab, .tab, .left)
    let ground = spring.screen.map?.ground
    spring.move(Spring.ann, to: 9000)
    #expect(spring.screen.map?.ground == ground)
    spring.press("f")
    #expect(spring.screen.map?.ground != ground)
    spring.press(.escape)
    #expect(spring.screen.map?.player == nil)
  }

  @Test("also with a click on the list")
  func click() {
    var spring = Spring()
    let row = (spring.screen.lists.first?.pane.row ?? 0) + 2
    spring.hear(.pointer(.press(column: 5, row: row + 1)))
    #expect(spring.screen.lists.first?.rows.map(\.isChosen) == [false, true, false, false])
  }
}

@Suite("The organiser's lists")
struct RoomListTests {
  @Test("have the finds, the newest first, and who was first")
  func finds() {
    var spring = Spring()
    let news = spring.find("bell", by: Spring.ben)
    spring.wait(5)
    spring.find("bell", by: Spring.ann)
    spring.press("3")
    #expect(spring.rows(of: .finds) == [["0 s", "Ann", "The bell", "5"], ["5 s", "Ben", "The bell, first", "5"]])
    guard case .tell(.found(let find))? = news.first else { Issue.record("the find is not told"); return }
    #expect(find.player == "Ben")
  }

  @Test("have the leaderboard, and the points of each player")
  func board() {
    var spring = Spring()
    spring.find("bell", by: Spring.ben)
    spring.find("oak", by: Spring.ann, points: 7)
    spring.press("o")
    #expect(spring.rows(of: .players).map { $0[0] + " " + $0[2] } == ["Ann 7", "Ben 5", "Cleo 0", "Dora "])
    spring.press("2")
    #expect(spring.rows(of: .board).map { $0.prefix(4).joined(separator: " ") } == ["1 Ann Foxes 7", "2 Ben Owls 5"])
  }

  @Test("have what was refused with its reason, and nothing that counts")
  func refused() {
    var spring = Spring()
    spring.refuse(1, of: Spring.ann, "It is too late.")
    spring.wait(3)
    let news = spring.refuse(2, of: Spring.ben, "You were too fast.")
    spring.hear(
      .rulings([
        GivenRuling(
          Ruling(ClaimID(Spring.ann.id, 3), sequence: 3, finds: [.init(treasure: "oak", counts: true, text: "Yes.")]),
          place: 3, time: spring.now)
      ]))
    spring.press("4")
    #expect(spring.rows(of: .refused) == [["0 s", "Ben", "You were too fast."], ["3 s", "Ann", "It is too late."]])
    #expect(spring.screen.lists.last?.tabs.map(\.count) == [4, 0, 0, 2, 0])
    guard case .tell(.rejected(let rejection))? = news.first else { Issue.record("it is not told"); return }
    #expect(rejection.player == "Ben" && rejection.claim.number == 2)
  }

  @Test("stay where they are read while something new comes")
  func scrolling() {
    var spring = Spring()
    for number in 1...40 { spring.refuse(number, of: Spring.ann, "No. \(number)") }
    spring.press("4", .pageDown)
    let read = spring.rows(of: .refused).first
    spring.refuse(41, of: Spring.ann, "No. 41")
    #expect(spring.rows(of: .refused).first == read)
    spring.press(.home)
    #expect(spring.rows(of: .refused).first?.last == "No. 41")
    spring.press(.end, .end)
    #expect(spring.rows(of: .refused).last?.last == "No. 1")
  }

  @Test("are beside the map on a wide screen, below it on a narrow one, and each alone with v")
  func layout() {
    var spring = Spring(columns: 120, rows: 40)
    spring.press("5")
    #expect(spring.screen.lists.map(\.list) == [.players, .messages])
    #expect(spring.screen.lists.allSatisfy { $0.pane.column > (spring.screen.mapPane?.columns ?? 0) })
    spring.hear(.resize(columns: 80, rows: 24))
    #expect(spring.screen.lists.map(\.list) == [.messages])
    #expect(spring.screen.lists.first?.pane.row == 12)
    spring.press("v")
    #expect(spring.screen.lists.isEmpty && spring.screen.mapPane?.rows == 22)
    spring.press("v")
    #expect(spring.screen.map == nil && spring.screen.lists.map(\.list) == [.players, .messages])
  }

  @Test("are drawn of a thousand players in the time of a few frames")
  func thousand() {
    var spring = Spring(columns: 120, rows: 40)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let players = (0..<1000).map { number in
      let id = "AAAAAAAAAAAAAA" + String([letters[number / 32], letters[number % 32]])
      return Player(PlayerID(id)!, name: "Player \(number)", team: "Team \(number % 10)")
    }
    spring.hear(.roster(RoomRoster(joined: players)))
    let time = ContinuousClock().measure {
      for round in 1...10 {
        spring.hear(
          .positions(
            players.enumerated().map { index, player in
              PlayerPosition(
                player.id, team: player.team, at: Spring.spot(Double(index % 40 * round), Double(index / 40)),
                time: spring.now)
            }))
        spring.wait(1)
        _ = spring.screen
      }
    }
    #expect(spring.screen.counts.first == "1000 of 1000 joined, 1000 seen, 0 finds")
    #expect(time < .seconds(5), "\(time) for two seconds of play")
  }
}

@Suite("The organiser says something")
struct RoomSayingTests {
  @Test("to all with m, and hears that it was said")
  func all() {
    var spring = Spring()
    spring.press("m")
    spring.type("q? Come back!")
    #expect(spring.screen.input?.title == "To all players")
    #expect(spring.press(.enter) == [.say("q? Come back!", team: nil)])
    #expect(spring.screen.input == nil)
    let news = spring.hear(.message(EventMessage("q? Come back!", at: spring.now)))
    #expect(news == [.tell(.said(EventMessage("q? Come back!", at: spring.now)))])
    #expect(spring.screen.notice == "Said to all: q? Come back!")
    spring.press("5")
    #expect(spring.rows(of: .messages) == [["0 s", "all", "q? Come back!"]])
  }

  @Test("and what was said before, without a notice")
  func before() {
    var spring = Spring()
    _ = spring.hear(.message(EventMessage("Old.", at: spring.now.advanced(by: .seconds(-61)))))
    #expect(spring.screen.notice == nil)
    spring.press("5")
    #expect(spring.rows(of: .messages) == [["61 s", "all", "Old."]])
  }

  @Test("to the team of the chosen player with M")
  func team() {
    var spring = Spring()
    spring.press("M")
    #expect(spring.screen.notice == "Choose a player first: Tab goes to the next one.")
    spring.press(.tab, "M")
    #expect(spring.screen.notice == "Cleo is in no team.")
    spring.press(.tab, "M")
    spring.type("Run")
    #expect(spring.press(.enter) == [.say("Run", team: "Foxes")])
  }

  @Test("or thinks better of it with Esc, and says nothing empty or too long")
  func nothing() {
    var spring = Spring()
    spring.press("m")
    spring.type("No")
    #expect(spring.press(.escape, .enter).isEmpty)
    spring.press("m")
    #expect(spring.press(" ", .enter).isEmpty && spring.screen.input != nil)
    spring.type(String(repeating: "x", count: 600))
    #expect(spring.screen.input?.left == 0)
  }

  @Test("and reads why it could not be said")
  func trouble() {
    var spring = Spring()
    spring.hear(.notSaid("the event cannot be reached"))
    #expect(spring.screen.notice == "This was not said: the event cannot be reached")
  }
}

@Suite("The organiser's room")
struct RoomProgramTests {
  @Test("tells who joins, once")
  func joining() {
    var spring = Spring()
    let dora = Player(PlayerID("DDDDDDDDDDDDDDDD")!, name: "Dora", team: "Owls")
    let roster = RoomRoster(joined: [Spring.ann, Spring.ben, Spring.cleo, dora])
    #expect(spring.hear(.roster(roster)) == [.tell(.joined(dora))])
    #expect(spring.hear(.roster(roster)).isEmpty)
  }

  @Test("says while the event cannot be reached why, and tells it once")
  func connection() {
    var spring = Spring()
    #expect(spring.hear(.connection(trouble: nil)).isEmpty)
    #expect(spring.hear(.connection(trouble: "no host")) == [.tell(.connection(trouble: "no host"))])
    #expect(spring.hear(.connection(trouble: "no host")).isEmpty)
    #expect(spring.screen.trouble == "no host")
    #expect(spring.hear(.connection(trouble: nil)) == [.tell(.connection(trouble: nil))])
    #expect(spring.screen.trouble == nil)
  }

  @Test("has a page of its keys, and ends with q from there, too")
  func keys() {
    var spring = Spring()
    spring.press("?")
    #expect(spring.screen.page?.title == "Keys")
    spring.press(.escape)
    #expect(spring.screen.page == nil)
    spring.press("?")
    #expect(spring.press("q") == [.quit])
    #expect(spring.press("q") == [.quit])
  }

  @Test("takes any event on a screen of any size")
  func sizes() {
    for (columns, rows) in [(0, 0), (1, 1), (20, 3), (40, 12), (99, 9), (100, 21), (300, 100), (-5, 1 << 40)] {
      var spring = Spring(columns: columns, rows: rows)
      spring.move(Spring.ann, to: 0)
      spring.find("bell", by: Spring.ann)
      for row in EventRoom.keys.rows { for key in row.commands.keys where key != "q" { spring.press(key, .escape) } }
      spring.hear(.pointer(.press(column: columns / 2, row: rows / 2)))
      spring.hear(.pointer(.wheel(steps: -9, column: columns / 2, row: rows / 2)))
      _ = spring.screen
    }
  }
}
