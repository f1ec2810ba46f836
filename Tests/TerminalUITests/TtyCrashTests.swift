import Testing

@testable import TerminalUI

@Suite("Crashes on purpose")
struct TtyCrashTests {
  @Test("every kind ends the process by a signal")
  func everyKind() async {
    await #expect(processExitsWith: .failure) { CrashTest.trap.crash() }
    await #expect(processExitsWith: .failure) { CrashTest.nan.crash() }
    await #expect(processExitsWith: .failure) { CrashTest.stack.crash() }
    await #expect(processExitsWith: .failure) { CrashTest.abort.crash() }
  }

  @Test("a crash puts one line on standard error")
  func notice() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let pair = try TtyPair()
      Rescue.prepare(pair.device, notice: "It crashed.")
      Rescue.arm()
      CrashTest.nan.crash()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.split(separator: "\n").last == "It crashed.")
  }
}
