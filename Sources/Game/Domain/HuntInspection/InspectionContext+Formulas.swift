internal import Geodesy
internal import HuntDomain
internal import Places

extension InspectionContext {
  /// Metres from everything else of a hunt beyond which a place is hardly what the author meant.
  static let absurdDistance = 50_000.0

  /// Names of answers that formulas cannot use.
  func answerNames() -> [HuntFinding] {
    var seen: [String: Int] = [:]
    return treasures.indices.compactMap { index in
      guard let name = treasures[index].question?.name else { return nil }
      guard isName(name) else {
        let text = "the name \(quoted(name)) of its answer is not a letter and then letters, digits or _: correct it"
        return HuntFinding(.error, .badName, treasures[index].id, text)
      }
      guard let other = seen[name] else {
        seen[name] = index
        return nil
      }
      let text = "its answer is called \(quoted(name)) like that of \(self.name(other)): call one of them otherwise"
      return HuntFinding(.error, .sameAnswerName, treasures[index].id, text)
    }
  }

  private func isName(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isLetter else { return false }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Places that do not come of the answers, or come out wrong.
  func formulas() -> [HuntFinding] {
    let askers = Dictionary(
      grouping: treasures.indices.filter { treasures[$0].question?.name != nil },
      by: { treasures[$0].question?.name ?? "" })
    let right = RightAnswers(hunt)
    return originCircles()
      + treasures.indices.flatMap { index -> [HuntFinding] in
        guard let projection = treasures[index].projection else { return [] }
        let problems = projection.names.sorted().compactMap { problem($0, askers[$0] ?? [], for: index) }
        return problems.isEmpty ? place(of: index, right) : problems
      }
  }

  /// The problem with a name that a formula uses; `nil` if there is none.
  private func problem(_ name: String, _ askers: [Int], for index: Int) -> HuntFinding? {
    let id = treasures[index].id
    guard let asker = askers.first else {
      return HuntFinding(
        .error, .unknownName, id,
        "its place needs the answer \(quoted(name)), and no question has this name: name one, or correct it")
    }
    if askers == [index] {
      return HuntFinding(
        .error, .formulaCycle, id, "its place needs the answer \(quoted(name)) that only it asks for: ask elsewhere")
    }
    guard askers.allSatisfy({ exclude($0, index) }) else { return nil }
    let text =
      "its place needs the answer \(quoted(name)), and \(self.name(asker)) lies on another way: ask for it on this one"
    return HuntFinding(.error, .answerElsewhere, id, text)
  }

  private func originCircles() -> [HuntFinding] {
    let places = TruePlaces(hunt)
    return Circles(treasures.indices.map { places.start(of: $0).map { [$0] } ?? [] }).found.map { circle in
      let text =
        circle.count == 1
        ? "its place starts from itself: start from another one"
        : "the places of \(list(circle)) start from each other: let one of them have a place of its own"
      return HuntFinding(.error, .formulaCycle, treasures[circle[0]].id, text)
    }
  }

  private func place(of index: Int, _ right: RightAnswers) -> [HuntFinding] {
    let id = treasures[index].id
    guard let place = places[index] else {
      guard isWorkedOut(index, right) else { return [] }
      if let name = word(in: index, right) {
        let text = "its place needs the number \(quoted(name)), and the answer is a text: ask for a number"
        return [HuntFinding(.error, .notANumber, id, text)]
      }
      let text = "under the right answers its formulas give no place on Earth: work them through with the answers"
      return [HuntFinding(.error, .noPlace, id, text)]
    }
    let others = treasures.indices.filter { $0 != index && treasures[$0].projection == nil }
    let near = (others.map { treasures[$0].place.position } + [treasures[index].place.position])
      .map { grounds[index].point.chord(to: Geocentric($0)) }.min()
    if let near, near > Self.absurdDistance {
      let text = "under the right answers it lies \(metres(near)) from everything else: work its formulas through"
      return [HuntFinding(.warning, .absurdPlace, id, text)]
    }
    return loose(index, place, right)
  }

  /// Whether all numbers are known, also those of the places from which it starts, so that only the formulas can be
  /// wrong.
  private func isWorkedOut(_ index: Int, _ right: RightAnswers) -> Bool {
    let origins = TruePlaces(hunt)
    var (next, seen) = (Optional(index), Set<Int>())
    while let index = next {
      guard seen.insert(index).inserted else { return false }
      let projection = treasures[index].projection
      if case .offset(let from?, _, _)? = projection, indices[from] == nil { return false }
      guard (projection?.names ?? []).allSatisfy({ right.answers[$0] != nil }) else { return false }
      next = origins.start(of: index)
      if next.map({ places[$0] == nil && treasures[$0].projection != nil }) == true { return false }
    }
    return true
  }

  /// An answer of its formulas that is a text without a number, where the place would come of a number.
  private func word(in index: Int, _ right: RightAnswers) -> String? {
    (treasures[index].projection?.names ?? []).sorted().first { name in
      guard case .text(let text)? = right.answers[name], Double(text) == nil else { return false }
      var answers = right.answers
      answers[name] = .number(1)
      return TruePlaces(hunt).place(of: index, answers) != nil
    }
  }

  private func looseText(_ name: String, _ answer: Answer) -> String {
    let asking = treasures.compactMap(\.question).first { $0.name == name }
    if case .text(let words)? = asking?.rule, let word = words.first(where: { .text(FoldedText.fold($0)) == answer }) {
      return "\(quoted(word)) counts as the answer \(quoted(name)) as well, and leads out of its zone: take one "
        + "spelling, or a formula that gives the same for all"
    }
    return "an answer \(quoted(name)) that is off by the tolerance still counts, and leads out of its zone: take a "
      + "tolerance of 0, or round in the formula"
  }

  /// Answers that count and lead elsewhere.
  private func loose(_ index: Int, _ place: Coordinate, _ right: RightAnswers) -> [HuntFinding] {
    let paths = TruePlaces(hunt)
    for name in (treasures[index].projection?.names ?? []).sorted() {
      for answer in right.others[name] ?? [] {
        var answers = right.answers
        answers[name] = answer
        let other = paths.place(of: index, answers)
        if let other, grounds[index].point.chord(to: Geocentric(other)) <= grounds[index].reach { continue }
        return [HuntFinding(.warning, .looseFormula, treasures[index].id, looseText(name, answer))]
      }
    }
    return []
  }
}
