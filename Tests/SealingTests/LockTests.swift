import Numbers
import Testing

@testable import Sealing

/// The least that libsodium allows: the tests are about locks, not about waiting.
private let cheap = SealingCost(passes: 1, memory: 8 << 10)!
private let secret = [UInt8](repeating: 7, count: Lock.secretLength)

/// Bytes of seeded chance.
private func chance(_ seed: UInt64) -> (Int) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return { count in (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
}

@Suite("Locks")
struct LockTests {
  private func lock(_ answers: [String] = ["heron"], seed: UInt64 = 1) throws -> Lock {
    let marked = answers.enumerated().map { (text: $1, mark: UInt8($0)) }
    return try #require(Lock(secret, answers: marked, label: "q1", cost: cheap, chance: chance(seed)))
  }

  @Test("every answer gives the secret away, and says which one it was")
  func opens() throws {
    let lock = try lock(["heron", "", "grey heron"])
    for (mark, answer) in ["heron", "", "grey heron"].enumerated() {
      let opening = try #require(lock.open(with: answer, label: "q1"))
      #expect(opening.secret == secret)
      #expect(opening.mark == UInt8(mark))
    }
  }

  @Test("no other answer and no other label gives it away")
  func staysShut() throws {
    let lock = try lock()
    for answer in ["", "Heron", "heron ", "hero", "heronn"] { #expect(lock.open(with: answer, label: "q1") == nil) }
    #expect(lock.open(with: "heron", label: "q2") == nil)
  }

  @Test("a bit that has changed anywhere is noticed")
  func changes() throws {
    let lock = try lock()
    for index in lock.slots[0].indices {
      var slot = lock.slots[0]
      slot[index] ^= 4
      let changed = try #require(Lock(cost: cheap, salt: lock.salt, slots: [slot]))
      #expect(changed.open(with: "heron", label: "q1") == nil)
    }
    var salt = lock.salt
    salt[0] ^= 1
    #expect(Lock(cost: cheap, salt: salt, slots: lock.slots)?.open(with: "heron", label: "q1") == nil)
  }

  @Test("what cannot be a lock is none")
  func malformed() throws {
    let lock = try lock()
    #expect(Lock(cost: cheap, salt: [], slots: lock.slots) == nil)
    #expect(Lock(cost: cheap, salt: lock.salt, slots: []) == nil)
    #expect(Lock(cost: cheap, salt: lock.salt, slots: [[1]]) == nil)
    #expect(Lock(cost: cheap, salt: lock.salt, slots: Array(repeating: lock.slots[0], count: 65)) == nil)
    #expect(Lock([1], answers: [("a", 0)], label: "", cost: cheap, chance: chance(1)) == nil)
    #expect(Lock(secret, answers: [], label: "", cost: cheap, chance: chance(1)) == nil)
    #expect(SealingCost(passes: 0, memory: 8 << 10) == nil)
    #expect(SealingCost(passes: 1, memory: 1 << 40) == nil)
  }
}

@Suite("Boxes")
struct BoxTests {
  private let other = [UInt8](repeating: 8, count: Lock.secretLength)

  @Test("what comes out is what went in", arguments: [0, 1, 1019, 1020, 1021, 5000])
  func opens(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let box = try #require(Box.seal(content, secrets: [secret, other], label: "1,2", chance: chance(2)))
    #expect(Box.open(box, secrets: [secret, other], label: "1,2") == content)
  }

  @Test("one secret of two, two in another order, another label open nothing")
  func staysShut() throws {
    let box = try #require(Box.seal([1, 2, 3], secrets: [secret, other], label: "1,2", chance: chance(3)))
    for secrets in [[], [secret], [other], [other, secret], [secret, other, other], [[]]] {
      #expect(Box.open(box, secrets: secrets, label: "1,2") == nil)
    }
    #expect(Box.open(box, secrets: [secret, other], label: "1") == nil)
    #expect(Box.seal([1], secrets: [], label: "", chance: chance(4)) == nil)
  }

  @Test("a bit that has changed anywhere is noticed")
  func changes() throws {
    let box = try #require(Box.seal([1, 2, 3], secrets: [secret], label: "1", chance: chance(5)))
    for index in stride(from: 0, to: box.count, by: 7) {
      var changed = box
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(Box.open(changed, secrets: [secret], label: "1") == nil)
    }
    #expect(Box.open(box.dropLast(), secrets: [secret], label: "1") == nil)
    #expect(Box.open([], secrets: [secret], label: "1") == nil)
  }

  @Test("nothing of it can be read, and its length tells only thousands")
  func nothingReadable() throws {
    let one = try #require(Box.seal(Array("the well".utf8), secrets: [secret], label: "1", chance: chance(6)))
    let two = try #require(Box.seal(Array("the lighthouse".utf8), secrets: [secret], label: "1", chance: chance(7)))
    #expect(one.count == two.count)
    #expect(!String(decoding: one, as: UTF8.self).contains("the well"))
  }
}
