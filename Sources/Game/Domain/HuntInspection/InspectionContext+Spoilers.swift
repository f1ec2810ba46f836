internal import Geodesy
internal import HuntDomain
internal import Places

extension InspectionContext {
  /// A text that players read, and when.
  struct VisibleText {
    enum Kind: Hashable { case title, summary, name, prompt, arrival, freeHint, laterHint, message }

    let text: String
    let kind: Kind
    /// The treasure to which it belongs; `nil` for the hunt's own.
    let treasure: Int?
  }

  /// Letters that an answer or a name needs before it is looked for: shorter ones turn up by chance.
  private static let shortest = 4
  /// Metres from a place within which a coordinate gives it away.
  static let givesAway = 100.0

  /// Answers, names and places that players read before they should know them.
  func spoilers() -> [HuntFinding] {
    let texts = visibleTexts
    let found = toldWords(texts) + toldNumbers(texts) + toldPlaces(texts) + toldInPieces(texts)
    // Said once, wherever else it stands.
    var seen: Set<String> = []
    return found.filter { seen.insert("\($0.code.rawValue) \($0.treasure ?? "")").inserted }
  }

  private var visibleTexts: [VisibleText] {
    var texts = [
      VisibleText(text: hunt.title, kind: .title, treasure: nil),
      VisibleText(text: hunt.summary, kind: .summary, treasure: nil),
    ]
    for (index, treasure) in treasures.enumerated() {
      func add(_ text: String?, _ kind: VisibleText.Kind) {
        if let text, !text.isEmpty { texts.append(VisibleText(text: text, kind: kind, treasure: index)) }
      }
      add(treasure.place.name, .name)
      add(treasure.question?.prompt, .prompt)
      add(treasure.arrival, .arrival)
      for hint in treasure.hints { add(hint.text, hint.price == 0 && hint.after == .zero ? .freeHint : .laterHint) }
      add(treasure.message, .message)
    }
    return texts
  }

  /// Whether a player can read the text before the treasure is found.
  private func isEarly(_ text: VisibleText, for index: Int) -> Bool {
    guard let owner = text.treasure else { return true }
    return owner != index && !needs.isNeeded(index, for: owner)
  }

  // MARK: - Words

  private struct Secret {
    let words: [String]
    let treasure: Int
    let isName: Bool
  }

  private var secrets: [Secret] {
    treasures.indices.flatMap { index -> [Secret] in
      var secrets: [Secret] = []
      if case .text(let answers)? = treasures[index].question?.rule {
        secrets = answers.map { Secret(words: FoldedText.words(of: $0), treasure: index, isName: false) }
      }
      if isHidden(index) {
        secrets.append(Secret(words: FoldedText.words(of: treasures[index].place.name), treasure: index, isName: true))
      }
      return secrets.filter { $0.words.reduce(0) { $0 + $1.count } >= Self.shortest }
    }
  }

  /// Whether the treasure is not on the map when it can be found.
  func isHidden(_ index: Int) -> Bool {
    switch treasures[index].visibility {
    case .always, .whenOpen: false
    case .near, .revealed: true
    }
  }

  private func toldWords(_ texts: [VisibleText]) -> [HuntFinding] {
    let secrets = Dictionary(grouping: secrets) { $0.words.first ?? "" }
    return texts.flatMap { text -> [HuntFinding] in
      let words = FoldedText.words(of: text.text)
      return words.indices.flatMap { start -> [HuntFinding] in
        let whole = (secrets[words[start]] ?? []).filter { words[start...].starts(with: $0.words) }
        let begun = AnswerWords.beginnings(of: words[start]).flatMap { secrets[$0] ?? [] }.filter {
          $0.words.count == 1 && !$0.isName
        }
        return (whole + begun).compactMap { told($0, in: text) }
      }
    }
  }

  /// Answers of which a text says all words that are their own, in another order or with others between them.
  private func toldInPieces(_ texts: [VisibleText]) -> [HuntFinding] {
    let answers = treasures.indices.flatMap { index -> [(treasure: Int, answer: String, words: AnswerWords)] in
      guard case .text(let answers)? = treasures[index].question?.rule else { return [] }
      return answers.map { (index, $0, AnswerWords($0)) }
    }
    let keyed = Dictionary(grouping: answers) { $0.words.key ?? "" }
    return texts.flatMap { text -> [HuntFinding] in
      let said = FoldedText.words(of: text.text)
      let keys = Set(said.flatMap { AnswerWords.beginnings(of: $0) + [$0] }.filter { !$0.isEmpty })
      let told = keys.flatMap { keyed[$0] ?? [] }.filter { $0.words.isTold(in: said) }
      return told.sorted { ($0.treasure, $0.answer) < ($1.treasure, $1.answer) }.compactMap { index, answer, _ in
        text.treasure == index
          ? toldHere(treasures[index].id, text)
          : toldBefore("all words of its answer \(quoted(answer)) stand in", index, text)
      }
    }
  }

  private func told(_ secret: Secret, in text: VisibleText) -> HuntFinding? {
    let id = treasures[secret.treasure].id
    guard !secret.isName else {
      guard isEarly(text, for: secret.treasure), text.kind != .name, !leads(text, to: secret.treasure) else {
        return nil
      }
      let what = "its name stands in \(place(of: text)), though it is hidden: players read it before they see it; "
      return HuntFinding(.warning, .nameTold, id, what + "leave it out")
    }
    if text.treasure == secret.treasure { return toldHere(id, text) }
    return toldBefore("its answer \(quoted(secret.words.joined(separator: " "))) stands in", secret.treasure, text)
  }

  private func toldBefore(_ what: String, _ index: Int, _ text: VisibleText) -> HuntFinding? {
    guard isEarly(text, for: index) else { return nil }
    let (id, what) = (treasures[index].id, "\(what) \(place(of: text)): ")
    return text.kind == .message
      ? HuntFinding(.note, .answerToldBefore, id, what + "well, if that is the clue")
      : HuntFinding(.warning, .answerToldBefore, id, what + "leave it out there, or ask for something else")
  }

  private func toldHere(_ id: String, _ text: VisibleText) -> HuntFinding? {
    let early: Set<VisibleText.Kind> = [.name, .prompt, .arrival, .freeHint]
    guard early.contains(text.kind) else { return nil }
    return HuntFinding(
      .warning, .answerToldHere, id, "its answer stands in its own \(word(text.kind)): leave it out, or ask for a price"
    )
  }

  /// Whether the text is the message that sends players to the treasure.
  private func leads(_ text: VisibleText, to index: Int) -> Bool {
    guard text.kind == .message, let owner = text.treasure else { return false }
    return logic.conditions[index].mentioned.contains(owner)
      || logic.revelations[index]?.mentioned.contains(owner) == true
  }

  private func place(of text: VisibleText) -> String {
    text.treasure.map { "the \(word(text.kind)) of \(name($0))" } ?? "the hunt's \(word(text.kind))"
  }

  private func word(_ kind: VisibleText.Kind) -> String {
    switch kind {
    case .title: "title"
    case .summary: "summary"
    case .name: "name"
    case .prompt: "question"
    case .arrival: "text on arrival"
    case .freeHint, .laterHint: "hint"
    case .message: "message"
    }
  }

  // MARK: - Numbers

  /// Only its own texts count: numbers turn up elsewhere by chance, and small ones everywhere.
  private func toldNumbers(_ texts: [VisibleText]) -> [HuntFinding] {
    texts.compactMap { text in
      guard let index = text.treasure, case .number(let answer, _)? = treasures[index].question?.rule,
        answer >= 10 || answer.rounded() != answer,
        NumbersInText(text.text).numbers.contains(where: { $0.value == answer })
      else { return nil }
      return toldHere(treasures[index].id, text)
    }
  }

  private func toldPlaces(_ texts: [VisibleText]) -> [HuntFinding] {
    let secret = treasures.indices.filter { (isHidden($0) || treasures[$0].projection != nil) && places[$0] != nil }
    guard !secret.isEmpty else { return [] }
    return texts.flatMap { text in
      NumbersInText(text.text).places.flatMap { place -> [HuntFinding] in
        let point = Geocentric(place)
        return secret.filter { index in
          grounds[index].point.chord(to: point) < Self.givesAway && isEarly(text, for: index)
            && (treasures[index].projection != nil || !leads(text, to: index))
        }.map { index in
          HuntFinding(
            .warning, .placeTold, treasures[index].id,
            "its place stands in \(self.place(of: text)) as coordinates, though it is hidden: leave them out")
        }
      }
    }
  }
}

extension NumbersInText {
  /// The places that the numbers can mean: two decimal degrees, or degrees and minutes with their letters.
  var places: [Coordinate] {
    numbers.indices.compactMap { index in decimal(at: index) ?? minutes(at: index) }
  }

  private func decimal(at index: Int) -> Coordinate? {
    guard index + 1 < numbers.count, numbers[index].decimals >= 3, numbers[index + 1].decimals >= 3 else { return nil }
    let (one, other) = (numbers[index], numbers[index + 1])
    return Coordinate(latitude: signed(one.value, one), longitude: signed(other.value, other))
  }

  private func minutes(at index: Int) -> Coordinate? {
    guard index + 3 < numbers.count, numbers[index].decimals == 0, numbers[index + 2].decimals == 0,
      numbers[index + 1].value < 60, numbers[index + 3].value < 60,
      numbers[index + 1].decimals >= 2 || numbers[index + 3].decimals >= 2
    else { return nil }
    let latitude = abs(numbers[index].value) + abs(numbers[index + 1].value) / 60
    let longitude = abs(numbers[index + 2].value) + abs(numbers[index + 3].value) / 60
    guard let north = sign(index), let east = sign(index + 2) else { return nil }
    return Coordinate(latitude: latitude * north, longitude: longitude * east)
  }

  private func signed(_ value: Double, _ number: Number) -> Double {
    number.hemisphere == "S" || number.hemisphere == "W" ? -abs(value) : value
  }

  private func sign(_ index: Int) -> Double? {
    (numbers[index].hemisphere ?? numbers[index + 1].hemisphere).map { "SW".contains($0) ? -1 : 1 }
  }
}
