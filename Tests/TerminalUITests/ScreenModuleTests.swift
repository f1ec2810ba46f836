import Geodesy
import HuntDomain
import Nearby
import Places
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("A screen as a black box")
struct ScreenModuleTests {
  private static let oak = place("Old Oak", 30, 60)

  private func heard(_ module: some ScreenModule) -> some ScreenModule {
    var module = module
    module.receive(.places([Self.oak]), at: .zero)
    module.receive(.target(Self.oak.id), at: .zero)
    module.receive(.location(.fix(Fix(position: spot(0, 0), time: .zero, accuracy: 4))), at: .zero)
    module.receive(.heading(Heading(bearing: .north, source: .compass, uncertainty: 5)), at: .zero)
    return module
  }

  /// The part of a canvas, as a canvas.
  private func part(_ canvas: Canvas, _ area: Area) -> String {
    var part = Canvas(size: area.size)
    for row in 0..<area.size.rows {
      for column in 0..<area.size.columns {
        let cell = canvas[area.column + column, area.row + row]
        part.put(cell.text, column: column, row: row)
      }
    }
    return part.text
  }

  @Test("alone, beside another and over another the compass is the same picture")
  func arrangements() {
    var (compass, map) = (heard(CompassBuilder().build()), heard(MapBuilder().build()))
    var canvas = Canvas(width: 90, height: 24)
    draw(&compass, &map, .full, on: &canvas, at: .zero)
    let full = compass.frame(columns: 90, rows: 24, at: .zero)
    #expect(canvas.text == full.text)

    canvas = Canvas(width: 91, height: 24)
    draw(&map, &compass, .split, on: &canvas, at: .zero)
    let right = Area(column: 46, row: 0, columns: 45, rows: 24)
    let half = compass.frame(columns: 45, rows: 24, at: .zero)
    #expect(part(canvas, right) == half.text)
    let left = Area(column: 0, row: 0, columns: 45, rows: 24)
    let other = map.frame(columns: 45, rows: 24, at: .zero)
    #expect(part(canvas, left) == other.text)

    canvas = Canvas(width: 96, height: 40)
    draw(&map, &compass, .over, on: &canvas, at: .zero)
    let inner = Area(column: 25, row: 11, columns: 46, rows: 18)
    let over = compass.frame(columns: 46, rows: 18, at: .zero)
    #expect(part(canvas, inner) == over.text)
  }

  @Test("the same moment is one plain line")
  func line() {
    #expect(heard(CompassBuilder().build()).line(at: .zero) == "Old Oak: 67 m north-east, turn right 27°")
    #expect(heard(MapBuilder().build()).line(at: .zero) == "GPS 3D ±4 m; Old Oak 67 m NE")
    #expect(CompassBuilder().build().line(at: .zero).hasPrefix("GPS searching"))
  }

  @Test("keys work in it, whoever hosts it")
  func keys() {
    var compass = heard(CompassBuilder().build())
    compass.receive(.key(.right), at: .zero)
    #expect(compass.line(at: .zero).hasSuffix("turn right 12°"))
    let automatic = compass.frame(columns: 60, rows: 20, at: .zero).text
    compass.receive(.key(.character("z")), at: .zero)
    #expect(compass.frame(columns: 60, rows: 20, at: .zero).text != automatic)
    var map = heard(MapBuilder().build())
    let before = map.frame(columns: 60, rows: 20, at: .zero).text
    map.receive(.key(.character("+")), at: .zero)
    let after = map.frame(columns: 60, rows: 20, at: .zero).text
    #expect(after != before)
  }

  @Test("no room is too small", arguments: [(0, 0), (1, 1), (3, 2), (10, 4)])
  func small(columns: Int, rows: Int) {
    var (compass, map) = (heard(CompassBuilder().build()), heard(MapBuilder().build()))
    for arrangement in [Arrangement.full, .split, .over] {
      var canvas = Canvas(width: columns, height: rows)
      draw(&compass, &map, arrangement, on: &canvas, at: .zero)
      draw(&map, &compass, arrangement, on: &canvas, at: .zero)
      #expect(canvas.size == CanvasSize(columns: columns, rows: rows))
    }
  }
}
