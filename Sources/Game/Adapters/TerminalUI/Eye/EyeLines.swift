internal import Eye
internal import TextCanvas
internal import Views

/// The eye's picture for terminals without many colours: letters of ASCII, or outlines in braille.
struct EyeLines {
  /// Samples of a cell, for letters and for dots alike.
  static let (across, down) = (2, 4)

  private let samples: EyeSamples

  init(_ samples: EyeSamples) { self.samples = samples }

  // MARK: - Letters

  /// Draws the picture in letters, walls by how bright they are and ground by what it is.
  func drawLetters(on canvas: inout Canvas, row first: Int) {
    for row in 0..<samples.height / Self.down {
      for column in 0..<samples.width / Self.across {
        let (letter, style) = letter(column, row)
        if letter != " " { canvas.put(String(letter), column: column, row: first + row, style: style) }
      }
    }
  }

  private static let ramp = Array(".:-=+*#%")
  /// Metres up to which the corner of a wall is a line: at all distances they would be a forest.
  private static let cornerReach: Float = 45

  private func letter(_ column: Int, _ row: Int) -> (Character, Style) {
    let indices = cell(column, row)
    if let edge = edge(indices) { return (edge, Palette.shore) }
    let middle = indices[indices.count / 2]
    let brightness = Paint(packed: samples.colours[middle]).luminance
    switch samples.subjects[middle] {
    case .sky: return (" ", .plain)
    case .body: return ("O", Palette.message)
    case .route: return ("=", Palette.route)
    case .beacon: return ("#", Palette.message)
    case .chest: return ("$", Palette.message)
    case .tree: return (samples.depths[middle] < 60 ? "&" : "n", Palette.style(of: .wood))
    case .window: return (" ", .plain)
    case .wall:
      let step = Int(brightness / 256 * Float(Self.ramp.count))
      return (Self.ramp[min(Self.ramp.count - 1, max(0, step))], Palette.quiet)
    case .ground: return (samples.depths[middle] < 90 ? "," : ".", Palette.quiet)
    }
  }

  /// The indices of the samples of a cell, row by row.
  private func cell(_ column: Int, _ row: Int) -> [Int] {
    (0..<Self.across * Self.down).map { place in
      (row * Self.down + place / Self.across) * samples.width + column * Self.across + place % Self.across
    }
  }

  /// A line for a cell in which something near ends before something farther.
  private func edge(_ indices: [Int]) -> Character? {
    let depths = indices.map { samples.depths[$0] }
    guard indices.contains(where: { samples.owners[$0] >= 0 }), let near = depths.min(), let far = depths.max() else {
      return nil
    }
    guard far > near * 1.15 + 1 else {
      let owners = Set(indices.map { samples.owners[$0] })
      return owners.count == 2 && near < Self.cornerReach && isUpright(indices, owners) ? "|" : nil
    }
    // Which samples belong to what is near: their middle says how the edge runs.
    let isNear = depths.map { $0 < near * 1.15 + 1 }
    let columns = (0..<Self.across).map { column in
      (0..<Self.down).count { isNear[$0 * Self.across + column] }
    }
    let rows = (0..<Self.down).map { row in (0..<Self.across).count { isNear[row * Self.across + $0] } }
    if columns.contains(0) && columns.contains(where: { $0 >= 3 }) { return "|" }
    if Set(columns).count == 1 {
      let first = rows.firstIndex { $0 > 0 } ?? 0
      return first <= 1 ? "-" : "_"
    }
    return columns[0] < columns[1] ? "/" : "\\"
  }

  private func isUpright(_ indices: [Int], _ owners: Set<Int32>) -> Bool {
    let left = Set((0..<Self.down).map { samples.owners[indices[$0 * Self.across]] })
    return left.count == 1 && owners.count == 2
  }

  // MARK: - Dots

  /// Draws the outlines in dots, each cell in the colour of what it shows.
  func drawDots(on canvas: inout Canvas, row first: Int) {
    for row in 0..<samples.height / Self.down {
      for column in 0..<samples.width / Self.across {
        let indices = cell(column, row)
        var bits = 0
        var style = Palette.shore
        for (place, index) in indices.enumerated() {
          guard let ink = ink(index) else { continue }
          style = ink
          bits |= Self.dots[place]
        }
        guard bits != 0, let dot = Unicode.Scalar(0x2800 + UInt32(bits)) else { continue }
        canvas.put(String(Character(dot)), column: column, row: first + row, style: style)
      }
    }
  }

  /// The bits of the dots of a braille pattern (Unicode, U+2800), row by row.
  private static let dots = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// The style of a sample that is drawn as a dot; `nil` for one that is left blank.
  private func ink(_ index: Int) -> Style? {
    let (x, y) = (index % samples.width, index / samples.width)
    switch samples.subjects[index] {
    case .sky: return nil
    case .body: return Palette.message
    case .route: return Palette.route
    case .beacon, .chest: return Palette.message
    case .tree: return isCrownsEdge(index, x, y) || (x + 3 * y) % 7 == 0 ? Palette.style(of: .wood) : nil
    case .window: return samples.depths[index] < 40 && (x + 2 * y) % 3 == 0 ? Palette.quiet : nil
    case .wall: return isOutline(index, x, y) ? Palette.shore : nil
    case .ground: return isKerb(index, x) ? Palette.quiet : nil
    }
  }

  private func isOutline(_ index: Int, _ x: Int, _ y: Int) -> Bool {
    let depth = samples.depths[index]
    let others = [
      x > 0 ? index - 1 : index, x + 1 < samples.width ? index + 1 : index, y > 0 ? index - samples.width : index,
    ]
    return others.contains { other in
      guard samples.owners[other] != samples.owners[index] else { return false }
      return samples.depths[other] > depth * 1.1 + 0.5 || depth < 90 && samples.owners[other] > samples.owners[index]
    }
  }

  /// Where a tree ends before what is farther, a tree behind it among others: full crowns would be one dark wood.
  private func isCrownsEdge(_ index: Int, _ x: Int, _ y: Int) -> Bool {
    let depth = samples.depths[index]
    let others = [
      x > 0 ? index - 1 : index, x + 1 < samples.width ? index + 1 : index, y > 0 ? index - samples.width : index,
    ]
    return others.contains { samples.depths[$0] > depth * 1.1 + 2 }
  }

  /// Where the ground changes its look along a row: the side of a way.
  private func isKerb(_ index: Int, _ x: Int) -> Bool {
    guard x > 0, samples.depths[index] < 120, samples.subjects[index - 1] == .ground else { return false }
    let (one, other) = (Paint(packed: samples.colours[index - 1]), Paint(packed: samples.colours[index]))
    return abs(one.luminance - other.luminance) > 24
  }
}
