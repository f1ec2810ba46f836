/// An encrypted secret that any one of a few answers decrypts.
///
/// The secret lies once under each answer. A guess is made a key once and tried on every copy, so right and wrong
/// answers take the same time.
package struct Lock: Hashable, Sendable {
  /// The content that a right answer decrypts.
  package struct Opening: Hashable, Sendable {
    /// ``Lock/secretLength`` bytes.
    package let secret: [UInt8]
    /// The mark of this answer, given when the lock was sealed.
    package let mark: UInt8
  }

  /// How many answers may open one lock.
  package static let answerRange = 1...64
  /// Bytes of a secret.
  package static let secretLength = Sodium.keyLength
  private static let slotLength = Sodium.nonceLength + secretLength + 1 + Sodium.tagLength

  /// The cost of one guess.
  package let cost: SealingCost
  /// Random bytes, which make equal answers unequal keys.
  package let salt: [UInt8]
  /// The secret, under each answer.
  package let slots: [[UInt8]]

  /// Creates a lock from its stored parts; `nil` if they are invalid.
  package init?(cost: SealingCost, salt: [UInt8], slots: [[UInt8]]) {
    guard salt.count == Sodium.saltLength, Self.answerRange.contains(slots.count),
      slots.allSatisfy({ $0.count == Self.slotLength })
    else { return nil }
    (self.cost, self.salt, self.slots) = (cost, salt, slots)
  }

  /// Locks a secret.
  ///
  /// - Parameters:
  ///   - answers: what gives it away, compared byte by byte, each with a mark that comes out with it.
  ///   - label: what the lock belongs to; opening needs the same.
  ///   - chance: returns that many unpredictable bytes.
  /// - Returns: `nil` for a secret of the wrong length, too many answers, or too little memory.
  package init?(
    _ secret: [UInt8], answers: [(text: String, mark: UInt8)], label: String, cost: SealingCost = .standard,
    chance: (Int) -> [UInt8]
  ) {
    guard secret.count == Self.secretLength, Self.answerRange.contains(answers.count) else { return nil }
    let (salt, label) = (chance(Sodium.saltLength), Array(label.utf8))
    let slots = answers.compactMap { answer in
      Sodium.deriveKey(from: Array(answer.text.utf8), salt: salt, cost: cost).flatMap {
        Sodium.seal(secret + [answer.mark], label: label, nonce: chance(Sodium.nonceLength), key: $0)
      }
    }
    guard slots.count == answers.count else { return nil }
    self.init(cost: cost, salt: salt, slots: slots)
  }

  /// Opens the lock with an answer; `nil`, just as slowly, if the answer is wrong.
  package func open(with answer: String, label: String) -> Opening? {
    let label = Array(label.utf8)
    guard let key = Sodium.deriveKey(from: Array(answer.utf8), salt: salt, cost: cost) else { return nil }
    let opened = slots.map { Sodium.open($0, label: label, key: key) }
    return opened.lazy.compactMap(\.self).first.flatMap { inside in
      inside.last.map { Opening(secret: inside.dropLast(), mark: $0) }
    }
  }
}

/// The cost of one guess at an answer, in passes over memory (Argon2id).
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
  package static let standard = SealingCost(validPasses: 3, memory: 128 << 20)

  /// Creates a cost; `nil` outside of the valid ranges.
  package init?(passes: Int, memory: Int) {
    guard Self.passRange.contains(passes), Self.memoryRange.contains(memory) else { return nil }
    self.init(validPasses: passes, memory: memory)
  }

  private init(validPasses passes: Int, memory: Int) { (self.passes, self.memory) = (passes, memory) }
}
