internal import HuntDomain
internal import HuntInspection
internal import Places

/// Whether texts say what is asked for.
extension HuntWriter {
  /// Whether a text that is read before says the answer of a stage.
  static func isTold(_ index: Int, in hunt: Hunt, _ plan: HuntPlan) -> Bool {
    guard let question = hunt.treasures[index].question else { return false }
    var texts = [hunt.title, hunt.summary, hunt.treasures[index].place.name]
    texts += hunt.treasures[index].hints.map(\.text)
    for treasure in hunt.treasures[..<index] {
      texts += treasure.hints.map(\.text)
      texts += [treasure.place.name, treasure.message, treasure.question?.prompt].compactMap(\.self)
    }
    return texts.contains { tells($0, question, plan) }
  }

  /// Whether a text says an answer, all words of it that others have not, or what one of these begins with.
  static func tells(_ text: String, _ question: Question, _ plan: HuntPlan) -> Bool {
    guard case .text(let answers) = question.rule else { return false }
    let (all, said) = (FoldedText.fold(text), FoldedText.words(of: text))
    return answers.contains { answer in
      let folded = FoldedText.fold(answer)
      if folded.count >= shortestAnswer, all.contains(folded) { return true }
      // Of streets that have all their words from others, those tell most that do not say what a thing is.
      let own = AnswerWords(answer, without: plan.commonWords)
      return own.isTold(in: said) || own.isBegun(in: said)
        || AnswerWords(answer, without: NameSpelling.generic.union(NameSpelling.numerals)).isTold(in: said)
    }
  }

  /// Letters of an answer that is looked for in texts; shorter ones turn up by chance.
  private static let shortestAnswer = 4
}
