import Game
import Testing

@Suite("What is saved, and what is a rehearsal")
struct RehearsalTests {
  private static let players: [SourceChoice] = [.gpsd(""), .ownTracks, .steer(from: nil)]
  private static let programs: [SourceChoice] = [.walker(seed: 1), .trace("walk.gpx"), .huntTrace]

  @Test("what somebody walks or steers is saved, what a program plays only if it is asked for")
  func beginning() {
    for source in Self.players {
      #expect(Rehearsal(source, wish: nil).isSaved)
      #expect(!Rehearsal(source, wish: false).isSaved)
    }
    for source in Self.programs {
      #expect(!Rehearsal(source, wish: nil).isSaved)
      #expect(Rehearsal(source, wish: true).isSaved)
    }
  }

  @Test("a game that a program began stays a rehearsal, and a player who takes over is told so", arguments: programs)
  func began(program: SourceChoice) {
    var rehearsal = Rehearsal(program, wish: nil)
    #expect(rehearsal.changeSource(to: .walker(seed: 2)) == .nothing)
    guard case .tell(.rehearses(let text)) = rehearsal.changeSource(to: .gpsd("")) else {
      Issue.record("nothing is said")
      return
    }
    #expect(text.contains("began as a rehearsal and stays one"))
    #expect(!rehearsal.isSaved)
  }

  @Test("a program that takes over ends saving, and the game stays a rehearsal", arguments: programs)
  func takenOver(program: SourceChoice) {
    var rehearsal = Rehearsal(.gpsd(""), wish: nil)
    #expect(rehearsal.changeSource(to: .steer(from: nil)) == .nothing)
    #expect(rehearsal.isSaved)
    #expect(rehearsal.changeSource(to: program) == .endSaving)
    #expect(!rehearsal.isSaved)
    #expect(
      rehearsal.hasEnded(losing: nil)
        == .rehearses(
          "From here on this is a rehearsal, of which nothing is saved. What came before is saved: to go on from there, "
            + "leave with q and start again."))
    // Saving ends once.
    #expect(rehearsal.changeSource(to: .walker(seed: 7)) == .nothing)
    guard case .tell(.rehearses(let text)) = rehearsal.changeSource(to: .gpsd("")) else {
      Issue.record("nothing is said")
      return
    }
    #expect(text.hasPrefix("This game stays a rehearsal"))
  }

  @Test("what could not be saved before a program took over is said then and later")
  func lost() {
    var rehearsal = Rehearsal(.gpsd(""), wish: nil)
    #expect(rehearsal.changeSource(to: .huntTrace) == .endSaving)
    for event in [rehearsal.hasEnded(losing: "The disk is full.")] {
      guard case .rehearses(let text) = event else { return }
      #expect(text.hasSuffix("Not everything before it is saved: The disk is full."))
    }
    guard case .tell(.rehearses(let text)) = rehearsal.changeSource(to: .gpsd("")) else { return }
    #expect(text.hasSuffix("Not everything before it is saved: The disk is full."))
  }

  @Test(
    "a game that is wanted saved is saved whoever plays; one that is not wanted or cannot be is not, and nothing is said"
  )
  func wishes() {
    for source in Self.players + Self.programs {
      var (all, none, nowhere) = (
        Rehearsal(source, wish: true), Rehearsal(source, wish: false), Rehearsal(.gpsd(""), wish: nil)
      )
      nowhere.cannotBeSaved()
      for other in Self.programs + Self.players {
        #expect(all.changeSource(to: other) == .nothing)
        #expect(none.changeSource(to: other) == .nothing)
        #expect(nowhere.changeSource(to: other) == .nothing)
      }
      #expect(all.isSaved && !none.isSaved && !nowhere.isSaved)
    }
  }
}
