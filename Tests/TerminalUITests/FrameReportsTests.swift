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

  @Test("who gives the terminal back waits for the last ones: two seconds, or a moment if there may be none")
  func farewell() {
    let reports = reports()
    #expect(reports.end == nil)
    reports.ask()
    #expect(reports.end == time.withLock { $0 } + .milliseconds(250))
    wait(.milliseconds(250))
    #expect(reports.end == nil)
    reports.note()
    reports.ask()
    wait(.seconds(5))
    #expect(reports.end == time.withLock { $0 } + .seconds(2))
    reports.forget()
    #expect(reports.end == nil && reports.unshown == 0)
  }
}
