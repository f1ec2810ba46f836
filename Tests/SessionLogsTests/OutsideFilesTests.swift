import SessionLogs
import Testing

@Suite("Files that a record names")
struct OutsideFilesTests {
  private let known = RecordedGame.File(path: "/home/ada/town.geojson", text: nil, sum: "1")
  private let old = RecordedGame.File(path: "/home/ada/old.geojson", text: nil)

  private func verdicts(_ access: OutsideFiles.Access, now sum: String?) -> (OutsideFiles, [OutsideFiles.Verdict]) {
    var files = OutsideFiles(access)
    let verdicts = [known, old].map { file in files.verdict(on: file) { _ in sum } }
    return (files, verdicts)
  }

  @Test(
    "are allowed by where the record lies, by what the user says, and by what it is read for",
    arguments: [
      (.replay, [.refused, .checked, .own, .own]), (.regressionTest, [.refused, .checked, .checked, .checked]),
      (.ghost, [.unused, .unused, .own, .own]),
    ] as [(OutsideFiles.Use, [OutsideFiles.Access])])
  func access(use: OutsideFiles.Use, expected: [OutsideFiles.Access]) {
    let cases = [(false, false), (false, true), (true, false), (true, true)]
    #expect(cases.map { OutsideFiles.Access(isOwn: $0.0, isAllowed: $0.1, for: use) } == expected)
  }

  @Test(
    "are not even looked at where they are not needed, or not allowed",
    arguments: [OutsideFiles.Access.unused, .refused])
  func unread(access: OutsideFiles.Access) {
    var files = OutsideFiles(access)
    let verdict = files.verdict(on: known) { path in
      Issue.record("\(path) is read")
      return "1"
    }
    #expect(verdict == .leave)
    #expect(files.sentences.isEmpty == (access == .unused))
  }

  @Test("are read with permission if their checksums are in the record and fit")
  func checked() {
    let (same, read) = verdicts(.checked, now: "1")
    #expect(read == [.read, .leave])
    #expect(same.sentences == ["it is read without files that its checksums do not fit: “/home/ada/old.geojson”."])
    for sum in ["2", nil] { #expect(verdicts(.checked, now: sum).1 == [.leave, .leave]) }
  }

  @Test("are all read for a record of one's own, with a warning if they have changed")
  func own() {
    #expect(verdicts(.own, now: "1").1 == [.read, .read])
    #expect(verdicts(.own, now: "2").1 == [.readChanged, .read])
    #expect(verdicts(.own, now: "2").0.sentences.isEmpty)
  }

  @Test("are named when they are left out: few of them, cut, and fit to print")
  func names() throws {
    var files = OutsideFiles(.refused)
    for path in ["/\u{1B}[2Jx", "/" + String(repeating: "a", count: 100) + "/end", "/c", "/d", "/e"] {
      _ = files.verdict(on: RecordedGame.File(path: path, text: nil))
    }
    let sentence = try #require(files.sentences.first)
    #expect(sentence.contains("a/end”, “/c” and 2 more; --allow-files reads") && !sentence.contains("\u{1B}"))
    #expect(sentence.contains("“…") && sentence.count < 300)
    #expect(files.noHunt.hasSuffix("and 2 more, which only --allow-files reads."))
  }
}
