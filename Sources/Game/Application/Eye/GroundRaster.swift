/// What lies on the ground around a place, from above: one square of texels in another, the inner ones finer.
///
/// Painted once for a place, so that a picture needs only a look-up for each of its samples.
package struct GroundRaster: Hashable, Sendable {
  /// Metres along the side of a texel in each square, the finest first: as fine as a sample of the picture near the
  /// camera, and coarse where a sample spans metres.
  static let texels = [0.125, 0.5, 1.6]
  /// Texels along the side of each square.
  static let side = 640
  /// Metres from the middle that the widest square reaches.
  static let reach = Double(side) / 2 * (texels.last ?? 1)

  /// The texels of each square, row by row from the north-west.
  private var squares: [[UInt8]]
  /// What lies beyond all squares, and where nothing was painted.
  private let base: EyeGround
  /// Where the middle lies on the chequer of the world, in metres.
  private let phase: SIMD2<Float>
  /// For each row of the square that is painted the eastings where edges cross it; kept between areas.
  private var crossings: [[Double]] = Array(repeating: [], count: GroundRaster.side)

  /// Ground all of one kind.
  ///
  /// - Parameter phase: where the middle lies on the chequer of the world, in metres.
  init(_ base: EyeGround, phase: SIMD2<Float> = .zero) {
    (self.base, self.phase) = (base, phase)
    squares = Self.texels.map { _ in [UInt8](repeating: base.rawValue, count: Self.side * Self.side) }
  }

  /// The ground at a point, in metres east and north of the middle.
  package func ground(east: Double, north: Double) -> EyeGround {
    EyeGround(rawValue: code(Float(east), Float(north))) ?? base
  }

  /// The ground along a row of the picture: at a distance from a point, in many directions.
  ///
  /// - Parameters:
  ///   - directions: sines and cosines of bearings.
  ///   - codes: gets the raw value of an ``EyeGround`` for each direction, and ``chequer`` added on every other square
  ///     of a chequer that lies on the world: it shows how far the ground reaches, and that it moves.
  package func look(
    from eye: SIMD2<Float>, distance: Float, directions: [SIMD2<Float>], into codes: inout [UInt8]
  ) {
    for index in directions.indices {
      let point = eye + directions[index] * distance
      let square = ((point + phase) / Self.chequerSide).rounded(.down)
      let isOdd = Int32(square.x + square.y) & 1 != 0
      codes[index] = code(point.x, point.y) | (isOdd ? Self.chequer : 0)
    }
  }

  /// Added to the code of ground on every other square of the chequer.
  package static let chequer: UInt8 = 0x80
  /// Metres along the side of a square of the chequer.
  private static let chequerSide: Float = 2.5

  private func code(_ east: Float, _ north: Float) -> UInt8 {
    let half = Float(Self.side / 2)
    for (square, texel) in Self.texels.enumerated() {
      let (column, row) = (east / Float(texel) + half, half - north / Float(texel))
      // Written so that what is not a number lies outside.
      if column >= 0, row >= 0, column < 2 * half, row < 2 * half {
        return squares[square][Int(row) * Self.side + Int(column)]
      }
    }
    return base.rawValue
  }

  // MARK: - Painting

  /// Paints an area by its rings (even-odd).
  ///
  /// - Parameters:
  ///   - pattern: what lies at each texel of all squares, where that is not the same everywhere.
  ///   - isBelowWays: ways that are there already stay.
  mutating func paint(
    _ ground: EyeGround, rings: [[SIMD2<Double>]], as pattern: [[UInt8]]? = nil, isBelowWays: Bool = false
  ) {
    for square in squares.indices { paint(ground, rings, square, pattern, isBelowWays) }
  }

  /// Grass, and earth where there is a town, for all texels.
  ///
  /// - Parameter town: says along a line from west to east, so many metres north of the middle, where there is a town.
  static func pattern(_ town: (_ north: Double) -> BuiltUp.Line) -> [[UInt8]] {
    let (half, grass, paved) = (Double(side) / 2, EyeGround.grass.rawValue, EyeGround.earth.rawValue)
    return texels.map { texel in
      var square: [UInt8] = []
      square.reserveCapacity(side * side)
      for row in 0..<side {
        let line = town((half - Double(row) - 0.5) * texel)
        for column in 0..<side {
          square.append(line.isTown(east: (Double(column) + 0.5 - half) * texel) ? paved : grass)
        }
      }
      return square
    }
  }

  /// Paints a line of a width in metres, with round corners; no narrower than a texel.
  ///
  /// - Parameters:
  ///   - isBelowWays: ways that are there already stay.
  ///   - isFlat: the end is not round.
  mutating func paint(
    _ ground: EyeGround, line: [SIMD2<Double>], width: Double, isBelowWays: Bool = false, isFlat: Bool = false
  ) {
    for square in squares.indices {
      let half = max(width, Self.texels[square]) / 2
      for (index, (from, to)) in zip(line, line.dropFirst()).enumerated() where isNear(from, to, square) {
        paint(ground, [Self.strip(from, to, half)], square, nil, isBelowWays)
        guard half > Self.texels[square], !isFlat || index + 2 < line.count else { continue }
        paint(ground, [Self.disc(to, half)], square, nil, isBelowWays)
      }
    }
  }

  private static func strip(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ half: Double) -> [SIMD2<Double>] {
    let along = to - from
    let length = (along * along).sum().squareRoot()
    guard length > 0 else { return [] }
    let side = SIMD2(along.y, -along.x) * (half / length)
    return [from + side, to + side, to - side, from - side]
  }

  private static func disc(_ middle: SIMD2<Double>, _ radius: Double) -> [SIMD2<Double>] {
    octagon.map { middle + $0 * radius }
  }

  private static let octagon: [SIMD2<Double>] = {
    let (far, near) = (1.0, 0.7071)
    return [
      SIMD2(far, 0), SIMD2(near, near), SIMD2(0, far), SIMD2(-near, near), SIMD2(-far, 0), SIMD2(-near, -near),
      SIMD2(0, -far), SIMD2(near, -near),
    ]
  }()

  /// Whether the box around two points may touch a square.
  private func isNear(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ square: Int) -> Bool {
    let reach = Double(Self.side / 2) * Self.texels[square] + 10
    return min(from.x, to.x) < reach && max(from.x, to.x) > -reach && min(from.y, to.y) < reach
      && max(from.y, to.y) > -reach
  }

  private mutating func paint(
    _ ground: EyeGround, _ rings: [[SIMD2<Double>]], _ square: Int, _ pattern: [[UInt8]]?, _ isBelowWays: Bool
  ) {
    let (texel, half) = (Self.texels[square], Double(Self.side / 2))
    var (top, bottom) = (Self.side, 0)
    for ring in rings {
      guard var from = ring.last else { continue }
      for to in ring {
        // The middles of texels decide.
        let (first, second) = (half - from.y / texel - 0.5, half - to.y / texel - 0.5)
        let begin = max(0, min(first, second).rounded(.up))
        let end = min(Double(Self.side - 1), (max(first, second)).rounded(.up) - 1)
        if begin <= end {
          let slope = (to.x - from.x) / (second - first)
          for row in Int(begin)...Int(end) {
            crossings[row].append((from.x + slope * (Double(row) - first)) / texel + half)
          }
          (top, bottom) = (min(top, Int(begin)), max(bottom, Int(end)))
        }
        from = to
      }
    }
    guard top <= bottom else { return }
    for row in top...bottom {
      crossings[row].sort()
      var index = 0
      while index + 1 < crossings[row].count {
        let begin = max(0, (crossings[row][index] - 0.5).rounded(.up))
        let end = min(Double(Self.side), (crossings[row][index + 1] - 0.5).rounded(.up))
        if begin < end {
          let texels = row * Self.side + Int(begin)..<row * Self.side + Int(end)
          squares[square].withUnsafeMutableBufferPointer { own in
            if let pattern {
              _ = own[texels].update(fromContentsOf: pattern[square][texels])
            } else if isBelowWays {
              for texel in texels where EyeGround(rawValue: own[texel])?.isWay == false {
                own[texel] = ground.rawValue
              }
            } else {
              own[texels].update(repeating: ground.rawValue)
            }
          }
        }
        index += 2
      }
      crossings[row].removeAll(keepingCapacity: true)
    }
  }
}
