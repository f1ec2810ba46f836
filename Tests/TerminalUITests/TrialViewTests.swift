import Geodesy
import HuntDomain
import HuntTesting
import Places
import Simulation
import TerminalUI
import Testing
import TextCanvas
import Trials
import Views

@Suite("The report of a trial")
struct TrialViewTests {
  private func result() async throws -> TrialResult {
    let home = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)
    let plane = TangentPlane(at: home)
    let treasures = [("The old oak", 0.0, 0.0, 25.0), ("The mill", 320, 40, 20), ("The well", 420, 260, 6)].map {
      name, east, north, radius in
      Treasure(
        place: PointOfInterest(
          id: name, name: name, position: plane.coordinate(at: .init(east: east, north: north))), radius: radius)
    }
    let hunt = try #require(Hunt(title: "Keeper's walk", treasures: treasures))
    return await Trial(hunt, players: 40, seed: 1, patience: 600) { SimulatedReceiver(.canyon, seed: $0) }
      .run(threads: 2)
  }

  @Test("stands in 80 columns, with braille and in ASCII", arguments: [GlyphLevel.braille, .ascii])
  func golden(glyphs: GlyphLevel) async throws {
    let result = try await result()
    let limits = [try TrialRequirement("p95<90min"), try TrialRequirement("false-finds=0")]
    let screen = TrialScreen(result, surroundings: "canyon", requirements: limits)
    let heat = HeatMap(result, columns: 80).screen
    var canvas = Canvas(width: 80, height: trialRows(screen, columns: 80, mapRows: heat.rows))
    drawTrial(screen, heat: heat, on: &canvas, glyphs: glyphs)
    let text = glyphs == .ascii ? canvas.asciiText : canvas.text
    let mismatch = Golden.mismatch(of: text, with: "trial-report-\(glyphs.rawValue)")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("survives any size")
  func sizes() async throws {
    let result = try await result()
    let screen = TrialScreen(result, surroundings: "canyon")
    for (width, height) in [(0, 0), (1, 1), (20, 5), (300, 3)] {
      var canvas = Canvas(width: width, height: height)
      let heat = HeatMap(result, columns: width).screen
      drawTrial(screen, heat: heat, on: &canvas, glyphs: .blocks)
      #expect(canvas.size.columns == width)
    }
  }
}
