import Foundation
import ProcessTesting
import Testing
import Views

@testable import MapTiles

/// Light as screens make it (IEC 61966-2-1), each part from 0 to 1.
private struct Light {
  var red, green, blue: Double

  init(_ colour: MapPalette.Colour) {
    func linear(_ byte: UInt8) -> Double {
      let part = Double(byte) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    (red, green, blue) = (linear(colour.red), linear(colour.green), linear(colour.blue))
  }

  /// As eyes without one kind of cones see it.
  func seen(_ rows: [[Double]]) -> Light {
    var light = self
    func part(_ row: [Double]) -> Double { max(0, min(1, row[0] * red + row[1] * green + row[2] * blue)) }
    (light.red, light.green, light.blue) = (part(rows[0]), part(rows[1]), part(rows[2]))
    return light
  }

  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// Contrast by WCAG 2, from 1 to 21.
  func contrast(to other: Light) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }

  /// CIE 1976 L*a*b* under D65.
  var lab: [Double] {
    func root(_ value: Double) -> Double { value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116 }
    let x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    let z = root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }

  func distance(to other: Light) -> Double {
    zip(lab, other.lab).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }
}

/// Machado, Oliveira and Fernandes 2009, table 1 at severity 1, for linear light.
private let eyes: [(name: String, rows: [[Double]])] = [
  ("all cones", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
  (
    "protanopia",
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
  ),
  (
    "deuteranopia",
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
  ),
]

@Suite("Palettes")
struct PaletteTests {
  private static let areas = GroundKind.allCases.filter { !lines.contains($0) } + [.pier]
  private static let lines: [GroundKind] = [
    .cliff, .wall, .stream, .pier, .boundary, .ferry, .path, .rail, .service, .street, .road, .highway,
  ]

  private func palette(_ name: String) throws -> MapPalette { try #require(Samples.styles?.palettes[name]) }

  @Test(
    "every palette has a look for every kind of ground, and a colour for every kind of name",
    arguments: ["dark", "light", "safe"])
  func complete(name: String) throws {
    let palette = try palette(name)
    #expect(Set(palette.looks.keys) == Set(GroundKind.allCases))
    #expect(Set(palette.names.keys) == Set(NameKind.allCases))
    for area in Self.areas { #expect(palette.looks[area]?.fill != nil, "\(area)") }
    for line in Self.lines { #expect(palette.looks[line]?.line != nil, "\(line)") }
    #expect(palette.sea.fill != nil && palette.sea.pattern == .waves)
    // Where a pattern is drawn it has an ink.
    for (kind, look) in palette.looks { #expect(look.pattern == .none || look.ink != nil, "\(kind)") }
  }

  @Test("the documentation lists all kinds, in the order of drawing and in that of importance")
  func documented() throws {
    let page = SharedFiles.package.appending(path: "docs/maps.md")
    let text = try String(contentsOf: page, encoding: .utf8).replacing("\n", with: " ")
    for kinds in [GroundKind.allCases.map { "`\($0)`" }, NameKind.allCases.map { "`\($0)`" }] {
      #expect(text.contains(kinds.joined(separator: ", ")), "docs/maps.md: \(kinds)")
    }
  }

  @Test("names stand out from every ground by 4.5 to 1, roads by 3 to 1", arguments: ["dark", "light", "safe"])
  func contrast(name: String) throws {
    let palette = try palette(name)
    let grounds = palette.looks.mapValues(\.fill).compactMapValues(\.self)
    for (ground, fill) in grounds {
      for (kind, colour) in palette.names {
        let contrast = Light(colour).contrast(to: Light(fill))
        #expect(contrast >= 4.5, "\(kind) on \(ground): \(contrast)")
      }
      for kind in [GroundKind.highway, .road, .street] {
        let line = try #require(palette.looks[kind]?.line)
        #expect(Light(line).contrast(to: Light(fill)) >= 3, "\(kind) on \(ground)")
      }
      for kind in Self.lines {
        let line = try #require(palette.looks[kind]?.line)
        #expect(Light(line).contrast(to: Light(fill)) >= 1.5, "\(kind) on \(ground)")
      }
    }
  }

  @Test("lanes and paths stand out from the pattern of the houses beside them", arguments: ["dark", "light", "safe"])
  func lanes(name: String) throws {
    let palette = try palette(name)
    let houses = try #require(palette.looks[.building]?.ink)
    for kind in [GroundKind.path, .service, .street] {
      let line = try #require(palette.looks[kind]?.line)
      #expect(Light(line).contrast(to: Light(houses)) >= 3, "\(kind)")
    }
  }

  @Test("black on white is 21 to 1, and no colour stands out from itself")
  func formula() {
    let (black, white) = (
      MapPalette.Colour(red: 0, green: 0, blue: 0), MapPalette.Colour(red: 255, green: 255, blue: 255)
    )
    #expect(abs(Light(black).contrast(to: Light(white)) - 21) < 1e-9)
    #expect(Light(white).contrast(to: Light(white)) == 1)
    #expect(abs(Light(white).lab[0] - 100) < 0.01)
    for eye in eyes { #expect(Light(white).seen(eye.rows).distance(to: Light(white)) < 0.1, "\(eye.name)") }
  }

  @Test(
    "in the colour-blind-safe palette any two areas differ in pattern or colour, and any two lines in colour, for all eyes"
  )
  func safe() throws {
    let palette = try palette("safe")
    for eye in eyes {
      for (index, one) in Self.areas.enumerated() {
        for other in Self.areas.dropFirst(index + 1) {
          let (left, right) = (try #require(palette.looks[one]), try #require(palette.looks[other]))
          guard left.pattern == right.pattern, let fill = left.fill, let second = right.fill else { continue }
          let distance = Light(fill).seen(eye.rows).distance(to: Light(second).seen(eye.rows))
          #expect(distance >= 6, "\(one) and \(other) with \(eye.name): \(distance)")
        }
      }
      for (index, one) in Self.lines.enumerated() {
        for other in Self.lines.dropFirst(index + 1) {
          let (left, right) = (try #require(palette.looks[one]?.line), try #require(palette.looks[other]?.line))
          let distance = Light(left).seen(eye.rows).distance(to: Light(right).seen(eye.rows))
          #expect(distance >= 10, "\(one) and \(other) with \(eye.name): \(distance)")
        }
      }
    }
  }

  @Test(
    "without any colour areas still differ: water, woods, green places and houses have patterns of their own",
    arguments: ["dark", "light", "safe"])
  func patterns(name: String) throws {
    let looks = try palette(name).looks
    let patterns = [GroundKind.water, .wood, .park, .building, .land].map { looks[$0]?.pattern }
    #expect(Set(patterns).count == patterns.count)
  }

  @Test("roads grow with their class, and small ones appear later", arguments: ["dark", "light", "safe"])
  func roads(name: String) throws {
    let looks = try palette(name).looks
    let roads = try [GroundKind.path, .service, .street, .road, .highway].map { try #require(looks[$0]) }
    #expect(roads.map(\.width) == roads.map(\.width).sorted() && Set(roads.map(\.width)).count == roads.count)
    #expect(roads.map(\.fromZoom) == roads.map(\.fromZoom).sorted(by: >))
  }
}
