/// The answer to a question of a sealed hunt: unreadable in the file; the right answer opens a part of the hunt.
///
/// Two are the same when they have the same kind and the same seal.
package struct SealedAnswer: Hashable, Sendable {
  /// What the player is asked for.
  package enum Kind: String, Hashable, Sendable {
    case text, number
  }

  /// Whether a text or a number is asked for.
  package let kind: Kind
  /// What tells this answer from every other one: the bytes of its lock.
  package let seal: [UInt8]
  private let lock: any AnswerLock

  /// Creates an answer that `lock` keeps.
  package init(_ kind: Kind, seal: [UInt8], lock: any AnswerLock) {
    (self.kind, self.seal, self.lock) = (kind, seal, lock)
  }

  /// The key that a typed answer yields; `nil` if the answer is wrong.
  func key(for typed: String) -> AnswerKey? { lock.key(for: kind.forms(of: typed)) }

  /// The hunt with all that a key opens, in which this answer can be read; `nil` with a wrong key.
  package func hunt(openedBy key: AnswerKey) -> Hunt? { lock.hunt(openedBy: key) }

  package static func == (one: SealedAnswer, other: SealedAnswer) -> Bool {
    one.kind == other.kind && one.seal == other.seal
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(seal) }
}

/// What keeps an answer: it says neither what the answer is nor what it opens.
package protocol AnswerLock: Sendable {
  /// The key that one of these forms of an answer fits; `nil` if none fits, or when what it opens is damaged.
  ///
  /// Wrong forms take as long as right ones.
  func key(for forms: [String]) -> AnswerKey?

  /// The hunt with all that a key opens; `nil` with a wrong key.
  func hunt(openedBy key: AnswerKey) -> Hunt?
}

/// What remains of a right answer: with the file it opens what the answer opened; alone it says nothing.
package struct AnswerKey: Hashable, Sendable {
  /// The secret that opens what the answer opened; of use only with the file that was sealed with it.
  package let bytes: [UInt8]
  /// Which of the words that count it was, from 0.
  package let word: Int

  /// Creates a key.
  package init(_ bytes: [UInt8], word: Int) { (self.bytes, self.word) = (bytes, word) }
}

extension SealedAnswer.Kind {
  /// The forms in which an answer is compared with what was sealed: a lock knows nothing of spelling.
  func forms(of typed: String) -> [String] {
    switch self {
    case .text: [FoldedText.fold(typed)]
    case .number: NumberReading.all(of: typed).map(Self.form)
    }
  }

  fileprivate static func form(_ number: Double) -> String { number == 0 ? "0" : "\(number)" }
}

extension Question {
  /// Whether its answer is sealed.
  package var isSealed: Bool { if case .sealed = rule { true } else { false } }

  /// How its answers can be sealed: what is asked for, and every form that is right with its word; `nil` if a
  /// lock would be none (a choice), or does not know what is near enough (a number with a tolerance).
  package var sealable: (kind: SealedAnswer.Kind, forms: [(form: String, word: Int)])? {
    switch rule {
    case .text(let words):
      var forms: [(form: String, word: Int)] = []
      for (word, text) in words.enumerated() {
        for form in [FoldedText.fold(text), FoldedText.fold(text, umlauts: .asTwo)]
        where !form.isEmpty && !forms.contains(where: { $0.form == form }) {
          forms.append((form, word))
        }
      }
      return forms.isEmpty ? nil : (.text, forms)
    case .number(let number, let tolerance):
      return tolerance == 0 && number.isFinite ? (.number, [(SealedAnswer.Kind.form(number), 0)]) : nil
    case .choice, .sealed: return nil
    }
  }

  /// The answer that a key stands for, once it can be read.
  func answer(of key: AnswerKey) -> Answer? {
    switch rule {
    case .text(let words): words.indices.contains(key.word) ? .text(FoldedText.fold(words[key.word])) : nil
    case .number(let number, _): .number(number)
    case .choice, .sealed: nil
    }
  }
}
