import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import Places
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("The radar")
struct RadarTests {
  /// A town with far more places than a compass has room for, and a target among them.
  private static let town: NearbySnapshot = {
    var chance = SeededGenerator(seed: 7)
    let kinds = ["bench", "museum", "fountain", "waste_basket", "artwork"]
    var places = (0..<150).map { index in
      let kind = kinds[index % kinds.count]
      return PointOfInterest(
        id: "p\(index)", name: "\(kind) \(index)",
        position: spot(
          chance.uniform() * chance.uniform() * 600 - 150, chance.uniform() * chance.uniform() * 600 - 150),
        kind: kind)
    }
    places.append(PointOfInterest(id: "t", name: "Brass Bell", position: spot(60, 300)))
    var service = NearbyPOIService()
    service.receive(places, at: .zero)
    service.receive(.fix(Fix(position: spot(0, 0), time: .zero, accuracy: 4)), at: .zero)
    service.receive(Heading(bearing: Bearing(degrees: 20), source: .compass, uncertainty: 5), at: .zero)
    return service.snapshot(at: .zero)
  }()

  private static func screen(_ radar: RadarRange = .automatic) -> CompassScreen {
    CompassUseCase().screen(for: town, source: "GPS", roles: ["t": .target], target: "t", radar: radar)
  }

  private static func canvas(_ columns: Int, _ rows: Int, _ radar: RadarRange, _ glyphs: GlyphLevel) -> Canvas {
    var canvas = Canvas(width: columns, height: rows)
    drawCompass(screen(radar), on: &canvas, glyphs: glyphs)
    return canvas
  }

  @Test("counts of all cells add up to the places in range, whatever their order", arguments: RadarRange.allCases)
  func counts(range: RadarRange) {
    let blips = Self.screen(range).blips
    for size in [CanvasSize(columns: 15, rows: 7), CanvasSize(columns: 43, rows: 21)] {
      let spots = Radar.spots(blips, in: size)
      #expect(spots.values.reduce(0) { $0 + $1.count } == blips.count)
      #expect(spots == Radar.spots(blips.reversed(), in: size))
      #expect(spots.values.contains { $0.role == .target })
    }
  }

  @Test("a cell shows the mark of one place, the number of up to nine, + for more, and a target among any number")
  func texts() {
    let symbols = Symbols(glyphs: .ascii)
    let counts = [1, 2, 9, 10, 500].map { Radar.text(Radar.Spot(role: .place, count: $0), symbols) }
    #expect(counts == ["o", "2", "9", "+", "+"])
    #expect(Radar.text(Radar.Spot(role: .target, count: 12), symbols) == "X")
  }

  @Test("it grows with the compass, leaves room for the words about the target, and has the player in its middle")
  func size() {
    var last = 0
    for columns in stride(from: 0, through: 400, by: 7) {
      for rows in 17..<120 {
        guard let size = Radar.size(in: CanvasSize(columns: columns, rows: rows)) else { continue }
        #expect((7...21).contains(size.rows) && size.rows % 2 == 1)
        #expect(size.columns + 28 <= columns && size.rows <= rows)
      }
    }
    for rows in stride(from: 20, through: 100, by: 10) {
      let size = Radar.size(in: CanvasSize(columns: 200, rows: rows))
      #expect(size?.rows ?? 0 >= last)
      last = size?.rows ?? 0
    }
    #expect(last == 21)
    #expect(Radar.size(in: CanvasSize(columns: 45, rows: 20)) == nil)
  }

  @Test(
    "a crowded compass has twelve names, the target's first; the rest are dots, and counts on the radar",
    arguments: [
      ("compass-crowded", 120, 40, RadarRange.m200, GlyphLevel.braille),
      ("compass-crowded-ascii", 80, 24, .automatic, .ascii),
    ])
  func crowded(file: String, columns: Int, rows: Int, range: RadarRange, glyphs: GlyphLevel) {
    let canvas = Self.canvas(columns, rows, range, glyphs)
    let mismatch = Golden.mismatch(of: glyphs == .ascii ? canvas.asciiText : canvas.text, with: file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}
