/// The leaf directories that were used last, bounded by how many entries they have together.
struct LeafCache {
  /// Entries that are kept at most; 24 bytes each.
  static let capacity = 500_000

  private var leaves: [UInt64: (leaf: PMTilesDirectory, use: Int)] = [:]
  private var uses = 0
  private(set) var entryCount = 0

  /// How many leaves are kept.
  var count: Int { leaves.count }

  /// The leaf at an offset; nothing where it is not kept.
  ///
  /// Setting one lets go of those that were not used for longest.
  subscript(offset: UInt64) -> PMTilesDirectory? {
    mutating get {
      uses += 1
      leaves[offset]?.use = uses
      return leaves[offset]?.leaf
    }
    set {
      remove(offset)
      guard let newValue else { return }
      while let oldest = leaves.min(by: { $0.value.use < $1.value.use })?.key,
        entryCount + newValue.entries.count > Self.capacity
      { remove(oldest) }
      uses += 1
      leaves[offset] = (newValue, uses)
      entryCount += newValue.entries.count
    }
  }

  private mutating func remove(_ offset: UInt64) {
    if let old = leaves.removeValue(forKey: offset) { entryCount -= old.leaf.entries.count }
  }
}
