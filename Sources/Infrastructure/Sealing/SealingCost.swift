/// What one guess at an answer costs, in passes over memory (Argon2id).
package struct SealingCost: Hashable, Sendable {
  /// Passes, in ``passRange``.
  package let passes: Int
  /// Bytes of memory, in ``memoryRange``.
  package let memory: Int

  /// The passes that libsodium allows, up to what a slow laptop does in some seconds.
  package static let passRange = 1...10
  /// From libsodium's least to twice ``standard``: a file must not ask for the memory of the whole computer.
  package static let memoryRange = 8 << 10...256 << 20

  /// A quarter of a second of one core: 3 passes over 128 MiB.
  ///
  /// Above the second choice of RFC 9106, section 4 (3 passes, 64 MiB), and half the memory of libsodium's “moderate”.
  package static let standard = SealingCost(passes: 3, memory: 128 << 20)!

  /// Creates a cost, or nothing outside the ranges.
  package init?(passes: Int, memory: Int) {
    guard Self.passRange.contains(passes), Self.memoryRange.contains(memory) else { return nil }
    self.passes = passes
    self.memory = memory
  }
}
