import Editor
import Geodesy
import HuntDomain
import Numbers
import PlaceSamples
import Testing

@Suite("A draft")
struct DraftTests {
  private func stage(_ id: String, _ metres: Double = 10) -> Treasure { Treasure(place: place(id, metres), radius: 10) }

  @Test("is no hunt without a stage, and one with everything of the hunt that it came from")
  func hunt() throws {
    #expect(Draft(title: "Empty").hunt == nil)
    var original = try #require(
      Hunt(
        title: "Three", id: "three", summary: "s", author: "a", licence: "l", order: .any,
        treasures: [stage("a"), stage("b")]))
    original.goal = .found("b")
    original.items = [Item(id: "key", name: "Key")]
    original.limit = .seconds(600)
    original.message = "Well done."
    #expect(Draft(original).hunt == original)
    let renamed = try #require(Draft(original).applying(.title("Two"))?.hunt)
    #expect(renamed.title == "Two" && renamed.id == "three" && renamed.goal == .found("b"))
  }

  @Test("takes only changes that fit it")
  func fitting() throws {
    let draft = try #require(Draft(title: "T").applying(.add(stage("a"), at: 0)))
    for change in [
      DraftChange.add(stage("a", 50), at: 0), .add(stage("b"), at: 2), .add(stage("b"), at: -1), .replace(stage("b")),
      .replace(stage("a")), .remove(id: "b"), .move(id: "a", to: 1), .move(id: "a", to: -1), .move(id: "a", to: 0),
      .title("T"),
    ] {
      #expect(draft.applying(change) == nil, "\(change)")
    }
  }

  @Test("makes ids of names, each only once")
  func ids() throws {
    var draft = Draft(title: "T")
    var ids: [String] = []
    for name in ["The Old Mill!", "the old mill", "THE OLD MILL", "東京", "Ärger", "-", "stage"] {
      let id = draft.freeID(for: name)
      draft = try #require(draft.applying(.add(stage(id), at: draft.treasures.count)))
      ids.append(id)
    }
    #expect(
      ids == ["the-old-mill", "the-old-mill-2", "the-old-mill-3", "stage", "rger", "stage-2", "stage-3"])
  }
}

@Suite("The history of a draft")
struct DraftHistoryTests {
  /// The simplest thing that could be right: every state in a list, and where one stands in it.
  private struct Model {
    var states: [Draft]
    var current = 0

    mutating func apply(_ change: DraftChange) {
      guard let next = states[current].applying(change) else { return }
      states = states[...current] + [next]
      current += 1
    }
  }

  private func change(_ draft: Draft, _ chance: inout SeededGenerator) -> DraftChange {
    let id = draft.treasures.randomElement(using: &chance)?.id ?? "none"
    let count = draft.treasures.count
    switch Int.random(in: 0..<6, using: &chance) {
    case 0: return .remove(id: id)
    case 1: return .move(id: id, to: Int.random(in: -1...count, using: &chance))
    case 2: return .title("Title \(Int.random(in: 0..<3, using: &chance))")
    case 3:
      var treasure = Treasure(place: place(id, Double.random(in: 1...9, using: &chance)), radius: 12)
      treasure.message = "changed"
      return .replace(treasure)
    default:
      let name = "stage \(Int.random(in: 0..<8, using: &chance))"
      return .add(Treasure(place: place(name, 5), radius: 10), at: Int.random(in: 0...max(1, count), using: &chance))
    }
  }

  @Test(
    "whatever is done, undone and done again, the draft is the one of that time",
    arguments: 1...200 as ClosedRange<UInt64>)
  func randomWork(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let start = Draft(title: "T")
    var (history, model) = (DraftHistory(start), Model(states: [start]))
    var written: [Int: Draft] = [0: start]
    for _ in 0..<60 {
      let revision: Revision?
      switch Int.random(in: 0..<5, using: &chance) {
      case 0:
        revision = history.undo()
        model.current = max(0, model.current - 1)
      case 1:
        revision = history.redo()
        model.current = min(model.states.count - 1, model.current + 1)
      default:
        let change = change(history.state.draft, &chance)
        revision = history.apply(change)
        model.apply(change)
      }
      #expect(history.state.draft == model.states[model.current])
      #expect(history.canUndo == (model.current > 0))
      #expect(history.canRedo == (model.current < model.states.count - 1))
      guard let revision else { continue }
      // Whoever writes files from the revisions alone has the same draft.
      if let base = revision.base, let change = revision.change, let before = written[base] {
        #expect(written[revision.number] == nil)
        written[revision.number] = before.applying(change)
      }
      #expect(written[revision.number] == history.state.draft)
    }
    while history.canUndo { _ = history.undo() }
    #expect(history.state.draft == start && history.state.number == 0)
    while history.canRedo { _ = history.redo() }
    #expect(history.state.draft == model.states.last)
  }
}
