import SystemKit
import Testing

@testable import TerminalUI

@Suite("The reports of frames")
struct FrameReportsTests {
  private let time = Guarded(ContinuousClock.now)

  private func reports() -> FrameReports { FrameReports { [time] in time.withLock { $0 } } }
  private func wait(_ duration: Duration) { time.withLock { $0 += duration } }

  @Test("one that is lost is missed for ten seconds, and until the next one the terminal counts as one that sends none")
  func lost() {
    let reports = reports()
    reports.ask()
    #expect(reports.unshown == nil, "nothing says that it ever sends one")
    reports.note()
    for _ in 0..<2 { reports.ask() }
    wait(.seconds(9))
    reports.ask()
    #expect(reports.unshown == 3)
    reports.note()
    wait(.seconds(9))
    #expect(reports.unshown == 2, "there is progress")
    wait(.seconds(1))
    #expect(reports.unshown == nil)
    for _ in 0..<1000 { reports.ask() }
    reports.note()
    #expect(reports.unshown == 0)
  }

  @Test("who gives the terminal back waits a second for the last ones, if there may be any")
  func farewell() {
    let reports = reports()
    #expect(reports.end == nil)
    reports.ask()
    #expect(reports.end == time.withLock { $0 } + .seconds(1))
    wait(.seconds(1))
    reports.ask()
    #expect(reports.end == nil, "this terminal has never sent one")
    reports.note()
    wait(.seconds(5))
    #expect(reports.end == time.withLock { $0 } + .seconds(1))
    reports.note()
    #expect(reports.end == nil)
  }

  @Test("those that are on their way when the first one comes are waited for, and those after a new size")
  func underWay() {
    let reports = reports()
    for _ in 0..<5 { reports.ask() }
    reports.note()
    #expect(reports.unshown == 0)
    reports.forget()
    for _ in 0..<3 { reports.note() }
    #expect(reports.end != nil)
    reports.note()
    #expect(reports.end == nil)
  }

  @Test("what was asked for ten seconds ago, or not after all, is not waited for")
  func withdrawn() {
    let reports = reports()
    reports.ask()
    reports.note()
    reports.ask()
    wait(.seconds(10))
    #expect(reports.end == nil)
    reports.ask()
    reports.withdraw()
    #expect(reports.end == nil && reports.unshown == 0)
    for _ in 0..<2 { reports.ask() }
    reports.withdrawAll()
    #expect(reports.end == nil && reports.unshown == 0)
  }
}
