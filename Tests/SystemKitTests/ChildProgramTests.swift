import SystemKit
import Testing

@Suite("A program that is run", .timeLimit(.minutes(1)))
struct ChildProgramTests {
  private func run(_ script: String) -> (outcome: ChildProgram.Outcome, said: String) {
    var said: [UInt8] = []
    let outcome = ChildProgram.run(["/bin/sh", "-c", script], environment: [:]) { bytes in
      said += bytes
      return true
    }
    return (outcome, String(decoding: said, as: UTF8.self))
  }

  @Test("what it writes to its output and as an error arrives whole, with its status")
  func output() {
    let (outcome, said) = run("head -c 300000 /dev/zero | tr '\\0' x; echo end >&2; exit 3")
    #expect(outcome == .ended(status: 3))
    #expect(said.utf8.count == 300_004)
    #expect(said.hasSuffix("xend\n"))
  }

  @Test("its end is noticed although something that it has started goes on and holds its output")
  func heldOutput() {
    let (outcome, said) = run("sleep 1000 & echo $!; kill -9 $$")
    #expect(outcome == .killed(signal: 9))
    #expect(Int(said.dropLast()) != nil)
    _ = run("kill \(said)")
  }

  @Test("one that closes its output goes on, and is waited for")
  func closedOutput() {
    #expect(run("exec >&- 2>&-; read -r line < /dev/null; exit 4").outcome == .ended(status: 4))
  }

  @Test("one that nobody wants any more is ended, with all that it has started")
  func unwanted() {
    let outcome = ChildProgram.run(["/bin/sh", "-c", "sleep 1000; true"], environment: [:]) { _ in false }
    #expect(outcome == .cancelled)
  }

  @Test("one that is not there is told from one that fails")
  func missing() {
    #expect(ChildProgram.run(["/nowhere/program"], environment: [:]) { _ in true } == .notStarted(2))
    #expect(run("exit 2").outcome == .ended(status: 2))
  }
}
