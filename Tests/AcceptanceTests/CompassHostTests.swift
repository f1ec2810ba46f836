import ProcessTesting
import Testing

@Suite("A program that embeds the compass alone")
struct CompassHostTests {
  @Test("runs, says the way in lines, and draws a frame")
  func run() async throws {
    let run = try await Command.run(TroveBinary.folder + "/compass-host", [])
    #expect(run.status == 0 && run.error == "")
    #expect(run.lines.first?.hasPrefix("The Well: 120 m north-east") == true)
    // Past the well by then: it lies behind on the right.
    #expect(run.lines.count > 12 && run.output.contains("The Well"))
  }
}
