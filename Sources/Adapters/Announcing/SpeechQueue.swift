/// Sentences that wait to be spoken: few, and the newest that matter.
///
/// Speaking takes longer than reading. A sentence that is passing gives way to whatever comes after it; of the others
/// the oldest is given up when there are too many.
package struct SpeechQueue: Sendable {
  /// Sentences that wait at one time.
  package static let most = 6

  private var sentences: [(text: String, isPassing: Bool)] = []

  /// Nothing waits.
  package init() {}

  /// Adds a sentence.
  ///
  /// - Parameter isPassing: whether it is worth nothing once there is something newer.
  package mutating func add(_ text: String, isPassing: Bool) {
    sentences.removeAll(where: \.isPassing)
    sentences.append((text, isPassing))
    if sentences.count > Self.most { sentences.removeFirst() }
  }

  /// Takes the sentence that is to be spoken next.
  package mutating func next() -> String? { sentences.isEmpty ? nil : sentences.removeFirst().text }
}
