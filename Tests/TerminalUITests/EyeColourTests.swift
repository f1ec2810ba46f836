import Eye
import Foundation
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// The light of a sample, by eyes with all cones, without those for red, and without those for green (Machado, Oliveira
/// and Fernandes 2009, severity 1), as luminance in `0 ... 1`.
private func luminances(_ sample: UInt32) -> [Double] {
  let light = [16, 8, 0].map { shift -> Double in
    let part = Double(sample >> UInt32(shift) & 0xFF) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }
  let eyes = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
  ]
  return eyes.map { rows in
    let seen = rows.map { max(0, min(1, zip($0, light).map(*).reduce(0, +))) }
    return 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
  }
}

/// The least contrast by WCAG 2 that any of those eyes sees.
private func contrast(_ one: UInt32, _ other: UInt32) -> Double {
  zip(luminances(one), luminances(other)).map { (max($0, $1) + 0.05) / (min($0, $1) + 0.05) }.min() ?? 0
}

/// What the eye sees from a corner without a map, at times of day, dusk and night.
private func screen(
  _ light: EyeScreen.Light, heading: Double = 0, target: Double? = nil, columns: Int = 80, rows: Int = 23
) throws -> EyeScreen {
  let corner = Coordinate(clampingLatitude: 47.1, wrappingLongitude: 9.5)
  var service = NearbyPOIService()
  if let target {
    let position = corner.offset(by: target, toward: Bearing(degrees: heading))
    service.receive([PointOfInterest(id: "goal", name: "goal", position: position)], at: .zero)
  }
  service.receive(.fix(Fix(position: corner, time: .zero)), at: .zero)
  service.receive(Heading(bearing: Bearing(degrees: heading), source: .manual, uncertainty: 0), at: .zero)
  // 2026-06-21, at 12:00, 19:30 and 23:00 UTC.
  let time: Int64 =
    switch light {
    case .day: 1_782_043_200_000
    case .dusk: 1_782_070_200_000
    case .night: 1_782_082_800_000
    }
  var eye = EyeUseCase()
  let nearby = service.snapshot(at: .zero)
  eye.look(around: nearby.quality.fix, geometries: [])
  let seen = eye.screen(
    for: nearby, roles: ["goal": .target], time: Timestamp(milliseconds: time),
    columns: columns, rows: rows)
  let screen = try #require(seen)
  #expect(screen.light == light)
  return screen
}

private let looks = [ColourDepth.twoHundredFiftySix, .trueColour].flatMap { depth in
  EyePalette.allCases.map { EyeLook(.quadrants, colours: depth, palette: $0) }
}

@Suite("Colours of the eye")
struct EyeColourTests {
  /// All colours that walls of houses have.
  private func walls(_ colours: EyeColours, steps: ClosedRange<Int> = 0...EyeColours.hazeSteps) -> Set<UInt32> {
    var found: Set<UInt32> = []
    for (seed, step) in (0..<24).flatMap({ seed in steps.map { (UInt64(seed) << 5, $0) } }) {
      for degrees in stride(from: 0.0, to: 360, by: 15) {
        let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
        let wall = colours.wall(seed: seed, outward: SIMD2(Float(sine), Float(cosine)), step, glass: 1)
        found.formUnion([wall.plain, wall.eave])
      }
    }
    return found
  }

  @Test(
    "way, beacon and chest have two kinds of brightness, one of which differs from any wall and ground, for all eyes",
    arguments: looks, EyeScreen.Light.allCases)
  func goals(look: EyeLook, light: EyeScreen.Light) throws {
    let colours = EyeColours(try screen(light), look)
    let pairs = [
      ("beacon", colours.beacon(isHidden: false, over: 0), colours.casing),
      ("way", colours.ground(.route, isDark: false, 0), colours.casing),
      ("chest", colours.chest.band, colours.chest.box),
    ]
    let grounds = EyeGround.allCases.filter { $0 != .route }.map { colours.ground($0, isDark: false, 0) }
    for (name, one, other) in pairs {
      #expect(contrast(one, other) >= 3.5, "\(name)")
      for around in walls(colours).union(grounds) {
        let best = max(contrast(one, around), contrast(other, around))
        #expect(best >= 1.7, "\(name) on \(String(around, radix: 16)): \(best)")
      }
    }
  }

  @Test("a beacon is a bright pillar with dark sides", arguments: looks)
  func pillar(look: EyeLook) throws {
    let screen = try screen(.day, target: 200)
    let colours = EyeColours(screen, look)
    var painter = EyePainter(screen, colours, across: 2, down: 2)
    let samples = painter.paint()
    for y in samples.height / 3..<samples.height / 2 {
      let row = (0..<samples.width).map { samples.colours[y * samples.width + $0] }
      let core = row.indices.filter { samples.subjects[y * samples.width + $0] == .beacon }
      let (first, last) = (try #require(core.first), try #require(core.last))
      #expect(core == Array(first...last) && row[first - 1] == colours.casing && row[last + 1] == colours.casing)
    }
  }

  @Test("each palette has walls of its own, and the safe one none that are yellow")
  func palettes() throws {
    let day = try screen(.day)
    for depth in [ColourDepth.twoHundredFiftySix, .trueColour] {
      let all = EyePalette.allCases.map { palette in
        walls(EyeColours(day, EyeLook(.quadrants, colours: depth, palette: palette)), steps: 0...1)
      }
      #expect(Set(all).count == 3)
      let safe = EyeColours(day, EyeLook(.quadrants, colours: depth, palette: .safe))
      for wall in walls(safe, steps: 0...1) { #expect(wall & 0xFF >= wall >> 16 & 0xFF, "\(String(wall, radix: 16))") }
    }
    #expect(
      EyePalette(style: "light") == .light && EyePalette(style: "mine") == .dark && EyePalette(style: nil) == .dark)
  }

  @Test("with 256 colours all are entries of xterm's palette, and the sky is a few flat bands", arguments: looks[..<3])
  func entries(look: EyeLook) throws {
    for light in EyeScreen.Light.allCases {
      let screen = try screen(light, target: 30)
      var painter = EyePainter(screen, EyeColours(screen, look), across: 2, down: 2)
      let samples = painter.paint()
      for sample in Set(samples.colours) {
        let entry = RGB(xterm: UInt8(sample >> 24))
        #expect(sample & 0xFFFFFF == UInt32(entry.red) << 16 | UInt32(entry.green) << 8 | UInt32(entry.blue))
        #expect(sample >> 24 >= 16)
      }
      let sky = samples.colours.indices.filter { samples.subjects[$0] == .sky && $0 % samples.width == 0 }
      #expect((1...5).contains(Set(sky.map { samples.colours[$0] }).count))
      // No mixtures of them on the canvas either.
      var canvas = Canvas(width: 80, height: 24)
      var signs = EyeSigns()
      drawEye(screen, on: &canvas, look: look, signs: &signs)
      let known = Set(samples.colours.map { $0 & 0xFEFEFE })
      let shown = (0..<80 * 24).compactMap { canvas[$0 % 80, $0 / 80].style.picture?.background }
      for colour in Set(shown) {
        let packed = UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
        #expect(known.contains(packed & 0xFEFEFE), "\(colour)")
      }
      #expect(!shown.isEmpty)
    }
  }

  @Test("with 256 colours most walls near by have a tint, in day and dusk", arguments: [EyeScreen.Light.day, .dusk])
  func tints(light: EyeScreen.Light) throws {
    let colours = EyeColours(try screen(light), EyeLook(.quadrants, colours: .twoHundredFiftySix))
    let near = walls(colours, steps: 0...1)
    let grey = near.filter { $0 & 0xFF == $0 >> 8 & 0xFF && $0 & 0xFF == $0 >> 16 & 0xFF }
    #expect(grey.count * 3 < near.count)
  }
}

@Suite("Stars of the eye")
struct EyeStarTests {
  private func stars(_ screen: EyeScreen, _ glyphs: EyeGlyphs) -> [(column: Int, row: Int, text: String)] {
    var canvas = Canvas(width: screen.camera.columns, height: screen.camera.rows + eyeTapeRows)
    var signs = EyeSigns()
    drawEye(screen, on: &canvas, look: EyeLook(glyphs), signs: &signs)
    return (eyeTapeRows..<canvas.size.rows).flatMap { row in
      (0..<canvas.size.columns).compactMap { column in
        let text = canvas[column, row].text
        return ["•", "*", "."].contains(text) && row < 13 ? (column, row - eyeTapeRows, text) : nil
      }
    }
  }

  @Test("stand at their bearings and heights, large ones if they are bright", arguments: [EyeGlyphs.quadrants, .ascii])
  func places(glyphs: EyeGlyphs) throws {
    for heading in stride(from: 0.0, to: 360, by: 60) {
      let screen = try screen(.night, heading: heading)
      let seen = screen.stars.filter { star in
        let (x, y) = (screen.camera.column(of: star.bearing), row(star, screen))
        return x >= 0 && x < 80 && y >= 0 && y < 12
      }
      let drawn = stars(screen, glyphs)
      #expect(drawn.count <= seen.count && drawn.count >= seen.count - 2)
      for (column, line, text) in drawn {
        let star = seen.filter {
          Int(screen.camera.column(of: $0.bearing)) == column && Int(row($0, screen)) == line
        }
        #expect(!star.isEmpty && (text != ".") == star.contains { $0.magnitude < 1 })
      }
    }
  }

  private func row(_ star: EyeScreen.Star, _ screen: EyeScreen) -> Double {
    let (sine, cosine) = Angle.sineAndCosine(degrees: star.elevation)
    return screen.camera.row(ofSlope: sine / cosine)
  }

  @Test("move by whole columns when the player turns, and there are none by day")
  func turning() throws {
    let (before, after) = (try screen(.night, heading: 90), try screen(.night, heading: 90 + 0.9375 * 4))
    #expect(after.camera.columnsMoved(since: before.camera) == -4)
    let moved = stars(before, .quadrants).filter { $0.column >= 4 }.map { [$0.column - 4, $0.row] }
    #expect(!moved.isEmpty)
    #expect(moved == stars(after, .quadrants).filter { $0.column < 76 }.map { [$0.column, $0.row] })
    #expect(try screen(.day).stars.isEmpty && screen(.dusk).stars.isEmpty)
  }
}
