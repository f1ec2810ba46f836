import Foundation
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

  @Test("its end is noticed although something that it has started goes on and writes more and more")
  func foreignOutput() {
    // That ends when nobody reads any more.
    #expect(run("yes & exit 6").outcome == .ended(status: 6))
  }

  private func isZombie(_ pid: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.contains(") Z ") ?? true
  }

  @Test("its end is noticed although something that it has started goes on and holds its output")
  func heldOutput() {
    let (outcome, said) = run("sleep 1000 & echo $!; kill -9 $$")
    #expect(outcome == .killed(signal: 9))
    #expect(Int(said.dropLast()) != nil)
    _ = run("kill -9 \(said)")
  }

  @Test("signals reach it that the calling thread holds back")
  func signals() {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(run("kill -TERM $$; exit 7").outcome == .killed(signal: SIGTERM))
  }

  @Test("one that closes its output goes on, and is waited for")
  func closedOutput() {
    #expect(run("exec >&- 2>&-; sleep 0.2; exit 4").outcome == .ended(status: 4))
  }

  @Test("one that nobody wants any more is ended, with all that it has started")
  func unwanted() throws {
    var said: [UInt8] = []
    let outcome = ChildProgram.run(["/bin/sh", "-c", "sleep 1000 & echo $!; wait"], environment: [:]) { bytes in
      said += bytes
      return said.isEmpty
    }
    #expect(outcome == .cancelled)
    let pid = try #require(pid_t(String(decoding: said.dropLast(), as: UTF8.self)))
    // It has another parent now, which may take a moment to notice.
    while kill(pid, 0) == 0, !isZombie(pid) { usleep(1000) }
  }

  @Test("one that is not there is told from one that fails")
  func missing() {
    #expect(ChildProgram.run(["/nowhere/program"], environment: [:]) { _ in true } == .notStarted(2))
    #expect(run("exit 2").outcome == .ended(status: 2))
  }
}
