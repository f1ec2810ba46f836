/// Blocks that lie one behind the other and are read at once.
struct BlockRun {
  /// Where they lie.
  private(set) var range: Range<Int>
  /// What kinds of objects are in them, a bit each.
  private(set) var kinds: UInt8
  /// Whether it is one block with texts that libosmium does not take.
  let isOverlong: Bool
  private var blocks: UInt8 = 1
  private var decoded: Int

  /// Creates a run of one block.
  init(_ frame: BlobFrame, _ check: BlockCheck) {
    range = frame.offset..<frame.body.upperBound
    (kinds, isOverlong, decoded) = (check.kinds, check.strings.isOverlong, check.decoded)
  }

  /// Takes another run in, if it follows and the two together are small; says whether it did.
  ///
  /// Runs of different kinds only join where they are tiny, so that no file has many.
  mutating func take(_ other: BlockRun) -> Bool {
    let isTiny = range.count < 64 << 10 && other.range.count < 64 << 10
    guard range.upperBound == other.range.lowerBound, !isOverlong, !other.isOverlong, blocks < 16,
      kinds == other.kinds || isTiny, range.count + other.range.count <= 1 << 20, decoded + other.decoded <= 16 << 20
    else { return false }
    range = range.lowerBound..<other.range.upperBound
    kinds |= other.kinds
    blocks += 1
    decoded += other.decoded
    return true
  }
}
