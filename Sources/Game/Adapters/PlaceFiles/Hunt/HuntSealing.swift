internal import GeoFormats
internal import HuntDomain
package import Sealing

/// A hunt whose later stages cannot be read without the answers, as text that ``HuntFile`` reads.
///
/// Every treasure that cannot be found without an answer goes into a box that opens with it; so do the answer itself,
/// the text shown on finding the asking treasure, and the goal. The open part holds only members that the format knows.
package struct HuntSealing: Sendable {
  /// The text of the file; ends with a line break.
  package let text: String
  /// The number of answers that are locks.
  package let locks: Int
  /// The ids of the treasures that are sealed completely.
  package let hidden: [String]
  /// The ids of the treasures whose answers stay readable: choices, and numbers with a tolerance.
  package let readable: [String]
  /// The ids of the treasures that are sealed by a number, which a program finds by counting.
  package let countable: [String]
  /// The ids of the treasures that stay readable though answers lead to them: none of several is needed.
  package let open: [String]

  /// Seals the hunt at `path`.
  ///
  /// - Parameters:
  ///   - cost: the cost of one guess at an answer.
  ///   - chance: returns the given number of unpredictable bytes.
  /// - Throws: when it is no hunt, is sealed already, or cannot be sealed.
  package init(
    path: String, cost: SealingCost = .standard, chance: (Int) -> [UInt8]
  ) throws(FileProblem) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: JSONDocument.sizeLimit) } catch {
      throw FileProblem(file: path, "cannot be read: \(error)", isMissing: true)
    }
    try self.init(bytes, name: path, cost: cost, chance: chance)
  }

  /// Seals a text; errors name the file as `name`.
  package init(
    _ bytes: [UInt8], name: String, cost: SealingCost = .standard, chance: (Int) -> [UInt8]
  ) throws(FileProblem) {
    // Refuses what is no hunt, and what is sealed.
    let document = try HuntDocument(bytes, name: name)
    let file = try HuntFile(bytes, path: name)
    let plan: SealPlan
    do throws(SealPlan.Problem) { plan = try SealPlan(file.hunt) } catch {
      throw FileProblem(file: name, line: error.treasure.flatMap { file.lines[$0] } ?? 1, error.sentence)
    }
    for id in plan.locks {
      let count = file.hunt.treasure(id)?.question?.sealable?.forms.count ?? 0
      guard !Lock.answerRange.contains(count) else { continue }
      throw FileProblem(
        file: name, line: file.lines[id] ?? 1,
        "\(SafeText.quoted(id)) has \(count) spellings of its answers, and \(Lock.answerRange.upperBound) can be sealed"
      )
    }
    guard let sealed = SealedText(document, file.hunt, plan, cost: cost, chance: chance) else {
      throw FileProblem(file: name, "there is not enough memory to seal it, or too much to seal")
    }
    let visible = file.hunt.treasures.map(\.id).filter { plan.locks(before: $0).isEmpty }
    guard sealed.opens(from: visible, to: file.hunt) else {
      throw FileProblem(file: name, "sealed it would not open to the same hunt: look with trove hunt check first")
    }
    text = sealed.text
    locks = plan.locks.count
    countable = plan.locks.filter { id in
      if case .number? = file.hunt.treasure(id)?.question?.rule { true } else { false }
    }
    open = plan.open
    hidden = file.hunt.treasures.map(\.id).filter { !plan.locks(before: $0).isEmpty }
    readable = file.hunt.treasures.filter { $0.question != nil && plan.lock(at: $0.id) == nil }.map(\.id)
  }

  /// Writes the text to a file, wholly or not at all.
  package func write(to path: String) throws(FileProblem) {
    do { try AtomicFile.write(Array(text.utf8), to: path) } catch {
      throw FileProblem(file: path, "cannot be written: \(error)")
    }
  }
}

extension SealPlan.Problem {
  fileprivate var treasure: String? {
    switch self {
    case .named(_, let by): by
    case .mayBeGone(let id, _), .outOfReach(let id): id
    case .noAnswer: nil
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .noAnswer:
      "nothing to seal: no question asks for a text, or for a number without a tolerance"
    case .outOfReach(let id): "nobody can find \(SafeText.quoted(id)), whatever they answer: see trove hunt check"
    case .named(let name, let treasure?):
      "\(SafeText.quoted(treasure)) can be found without \(SafeText.quoted(name)), which would be sealed, but names "
        + "it: give it no other way, or take the name out"
    case .named(let name, nil):
      "the goal can be reached without \(SafeText.quoted(name)), which would be sealed, but names it: give it no other "
        + "way, or take the name out"
    case .mayBeGone(let id, let lost):
      "\(SafeText.quoted(id)) can be gone before it is answered, and \(SafeText.quoted(lost)), whose place comes of the "
        + "answer, could not be found any more: take the limit away, or let \(SafeText.quoted(lost)) require the answer"
    }
  }
}
