/// Chooses for each cell of a picture the character and the two colours that come nearest to its samples.
///
/// Tries every division of the samples in two, each side in its mean colour, and takes the one with the least squares
/// of what is off in red, green and blue. For four cells at once that costs less than sorting the samples of each by
/// brightness, and it does not lose an orange on a grey of the same brightness. All is exact, or rounded as IEEE 754
/// says, so every build chooses the same.
struct PictureFit {
  /// Cells that are fitted at once.
  static let lanes = 4
  /// Up to this difference in each of red, green and blue, of 255, a cell is shown in one colour.
  private static let leastSpan: Float = 14

  private let picture: Picture
  /// Samples of a cell.
  private let count: Int
  private let glyphs: [Glyph]
  /// The cells of a row, and some more behind them.
  private var cells: [Cell]

  init(_ picture: Picture) {
    self.picture = picture
    count = picture.glyphs.across * picture.glyphs.down
    glyphs = picture.glyphs.scalars.map { Glyph($0) }
    cells = Array(repeating: .blank, count: picture.size.columns + Self.lanes)
  }

  /// The cells of a row, and some more behind them.
  mutating func cells(ofRow row: Int) -> [Cell] {
    for column in stride(from: 0, to: picture.size.columns, by: Self.lanes) {
      let group = CellGroup(picture, column: column, row: row)
      let isMixed = group.largestSpan .> Self.leastSpan
      let divisions = any(isMixed) ? group.bestDivisions() : SIMD4()
      for lane in 0..<Self.lanes {
        cells[column + lane] = cell(group, lane, filled: isMixed[lane] ? Int(divisions[lane]) : 0)
      }
    }
    return cells
  }

  /// The cell with the given samples in front; with none of them a blank.
  private func cell(_ group: CellGroup, _ lane: Int, filled: Int) -> Cell {
    var (front, all) = (UInt64(0), UInt64(0))
    for sample in 0..<count {
      let parts = Self.spread(group.samples[sample][lane])
      all += parts
      if filled >> sample & 1 == 1 { front += parts }
    }
    let filledCount = filled.nonzeroBitCount
    guard !picture.keepsColours else {
      let back = closest(group, lane, of: ~filled & (1 << count - 1), to: all - front)
      return Cell(
        glyphs[filled], Style(front: filled == 0 ? 0 : closest(group, lane, of: filled, to: front), back: back))
    }
    let back = Self.mean(all - front, of: count - filledCount)
    return Cell(glyphs[filled], Style(front: filled == 0 ? 0 : Self.mean(front, of: filledCount), back: back))
  }

  /// The colour, in seven bits a part, of that one of some samples which is closest to their mean; of equal ones the
  /// first.
  private func closest(_ group: CellGroup, _ lane: Int, of samples: Int, to sum: UInt64) -> UInt64 {
    let size = samples.nonzeroBitCount
    var (best, least) = (UInt64(0), Int.max)
    for sample in 0..<count where samples >> sample & 1 == 1 {
      let parts = Self.spread(group.samples[sample][lane])
      func off(_ shift: UInt64) -> Int { Int(parts >> shift & 0xFFFF) * size - Int(sum >> shift & 0xFFFF) }
      let (red, green, blue) = (off(32), off(16), off(0))
      let distance = red * red + green * green + blue * blue
      if distance < least { (best, least) = (Self.mean(parts, of: 1), distance) }
    }
    return best
  }

  /// A sample with room for sums between its parts.
  private static func spread(_ sample: UInt32) -> UInt64 {
    UInt64(sample & 0xFF0000) << 16 | UInt64(sample & 0xFF00) << 8 | UInt64(sample & 0xFF)
  }

  /// The rounded mean of `count` samples in seven bits a part, from their sum.
  private static func mean(_ sum: UInt64, of count: Int) -> UInt64 {
    let (factor, half) = (reciprocals[count], UInt64(count / 2))
    func part(_ shift: UInt64) -> UInt64 { (((sum >> shift & 0xFFFF) + half) * factor) >> 17 }
    return part(32) << 14 | part(16) << 7 | part(0)
  }

  /// 65536 divided by the number of samples, rounded up: for sums of six parts the quotient is exact.
  private static let reciprocals: InlineArray<7, UInt64> = [0, 65536, 32768, 21846, 16384, 13108, 10923]
}

/// The samples of four cells side by side, a cell in each lane.
private struct CellGroup {
  typealias Parts = SIMD4<Float>

  /// Samples of a cell.
  private let count: Int
  /// `0x00RRGGBB`, row by row.
  private(set) var samples = InlineArray<6, SIMD4<UInt32>>(repeating: SIMD4())
  /// Red, green and blue of the samples, each less the cell's mean.
  private var red = InlineArray<6, Parts>(repeating: Parts())
  private var green = InlineArray<6, Parts>(repeating: Parts())
  private var blue = InlineArray<6, Parts>(repeating: Parts())
  /// The largest difference between two samples in one part.
  private(set) var largestSpan = Parts()

  /// Reads the cells from `column` on; beyond the last column they are others, or black.
  init(_ picture: Picture, column: Int, row: Int) {
    let (across, down) = (picture.glyphs.across, picture.glyphs.down)
    count = across * down
    picture.samples.withUnsafeBytes { bytes in
      for line in 0..<down {
        let start = 4 * ((row * down + line) * picture.width + column * across)
        if across == 1 {
          samples[line] = bytes.loadUnaligned(fromByteOffset: start, as: SIMD4<UInt32>.self)
        } else {
          let both = bytes.loadUnaligned(fromByteOffset: start, as: SIMD8<UInt32>.self)
          (samples[2 * line], samples[2 * line + 1]) = (both.evenHalf, both.oddHalf)
        }
      }
    }
    let spans = (
      Self.centre(&red, samples, shift: 16, count), Self.centre(&green, samples, shift: 8, count),
      Self.centre(&blue, samples, shift: 0, count)
    )
    largestSpan = Self.larger(Self.larger(spans.0, spans.1), spans.2)
  }

  /// Sets one part of all samples, less their mean; returns how far they span.
  private static func centre(
    _ parts: inout InlineArray<6, Parts>, _ samples: InlineArray<6, SIMD4<UInt32>>, shift: UInt32, _ count: Int
  ) -> Parts {
    var sum = Parts()
    var (least, most) = (Parts(repeating: 255), Parts())
    for index in 0..<count {
      // As the last bits of a number from 2^23 on, which are whole.
      let value = samples[index] &>> shift & 0xFF | 0x4B00_0000
      let part = unsafeBitCast(value, to: Parts.self) - 8_388_608
      parts[index] = part
      sum += part
      least.replace(with: part, where: part .< least)
      most = larger(most, part)
    }
    let mean = sum * (1 / Float(count))
    for index in 0..<count { parts[index] -= mean }
    return most - least
  }

  /// The larger number of each lane; the library's `pointwiseMax` takes them one by one.
  private static func larger(_ one: Parts, _ other: Parts) -> Parts { one.replacing(with: other, where: other .> one) }

  /// The best samples to be in front, a bit each from the lowest on, never the first.
  func bestDivisions() -> SIMD4<UInt32> {
    var (sumRed, sumGreen, sumBlue) = (Parts(), Parts(), Parts())
    var best = Parts()
    // In the order of Gray's code, so that one sample comes or goes each time.
    for step in 1..<UInt32(1) << (count - 1) {
      let front = step ^ step >> 1
      let index = step.trailingZeroBitCount + 1
      if front >> (index - 1) & 1 == 1 {
        (sumRed, sumGreen, sumBlue) = (sumRed + red[index], sumGreen + green[index], sumBlue + blue[index])
      } else {
        (sumRed, sumGreen, sumBlue) = (sumRed - red[index], sumGreen - green[index], sumBlue - blue[index])
      }
      // What is off is least where the squares of both sums, by the samples of their sides, are greatest; as the sums
      // are opposite, that is this.
      let size = front.nonzeroBitCount
      let weight = 1 / Float(size * (count - size))
      let gain = (sumRed * sumRed + sumGreen * sumGreen + sumBlue * sumBlue) * weight
      // The division itself in the last bits, where it decides between equals.
      let tagged = unsafeBitCast(gain, to: SIMD4<UInt32>.self) & ~0x1F | front
      best = Self.larger(best, unsafeBitCast(tagged, to: Parts.self))
    }
    return (unsafeBitCast(best, to: SIMD4<UInt32>.self) & 0x1F) &<< 1
  }
}
