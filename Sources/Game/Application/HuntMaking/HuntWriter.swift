internal import Geodesy
package import HuntDomain
internal import HuntInspection
internal import Numbers
internal import Places
package import Simulation
internal import Streets

/// Gives a planned walk its words: names, hints, questions, messages.
package struct HuntWriter {
  /// Characters of a stage's name, of a hint and of a message that fit every view; and of a name that has to tell a stage
  /// from another one.
  private static let longest = (name: 24, hint: 90, message: 140, longName: 40)
  /// Points for a stage, and what its hints cost: all together less than the stage gives.
  private static let points = 10
  /// Metres within which a thing stands beside another.
  private static let besideReach = 40.0
  /// Metres added to a zone if the thing itself is that far from its middle.
  private static let farFrom = (metres: 20.0, more: 5.0, most: 40.0)
  /// Kinds that were not made in a year: a square has no birthday.
  private static let undated: Set<String> = [
    "square", "park", "garden", "tree", "rock", "cave", "spring", "waterfall", "beach", "water", "peak", "viewpoint",
  ]
  /// The kind of lines about the first stage, which say the way from the start.
  private static let start = "start"
  /// Metres from which on a stage of a hard hunt is on the map.
  private static let sight = 60.0

  private let texts: HuntTexts

  /// Writes with the sentences of one language.
  package init(_ texts: HuntTexts) { self.texts = texts }

  /// Writes a hunt, which a hunt's inspection has nothing to say against.
  ///
  /// - Parameters:
  ///   - id: identifies it in saved games.
  ///   - town: where it is, for its title.
  ///   - surroundings: of each stage; `nil` where they are unknown.
  ///   - licence: under which licence the data is.
  package func hunt(
    _ plan: HuntPlan, id: String, at town: String, surroundings: [ErrorPreset?], licence: String
  ) -> Hunt? {
    var work = Work(plan, texts)
    for index in plan.stages.indices { work.facts[index]["beside"] = beside(index, plan) }
    var treasures = plan.stages.indices.map { stage($0, plan, surroundings[$0], &work) }
    ask(plan, &treasures, &work)
    name(plan, &treasures, work)
    func written() -> Hunt? {
      assembled(plan, priced(treasures, plan, work), id: id, town: town, licence: licence)
    }
    guard var hunt = written() else { return nil }
    // Each turn takes away what a text gives away, so that it ends.
    for _ in 0..<(3 * treasures.count) {
      let findings = Inspection(hunt).findings.filter { $0.severity != .note || $0.code == .answerToldBefore }
      let spoiled = Set(findings.compactMap(\.treasure))
      let fixable = treasures.indices.first { index in
        let isTold = Self.isTold(index, in: hunt, plan)
        return (spoiled.contains(treasures[index].id) || isTold || treasures[index].hints.isEmpty)
          && (treasures[index].question != nil || treasures[index].hints.count > 1)
      }
      guard let index = fixable else { break }
      if treasures[index].question != nil {
        treasures[index].question = nil
        work.secrets[index] = []
        treasures[index].hints = hints(index, plan, &work)
      } else {
        treasures[index].hints.removeLast()
      }
      guard let other = written() else { break }
      hunt = other
    }
    return hunt
  }

  /// What is known and used so far.
  private struct Work {
    var chance: SeededGenerator
    var facts: [SightFacts]
    /// Lines that the hunt has already.
    var used: Set<String> = []
    /// How many middle hints name a neighbour.
    var besides = 0
    /// What hints must not say of each stage, because it is asked for there.
    var secrets: [Set<String>]
    /// Stages at which a street is asked for, so that no name says one.
    var corners: Set<Int> = []

    init(_ plan: HuntPlan, _ texts: HuntTexts) {
      // Other numbers than those of the search. The start is no part of them: sentences must not tell where it is.
      chance = SeededGenerator(seed: plan.wish.seed ^ (plan.places.first?.rounded.latitude.bitPattern ?? 0))
      var all = plan.stages.map { SightFacts($0, texts) }
      for index in plan.stages.indices {
        let here = plan.stages[index].spot.position
        let last = index == 0 ? plan.start.position : plan.stages[index - 1].spot.position
        let metres = max(50, (last.distance(to: here) / 50).rounded() * 50)
        all[index]["metres"] = "\(Int(metres))"
        all[index]["direction"] = texts.word("direction", last.bearing(to: here).compassPoint)
        if index > 0 { all[index]["last"] = all[index - 1]["name"] }
        if plan.stages[index].kind == SightKind.corner, plan.streets[index].count > 1 {
          all[index]["street"] = SightFacts.first(of: plan.streets[index][0])
          all[index]["other"] = SightFacts.first(of: plan.streets[index][1])
        }
      }
      facts = all
      secrets = [Set<String>](repeating: [], count: all.count)
    }

    /// One of some lines that is not in the hunt yet; any of them if all are.
    mutating func choose(_ lines: [String]) -> String? {
      let fresh = lines.filter { !used.contains($0) }
      let choice = fresh.isEmpty ? lines : fresh
      guard !choice.isEmpty else { return nil }
      let line = choice[Int(chance.uniform() * Double(choice.count))]
      used.insert(line)
      return line
    }
  }

  // MARK: - Stages

  private func stage(_ index: Int, _ plan: HuntPlan, _ surroundings: ErrorPreset?, _ work: inout Work) -> Treasure {
    let sight = plan.stages[index]
    let place = PointOfInterest(
      id: "s\(index + 1)", name: title(index, plan), position: sight.spot.position.rounded,
      kind: nil)
    var radius = OpenSky.radius(in: surroundings)
    if sight.spot.distance > Self.farFrom.metres { radius = min(Self.farFrom.most, radius + Self.farFrom.more) }
    var treasure = Treasure(
      place: place, zone: .circle(radius: radius), hints: hints(index, plan, &work),
      message: message(index, plan, &work), points: Self.points)
    if plan.wish.level == .hard { treasure.visibility = .near(metres: Self.sight) }
    return treasure
  }

  /// What a stage is, as far as its kind says it: `A Catholic church`, `A park`.
  private func title(_ index: Int, _ plan: HuntPlan) -> String {
    let stage = plan.stages[index]
    let sorts = SightKind.sorts(of: stage).map { texts.word("sort", "\(stage.kind) \($0)") }
    return sorts.first { !$0.isEmpty } ?? texts.word("title", stage.kind)
  }

  private func hints(_ index: Int, _ plan: HuntPlan, _ work: inout Work) -> [Hint] {
    if plan.stages[index].isMourning { return quietHints(index, plan, &work) }
    let kind = plan.stages[index].kind
    let facts = work.facts[index]
    let prices =
      switch plan.wish.level {
      case .easy: [0, 0, 0]
      case .usual: [0, 1, 2]
      case .hard: [0, 3, 5]
      }
    var hints: [Hint] = []
    if let vague = work.choose(texts.filled("vague", kind, [:], longest: Self.longest.hint)) {
      hints.append(Hint(vague, price: prices[0]))
    }
    let middle = middle(index, plan, &work)
    if let middle { hints.append(Hint(middle.text, price: prices[1])) }
    var known = facts.without(work.secrets[index])
    if known["name"] != nil { known["the"] = nil }
    if middle?.saysDirection == true, known["name"] ?? known["street"] != nil { known["direction"] = nil }
    // The first stage is told from the start; a corner by its streets.
    let kinds = index == 0 && known["direction"] != nil ? [Self.start, kind] : [kind]
    // Way and kind alone are known already, where the hint before said the way: that would be paid for nothing.
    if middle?.saysDirection == true, known["name"] == nil, known["street"] == nil { return hints }
    let plain = kinds.lazy.map { texts.filled("plain", $0, known, longest: Self.longest.hint) }.first { !$0.isEmpty }
    if let text = plain.flatMap({ work.choose($0) }) { hints.append(Hint(text, price: prices[2])) }
    return hints
  }

  /// Hints at a place of the dead: free, the first says what it is.
  private func quietHints(_ index: Int, _ plan: HuntPlan, _ work: inout Work) -> [Hint] {
    let kind = plan.stages[index].kind
    let facts = work.facts[index].values
    let uses: [(use: String, kind: String, facts: [String: String])] = [
      ("quiet", kind, facts), ("middle-direction", index == 0 ? Self.start : "", facts),
      ("plain", kind, facts.filter { $0.key != "direction" && ($0.key != "the" || facts["name"] == nil) }),
    ]
    return uses.compactMap { use, kind, facts in
      work.choose(texts.filled(use, kind, facts, longest: Self.longest.hint)).map { Hint($0) }
    }
  }

  private func middle(
    _ index: Int, _ plan: HuntPlan, _ work: inout Work
  ) -> (text: String, saysDirection: Bool)? {
    let sight = plan.stages[index]
    // No name in this hint: the plain one says it.
    let facts = work.facts[index].without(
      work.secrets[index].union(Self.undated.contains(sight.kind) ? ["name", "year", "decade", "century"] : ["name"]))
    let telling = ["artist", "architect", "material", "decade", "century", "year"]
    if telling.contains(where: { facts[$0] != nil }) {
      let lines = texts.filled("middle", sight.kind, facts, longest: Self.longest.hint)
      if let line = work.choose(lines) { return (line, false) }
    }
    if 3 * work.besides < plan.stages.count, let beside = work.facts[index]["beside"] {
      let lines = texts.filled("middle-beside", "", ["beside": beside], longest: Self.longest.hint)
      if let line = work.choose(lines) {
        work.besides += 1
        return (line, false)
      }
    }
    let lines = texts.filled("middle-direction", index == 0 ? Self.start : "", facts, longest: Self.longest.hint)
    return work.choose(lines).map { ($0, true) }
  }

  /// What stands beside a stage, in words: of another kind than all stages, so that no hint is about two of them.
  private func beside(_ index: Int, _ plan: HuntPlan) -> String? {
    let sight = plan.stages[index]
    let kinds = Set(plan.stages.map(\.kind))
    let ids = Set(plan.stages.map(\.place.id))
    let near = plan.neighbours.filter { other in
      other.tier == .sight && !ids.contains(other.place.id) && !kinds.contains(other.kind)
        && other.place.position.distance(to: sight.place.position) <= Self.besideReach
    }
    let nearest = near.min {
      let (one, other) = (
        $0.place.position.distance(to: sight.place.position), $1.place.position.distance(to: sight.place.position)
      )
      return (one, $0.place.id) < (other, $1.place.id)
    }
    let words = nearest.map { texts.word("beside", $0.kind) } ?? ""
    return words.isEmpty ? nil : words
  }

  private func message(_ index: Int, _ plan: HuntPlan, _ work: inout Work) -> String? {
    let sight = plan.stages[index]
    // A museum of a massacre has the lines that fit all places, and not the merry ones of museums.
    let kind = sight.isMourning && sight.kind != SightKind.mourning ? "" : sight.kind
    let facts = work.facts[index]
    let use = facts.name == nil ? "found-none" : "found"
    guard var text = work.choose(texts.filled(use, kind, facts.values, longest: Self.longest.message)) else {
      return nil
    }
    let uses = [
      "found-artist", "found-architect", "found-subject", "found-description", "found-inscription", "found-namesake",
      "found-height", "found-year", "found-article", "found-material", "found-more",
    ]
    var said = 0
    for use in uses where said < 2 {
      // A date without a maker says too little.
      let isDated = ["year", "decade", "century"].contains { facts[$0].map(text.contains) ?? false }
      if use == "found-year", isDated || Self.undated.contains(kind) { continue }
      // Of what is known of its age the year says most.
      let facts = facts.without(facts["year"] == nil ? ["name"] : ["name", "decade", "century"])
      let left = Self.longest.message - text.count - 1
      guard let more = work.choose(texts.filled(use, kind, facts, longest: left)) else { continue }
      text += " \(more)"
      said += 1
    }
    return text
  }

  // MARK: - Questions and names

  /// Asks at some stages, of each kind of question once at most.
  private func ask(_ plan: HuntPlan, _ treasures: inout [Treasure], _ work: inout Work) {
    let most: Int
    switch plan.wish.level {
    case .easy: most = 1
    case .usual: most = min(3, (treasures.count + 1) / 3)
    case .hard: most = min(5, (treasures.count + 1) / 2)
    }
    let maker = QuestionMaker(texts: texts)
    for template in QuestionMaker.Template.allCases {
      guard treasures.count(where: { $0.question != nil }) < most else { return }
      var order = Array(treasures.indices)
      order.shuffle(using: &work.chance)
      for index in order where treasures[index].question == nil && !plan.stages[index].isMourning {
        let question = maker.question(
          template, of: plan.stages[index], work.facts[index], streets: plan.streets[index], chance: &work.chance)
        guard let question else { continue }
        treasures[index].question = question
        if template == .corner { work.corners.insert(index) }
        work.secrets[index] = template.secrets
        if let street = work.facts[index]["street"], plan.streets[index].dropFirst().contains(street) {
          work.secrets[index].insert("street")
        }
        if !template.secrets.isEmpty { treasures[index].hints = hints(index, plan, &work) }
        treasures[index].hints.removeAll { Self.tells($0.text, question, plan) }
        if treasures[index].hints.isEmpty { treasures[index].hints = neutral(index, plan, work, question) }
        break
      }
    }
  }

  /// The free hint of a stage at which all others say the answer: what one sees there, or only of which kind it is; empty
  /// if that says the answer, too.
  private func neutral(_ index: Int, _ plan: HuntPlan, _ work: Work, _ question: Question) -> [Hint] {
    let (kind, the) = (plan.stages[index].kind, work.facts[index]["the"].map { ["the": $0] } ?? [:])
    let lines = [("vague", kind, [:]), ("plain", "", the)].flatMap { use, kind, facts in
      texts.filled(use, kind, facts, longest: Self.longest.hint)
    }
    return lines.first { !Self.tells($0, question, plan) }.map { [Hint($0)] } ?? []
  }

  /// Names the stages, and tells those apart that are called alike: by the street, or what else is known of them.
  private func name(_ plan: HuntPlan, _ treasures: inout [Treasure], _ work: Work) {
    var names: [String]
    if plan.wish.level == .hard {
      // What is not on the map yet has no name that a hint might say.
      names = treasures.indices.map { index in
        texts.filled("stage", "", ["count": "\(index + 1)"], longest: Self.longest.name).first ?? "\(index + 1)"
      }
    } else {
      let all = treasures.indices.map { self.names(of: $0, plan, work, treasures[$0].question) }
      names = all.map(\.short)
      let counts = Dictionary(grouping: names) { FoldedText.fold($0) }.mapValues(\.count)
      var seen = Set(counts.filter { $0.value == 1 }.keys)
      for (index, name) in names.enumerated() where counts[FoldedText.fold(name)] ?? 0 > 1 {
        let alike = all.indices.filter { all[$0].short == name }
        let apart = side(index, of: alike, plan).map { ["\(name), \($0)"] } ?? []
        let numbered = treasures.indices.map { $0 == 0 ? name : "\(name) \($0 + 1)" }
        names[index] = (all[index].long + apart + numbered).first { seen.insert(FoldedText.fold($0)).inserted } ?? name
      }
    }
    for (index, name) in names.enumerated() {
      treasures[index].place = PointOfInterest(
        id: treasures[index].id, name: name, position: treasures[index].place.position)
    }
  }

  /// What a stage may be called: in short, with its street where there is room; and longer, the best first.
  ///
  /// - Parameter question: asked there; nothing of it says the answer.
  private func names(
    of index: Int, _ plan: HuntPlan, _ work: Work, _ question: Question?
  ) -> (short: String, long: [String]) {
    let title = title(index, plan)
    var facts = work.facts[index].without(work.secrets[index].union(["name", "translated"]))
    if let question { facts = facts.filter { !Self.tells($0.value, question, plan) } }
    if work.corners.contains(index) { facts["street"] = nil }
    facts["title"] = title
    let long = texts.each("title-more", facts, longest: Self.longest.longName)
    let streeted = facts["street"].flatMap { street in
      texts.each("title-more", ["title": title, "street": street], longest: Self.longest.name).first
    }
    return (streeted ?? title, long)
  }

  /// On which side of some stages one of them is, in words: `farther north`.
  private func side(_ index: Int, of stages: [Int], _ plan: HuntPlan) -> String? {
    let plane = TangentPlane(at: plan.places[index])
    var middle = TangentPlane.Point(east: 0, north: 0)
    for point in stages.compactMap({ plane.point(of: plan.places[$0]) }) {
      middle.east += point.east / Double(stages.count)
      middle.north += point.north / Double(stages.count)
    }
    let words = texts.word("side", (Bearing(degrees: middle.course.bearing.degrees + 180)).compassPoint)
    return words.isEmpty ? nil : words
  }

  // MARK: - Prices

  /// What a hint may tell that is not on the screen already.
  private static let news = [
    "name", "translated", "street", "other", "artist", "architect", "material", "year", "decade", "century", "subject",
    "beside",
  ]

  /// The treasures, with hints for free that say nothing new: way and distance are on the screen of all but hard hunts.
  private func priced(_ treasures: [Treasure], _ plan: HuntPlan, _ work: Work) -> [Treasure] {
    guard plan.wish.level != .hard else { return treasures }
    return treasures.indices.map { index in
      var treasure = treasures[index]
      var known = FoldedText.fold(treasure.place.name)
      treasure.hints = treasure.hints.map { hint in
        let text = FoldedText.fold(hint.text)
        let isNew = Self.news.contains { fact in
          work.facts[index][fact].map { FoldedText.fold($0) }.map { text.contains($0) && !known.contains($0) } ?? false
        }
        known += " " + text
        return isNew ? hint : Hint(hint.text)
      }
      return treasure
    }
  }

  // MARK: - The whole

  private func assembled(
    _ plan: HuntPlan, _ treasures: [Treasure], id: String, town: String, licence: String
  ) -> Hunt? {
    var words = Work(plan, texts)
    let theme = plan.wish.theme?.rawValue ?? ""
    let facts = [
      "place": town, "stages": "\(treasures.count)", "length": Self.length(plan.length, texts.language),
    ]
    let title = words.choose(texts.filled("hunt-title", theme, facts, longest: 60)) ?? town
    let shape = plan.wish.end == nil ? "loop" : "line"
    var summary = words.choose(texts.filled("hunt-summary", shape, facts, longest: 140)) ?? ""
    if let note = words.choose(texts.filled("hunt-note", "", facts, longest: 140)) { summary += " \(note)" }
    var hunt = Hunt(
      title: title, id: id, summary: summary, author: "Trove, from OpenStreetMap", licence: licence,
      treasures: treasures)
    hunt?.message = words.choose(texts.filled("hunt-message", "", facts, longest: 140))
    return hunt
  }

  /// Kilometres with one decimal.
  private static func length(_ metres: Double, _ language: String) -> String {
    let tenths = Int((metres / 100).rounded())
    return "\(tenths / 10)\(language == "de" ? "," : ".")\(tenths % 10) km"
  }
}

extension Coordinate {
  /// The place, rounded to 1e-6 degrees, about 10 cm.
  fileprivate var rounded: Coordinate {
    Coordinate(latitude: (latitude * 1e6).rounded() / 1e6, longitude: (longitude * 1e6).rounded() / 1e6) ?? self
  }
}
