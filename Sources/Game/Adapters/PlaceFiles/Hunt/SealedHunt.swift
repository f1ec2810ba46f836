internal import GeoFormats
internal import HuntDomain
internal import Sealing

/// A hunt file with sealed parts, and the secrets that answers have given away so far.
///
/// The parts lie in boxes; a box needs the secrets of some locks, and every lock is the answer to a question.
struct SealedHunt: Sendable {
  /// A part of the file, and the numbers of the locks before it.
  struct Part: Sendable {
    let locks: [Int]
    let content: [UInt8]
  }

  /// The file as it was sealed.
  let root: JSONValue
  let parts: [Part]
  /// The total number of treasures.
  let stages: Int
  /// Whether the goal is in one of the parts.
  let hasGoal: Bool
  private(set) var secrets: [Int: [UInt8]] = [:]

  /// Reads the member `sealed` of the collection's `trove`; `nil` if it is absent.
  ///
  /// Throws: when it is there and damaged; without its parts the hunt has no end.
  init?(_ about: HuntMembers<HuntKeys.About>, of root: JSONValue, _ notes: inout HuntNotes) throws(NoHunt) {
    guard let value = about[.sealed], value.bool != false else { return nil }
    let members = HuntMembers<HuntKeys.Seals>(value, "of what is sealed")
    var parts: [Part] = []
    for box in members.list(.boxes, &notes) {
      guard let part = Part(box, &notes) else { throw Self.damage(box) }
      parts.append(part)
    }
    // Requires an open title: games are saved under the hunt's name, which must not change when more of the hunt opens.
    guard !parts.isEmpty, about[.title]?.text()?.isEmpty == false,
      let stages = members.integer(.stages, in: 1...HuntLimits.treasures, otherwise: "left out", &notes)
    else { throw Self.damage(value) }
    (self.root, self.parts, self.stages) = (root, parts, stages)
    hasGoal = members[.goal]?.bool == true
  }

  static func damage(_ value: JSONValue) -> NoHunt {
    NoHunt(line: value.line, message: "a sealed part of this hunt is damaged: get the file again")
  }

  /// The label that binds a lock's ciphertext to its number.
  static func label(ofLock number: Int) -> String { "trove lock \(number)" }

  /// The label that binds a part's ciphertext to its locks.
  static func label(ofPart locks: [Int]) -> String { "trove part \(locks.map(String.init).joined(separator: ","))" }

  /// Returns a copy that also knows the secret of lock `number`.
  func with(_ secret: [UInt8], ofLock number: Int) -> SealedHunt {
    var hunt = self
    hunt.secrets[number] = secret
    return hunt
  }

  // MARK: - Opening

  /// The file with all parts in place whose locks are open; `nil` if one of them does not decrypt.
  func opened() -> GeoJSONDocument? {
    var log = DiagnosticLog()
    guard var file = HuntMerger(root) else { return nil }
    // Parts behind fewer locks come first: of a question without and with its answer, the last one counts.
    for part in parts.sorted(by: { $0.locks.count < $1.locks.count }) {
      let known = part.locks.compactMap { secrets[$0] }
      guard known.count == part.locks.count else { continue }
      guard let text = Box.open(part.content, secrets: known, label: Self.label(ofPart: part.locks)),
        let piece = try? GeoJSONDocument(text, log: &log)
      else { return nil }
      file.add(piece)
    }
    return file.bytes.flatMap { try? GeoJSONDocument($0, log: &log) }
  }

  /// The hunt as far as it is open; `nil` if a secret is wrong.
  func hunt() -> Hunt? {
    guard let document = opened(),
      var reader = try? HuntReader(document, log: DiagnosticLog(), sealed: self)
    else { return nil }
    return try? reader.hunt(fallback: "")
  }
}

extension SealedHunt.Part {
  fileprivate init?(_ value: JSONValue, _ notes: inout HuntNotes) {
    let members = HuntMembers<HuntKeys.Box>(value, "of a box")
    locks = members.list(.locks, &notes).compactMap(\.integer)
    guard let text = members[.content]?.rawString, let bytes = Base64.bytes(text), !locks.isEmpty,
      locks == Set(locks).sorted(), locks.allSatisfy((1...HuntLimits.treasures).contains),
      members[.sum]?.rawString == Checksum.text(bytes)
    else { return nil }
    content = bytes
  }
}

/// The answer to a question of a sealed file.
struct FileLock: AnswerLock {
  let file: SealedHunt
  let number: Int
  let lock: Lock

  func key(for forms: [String]) -> AnswerKey? {
    let label = SealedHunt.label(ofLock: number)
    let opening = forms.lazy.compactMap { lock.open(with: $0, label: label) }.first
    guard let key = opening.map({ AnswerKey($0.secret, word: Int($0.mark)) }), hunt(openedBy: key) != nil else {
      return nil
    }
    return key
  }

  func hunt(openedBy key: AnswerKey) -> Hunt? { file.with(key.bytes, ofLock: number).hunt() }
}

extension SealedAnswer {
  /// Reads the member `sealed` of a question; `nil` if it is damaged.
  init?(_ question: HuntMembers<HuntKeys.Question>, of file: SealedHunt, _ notes: inout HuntNotes) {
    guard let members = question.object(.sealed, of: HuntKeys.Lock.self, &notes),
      let number = members[.lock]?.integer, (1...HuntLimits.treasures).contains(number),
      let kind = members[.kind]?.rawString.flatMap(Kind.init),
      let passes = members[.passes]?.integer, let memory = members[.memory]?.integer,
      // Limit the cost, so that computing with it cannot overflow.
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
