import Geodesy
import HuntDomain
import Places
import Testing
import Trials

@Suite("A walkthrough")
struct WalkthroughReaderTests {
  private static let hunt: Hunt = {
    let treasures = ["oak", "old oak", "well"].map { id in
      Treasure(
        place: PointOfInterest(id: id, name: id, position: Coordinate(clampingLatitude: 48, wrappingLongitude: 11)),
        radius: 10)
    }
    var hunt = Hunt(title: "Three", treasures: treasures)
    hunt?.items = [Item(id: "key", name: "a key")]
    return hunt!
  }()

  private func read(_ text: String) throws(WalkthroughError) -> [Walkthrough.Step] {
    try Walkthrough(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), for: Self.hunt) {
      $0 == "48,11" ? Coordinate(latitude: 48, longitude: 11) : nil
    }.steps
  }

  @Test("is read line by line, with comments, blanks, and ids that have blanks in them")
  func steps() throws {
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    let steps = try read(
      """
      start 48,11
      # a comment
      GO to old oak   # here
        go 48,11
      answer old oak seven  feet
      take well
      wait 1.5 min
      expect not open well
      expect item key within 2h
      expect points >= 40 within 5s
      expect found>=1
      expect won
      expect not won
      """)
    #expect(steps.map(\.line) == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    #expect(
      steps.map(\.action) == [
        .start(place), .go(.stage("old oak")), .go(.place(place)), .answer("seven  feet", to: "old oak"),
        .claim("well"), .wait(.seconds(90)),
        .expect(.state([.open, .entered], word: "open", of: "well", isSo: false), within: .zero),
        .expect(.item("key", isSo: true), within: .seconds(7200)),
        .expect(.limit(try TrialRequirement("points >= 40"), isSo: true), within: .seconds(5)),
        .expect(.limit(try TrialRequirement("found>=1"), isSo: true), within: .seconds(60)),
        .expect(.limit(try TrialRequirement("won"), isSo: true), within: .seconds(60)),
        .expect(.limit(try TrialRequirement("won"), isSo: false), within: .zero),
      ])
  }

  @Test("begins a comment only at the start of a line or after a blank: an answer may have # inside")
  func comments() throws {
    let steps = try read("#go to well\nanswer oak C# major #2\nanswer oak no#5#\tsaid\ngo to oak\t#here")
    #expect(
      steps.map(\.action) == [
        .answer("C# major", to: "oak"), .answer("no#5#\tsaid", to: "oak"), .go(.stage("oak")),
      ])
  }

  @Test(
    "a line that is not understood is named, with what can be written instead",
    arguments: [
      ("go to oak\ngo to elm", 2, "there is no stage “elm”; there are oak, old oak, well"),
      ("jump oak", 1, "“jump” is no step; steps are start"), ("go to oaken", 1, "there is no stage “oaken”"),
      ("go to oak now", 1, "“now” is too much here"), ("go to oak\nstart 48,11", 2, "only the first step"),
      ("answer oak", 1, "after the stage comes the answer"), ("wait 5", 1, "expected a time"),
      ("wait 25h", 1, "expected a time of a day at most"), ("wait nan s", 1, "expected a time"),
      ("expect p95<3min", 1, "a game has limits like won"),
      ("expect item rope", 1, "there is no item “rope”"),
      ("expect won soon", 1, "nothing follows won"),
      ("expect found>=-1", 1, "expected a number from 0"), ("expect found>=50%", 1, "no share in percent"),
      ("expect open", 1, "id of a stage"),
      ("expect closed oak", 1, "or expect one of open, entered"), ("", 1, "there is no step"),
      ("start here", 1, "comes a place"),
    ])
  func faults(text: String, line: Int, problem: String) {
    do {
      _ = try read(text)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.line == line && error.problem.contains(problem), "\(error)")
    }
  }
}
