import Geodesy
import HuntDomain
import HuntInspection
import Places

extension Planted {
  /// What players read too early.
  static let spoilers: [Planted] = [
    Planted(
      "an answer in its own question", .warning, .answerToldHere, "cedar",
      park { $0.question = Question("Ludwig Sckell planted it. Who?", rule: riddle.rule) }),
    Planted(
      "an answer in its own name", .warning, .answerToldHere, "cedar",
      park {
        $0.place = PointOfInterest(id: "cedar", name: "Tree of ludwig SCKELL", position: $0.place.position)
        $0.question = riddle
      }),
    Planted(
      "an answer at the beginning of a longer word", .warning, .answerToldHere, "cedar",
      park {
        $0.place = PointOfInterest(id: "cedar", name: "A tree, Sckellstraße", position: $0.place.position)
        $0.question = Question("Who planted it?", rule: .text(["Ludwig Sckell", "Sckell"]))
      }),
    Planted(
      "an answer on arrival", .warning, .answerToldHere, "cedar",
      park {
        $0.arrival = "A sign: planted by Ludwig Sckell."
        $0.question = riddle
      }),
    Planted(
      "an answer in a free hint", .warning, .answerToldHere, "cedar",
      park {
        $0.hints = [Hint("It was Ludwig Sckell.")]
        $0.question = riddle
      }),
    Planted(
      "a number in its own question", .warning, .answerToldHere, "cedar",
      park { $0.question = Question("In 1789, or later?", rule: .number(1789, tolerance: 0)) }),
    Planted(
      "an answer in the title", .warning, .answerToldBefore, "cedar",
      park(whole: Whole { $0.title = "The trees of Ludwig Sckell" }) { $0.question = riddle }),
    Planted(
      "an answer in the summary", .warning, .answerToldBefore, "cedar",
      park(whole: Whole { $0.summary = "What Ludwig Sckell planted." }) { $0.question = riddle }),
    Planted(
      "an answer in an earlier hint", .warning, .answerToldBefore, "dogwood",
      trees([
        tree("cedar", 200) { $0.hints = [Hint("Ludwig Sckell liked it.", price: 2)] },
        tree("dogwood", 300) { $0.question = riddle },
      ])),
    Planted(
      "all words of an answer in an earlier hint, in another order", .warning, .answerToldBefore, "dogwood",
      trees([
        tree("cedar", 200) { $0.hints = [Hint("Sckell, whose first name was Ludwig, liked it.", price: 2)] },
        tree("dogwood", 300) { $0.question = riddle },
      ])),
    Planted(
      "what is left of an answer without the word for a street", .warning, .answerToldHere, "cedar",
      park {
        $0.arrival = "The Lindauer is the oldest inn here."
        $0.question = Question("Which street leads on?", rule: .text(["Lindauer Gasse"]))
      }),
    Planted(
      "an answer in an earlier message", .note, .answerToldBefore, "dogwood",
      trees([
        tree("cedar", 200) { $0.message = "A letter from Ludwig Sckell." },
        tree("dogwood", 300) { $0.question = riddle },
      ])),
    Planted(
      "a hidden name in the summary", .warning, .nameTold, "cedar",
      park(whole: Whole { $0.summary = "Look for the Cedar Gate." }) { $0.visibility = .near(metres: 60) }),
    Planted(
      "a hidden name in an earlier question", .warning, .nameTold, "dogwood",
      trees([
        tree("alder", 0) {
          $0.question = Question("How far to the Dogwood Steps?", rule: .number(7, tolerance: 1))
        },
        tree("dogwood", 300) { $0.visibility = .revealed(.found("alder")) },
      ])),
    Planted(
      "a hidden name in a message long before", .warning, .nameTold, "dogwood",
      trees([
        tree("alder", 0) { $0.message = "It ends at Dogwood Steps." }, tree("birch", 100),
        tree("dogwood", 300) { $0.visibility = .near(metres: 60) },
      ])),
    Planted(
      "a hidden place in a hint", .warning, .placeTold, "dogwood",
      trees([
        tree("alder", 0) { $0.hints = [Hint("The end is at \(spot(300)).")] },
        tree("dogwood", 300) { $0.visibility = .near(metres: 60) },
      ])),
    Planted(
      "a hidden place in degrees and minutes", .warning, .placeTold, "dogwood",
      trees([
        tree("alder", 0) { $0.arrival = "N 48° 08.220' E 011° 34.742'" },
        tree("dogwood", 300) { $0.visibility = .revealed(.found("alder")) },
      ])),
  ]

  /// Names, and what a hunt says of itself.
  static let names: [Planted] = [
    Planted(
      "two treasures of one name", .warning, .sameName, "cedar",
      park { $0.place = PointOfInterest(id: "cedar", name: "the alder!", position: $0.place.position) }),
    Planted(
      "two items of one name", .warning, .sameName, nil,
      park(whole: Whole { $0.items = [Item(id: "a", name: "Key"), Item(id: "b", name: "key")] }) {
        $0.items = ["a", "b"]
      }),
    Planted(
      "a treasure without a name", .warning, .noName, "cedar",
      park { $0.place = PointOfInterest(id: "cedar", name: " ", position: $0.place.position) }),
    Planted("an id with a space", .warning, .fragileID, "old oak", trees([tree("old oak", 0)])),
    Planted("an id with a slash", .warning, .fragileID, "../oak", trees([tree("../oak", 0)])),
    Planted(
      "an id of 100 letters", .warning, .fragileID, String(repeating: "o", count: 100),
      trees([tree(String(repeating: "o", count: 100), 0)])),
    Planted(
      "ids that differ in capitals", .warning, .similarID, "OAK",
      trees([
        tree("oak", 0),
        tree("OAK", 100) { $0.place = PointOfInterest(id: "OAK", name: "Another", position: $0.place.position) },
      ])),
    Planted(
      "prices where nothing gives points", .warning, .noPoints, nil,
      trees([
        tree("alder", 0) {
          $0.points = 0
          $0.hints = [Hint("Look up.", price: 3)]
        },
        tree("birch", 100) { $0.points = 0 },
      ])),
    Planted("no author", .note, .noAuthor, nil, park(whole: Whole { $0.author = "" })),
    Planted("no licence", .note, .noLicence, nil, park(whole: Whole { $0.licence = " " })),
  ]
}
