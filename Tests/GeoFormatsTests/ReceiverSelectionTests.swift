import GeoFormats
import Testing

/// A report of a receiver; without an accuracy it has no position.
private struct Report {
  let name: String
  let accuracy: Double?
  let second: Int

  init(_ name: String, _ accuracy: Double?, at second: Int) {
    (self.name, self.accuracy, self.second) = (name, accuracy, second)
  }
}

@Suite("Which receiver to follow of several")
struct ReceiverSelectionTests {
  /// The names of the receivers whose reports are followed.
  private func followed(_ reports: [Report]) -> [String] {
    var selection = ReceiverSelection()
    var names: [String] = []
    for report in reports {
      let isFollowed = selection.follows(
        report.name, hasPosition: report.accuracy != nil, accuracy: report.accuracy, at: Int64(report.second) * 1000)
      if isFollowed { names.append(report.name) }
    }
    return names
  }

  /// Every second a report of `a` and one of `b`.
  private func pairs(_ count: Int, a: Double?, b: (Int) -> Double?) -> [Report] {
    (0..<count).flatMap { second -> [Report] in [Report("a", a, at: second), Report("b", b(second), at: second)] }
  }

  private func times(_ count: Int, _ name: String) -> [String] { Array(repeating: name, count: count) }

  @Test("the first one that has a position is followed, though another one is somewhat better")
  func first() {
    #expect(followed(pairs(60, a: 10) { _ in 6 }) == times(60, "a"))
  }

  @Test("one that is clearly better for ten seconds takes the place, and keeps it")
  func better() {
    #expect(followed(pairs(20, a: 30) { _ in 4 }) == times(11, "a") + times(10, "b"))
    // One that is better now and then does not.
    #expect(followed(pairs(60, a: 30) { $0 % 8 == 7 ? 40 : 4 }) == times(60, "a"))
    // Nor does one that says something now and then.
    let rare = pairs(60, a: 30) { _ in 4 }.filter { $0.name == "a" || $0.second % 6 == 0 }
    #expect(followed(rare) == times(60, "a"))
  }

  @Test("one that is silent, or has no position, gives its place away after five seconds")
  func lost() {
    let silent = [Report("a", 4, at: 0)] + (0..<8).map { second -> Report in Report("b", 30, at: second) }
    #expect(followed(silent) == ["a"] + times(3, "b"))
    var blind = pairs(8, a: nil) { _ in 30 }
    blind[0] = Report("a", 4, at: 0)
    #expect(followed(blind) == times(6, "a") + times(3, "b"))
  }

  @Test("one without a position interrupts none that has it, and takes no place")
  func blind() {
    let seeing = [Report("a", 4, at: 0), Report("b", nil, at: 0), Report("a", 4, at: 1), Report("b", nil, at: 60)]
    #expect(followed(seeing) == ["a", "a"])
    let late = [Report("b", nil, at: 0), Report("a", nil, at: 0), Report("a", 4, at: 1), Report("b", nil, at: 1)]
    #expect(followed(late) == ["b", "a", "a"])
  }

  @Test("a report without a name, or without times, changes nothing")
  func unnamed() {
    #expect(followed([Report("a", 4, at: 0), Report("", 4, at: 1), Report("b", 4, at: 1)]) == ["a", ""])
    var selection = ReceiverSelection()
    let names = ["a", "b", "a", "b"].filter { selection.follows($0, hasPosition: true, accuracy: 4, at: nil) }
    #expect(names == ["a", "a"])
  }

  @Test("one that is gone is forgotten, and the next with a position is followed at once")
  func gone() {
    var selection = ReceiverSelection()
    for name in ["a", "b"] { _ = selection.follows(name, hasPosition: true, accuracy: 4, at: 0) }
    #expect(selection.followed == "a" && selection.others == ["b"])
    selection.forget("a")
    let isFollowed = selection.follows("b", hasPosition: true, accuracy: 4, at: 100)
    #expect(isFollowed && selection.followed == "b" && selection.others == [])
  }

  @Test("any number of names and any times are taken")
  func hostile() {
    var selection = ReceiverSelection()
    for number in 0..<10_000 {
      for time in [Int64.min, 0, .max] {
        _ = selection.follows("\(number)", hasPosition: number % 2 == 0, accuracy: .nan, at: time)
      }
    }
    #expect(selection.others.count < 20)
  }
}
