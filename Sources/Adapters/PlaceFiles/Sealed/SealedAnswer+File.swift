internal import GeoFormats
internal import HuntDomain
internal import Sealing

extension SealedAnswer {
  /// Reads the member `sealed` of a question; nothing when it is damaged.
  init?(_ question: HuntMembers<HuntKeys.Question>, of file: SealedHunt, _ notes: inout HuntNotes) {
    guard let members = question.object(.sealed, of: HuntKeys.Lock.self, &notes),
      let number = members[.lock]?.integer, (1...HuntLimits.treasures).contains(number),
      let kind = members[.kind]?.rawString.flatMap(Kind.init),
      let passes = members[.passes]?.integer, let memory = members[.memory]?.integer,
      // The most that a cost may say, so that nothing overflows on the way to it.
      (0...SealingCost.memoryRange.upperBound >> 10).contains(memory),
      let cost = SealingCost(passes: passes, memory: memory << 10),
      let salt = members[.salt]?.rawString.flatMap(Base64.bytes)
    else { return nil }
    let slots = members.list(.slots, &notes).map { $0.rawString.flatMap(Base64.bytes) ?? [] }
    guard let lock = Lock(cost: cost, salt: salt, slots: slots),
      members[.sum]?.rawString == lock.sum
    else { return nil }
    self.init(kind, seal: salt + slots.joined(), lock: FileLock(file: file, number: number, lock: lock))
  }
}

extension JSONContent {
  /// A lock, as the member `sealed` of a question writes it.
  init(_ lock: Lock, number: Int, kind: SealedAnswer.Kind) {
    self = [
      "lock": .number(Double(number)), "kind": .string(kind.rawValue), "passes": .number(Double(lock.cost.passes)),
      "memory_kib": .number(Double(lock.cost.memory >> 10)), "salt": .string(Base64.text(lock.salt)),
      "slots": .list(lock.slots.map { .string(Base64.text($0)) }), "sum": .string(lock.sum),
    ]
  }

  /// A part, as the member `boxes` of what is sealed writes it.
  init(_ part: SealedHunt.Part) {
    self = [
      "locks": .list(part.locks.map { .number(Double($0)) }), "content": .string(Base64.text(part.content)),
      "sum": .string(Checksum.text(part.content)),
    ]
  }
}

extension Lock {
  fileprivate var sum: String { Checksum.text(salt + slots.joined()) }
}
