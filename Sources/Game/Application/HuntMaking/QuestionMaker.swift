internal import HuntDomain
internal import Numbers
internal import Places

/// Questions about what can be read or seen on site, from the tags of a sight.
struct QuestionMaker {
  /// What is asked, from what is surest to be found on site to what is least sure.
  enum Template: String, CaseIterable {
    case word = "ask-word"
    case year = "ask-year"
    case number = "ask-number"
    case corner = "ask-corner"
    case person = "ask-who"
    case material = "ask-material"
    case height = "ask-height"
    case name = "ask-name"

    /// The facts that give the answer away, so that no hint may say them.
    var secrets: Set<String> {
      switch self {
      case .word, .number, .height: []
      case .year: ["year", "decade", "century"]
      case .corner: ["other"]
      case .person, .name: ["name", "translated"]
      case .material: ["material"]
      }
    }
  }

  let texts: HuntTexts

  /// A question of a template about a sight; `nil` if its tags do not say what is asked.
  ///
  /// - Parameter streets: the street at the corner where it is, and all that meet it there.
  func question(
    _ template: Template, of sight: Sight, _ facts: SightFacts, streets: [String], chance: inout SeededGenerator
  ) -> Question? {
    let tags = sight.place.tags
    switch template {
    case .word: return Inscription(tags)?.gap(chance: &chance).flatMap { ask(template, ["gap": $0.line], [$0.word]) }
    case .year: return Inscription(tags)?.year.flatMap { ask(template, [:], [$0]) }
    case .number:
      guard ["stone", "milestone"].contains(sight.kind), let ref = tags["ref"], ref.count <= 6,
        ref.contains(where: \.isNumber), ref.allSatisfy({ $0.isNumber || $0.isLetter })
      else { return nil }
      return ask(template, [:], [ref])
    case .corner:
      let others = streets.dropFirst().compactMap { SightFacts.first(of: $0) }
      // Of a bridge whose way and deck bear one name the question would say the answer.
      guard let own = streets.first.map({ FoldedText.fold($0) }),
        !others.contains(where: { FoldedText.fold($0).contains(own) })
      else { return nil }
      guard others.contains(where: SightFacts.isLatin), sight.tier != .filler || sight.kind == SightKind.corner
      else { return nil }
      return ask(template, ["street": streets[0]], others.flatMap(StreetSpelling.all))
    case .person:
      guard ["statue", "bust"].contains(sight.kind), facts.name.map(NameSpelling.isPerson) == true
      else { return nil }
      return name(template, of: sight, facts)
    case .material: return material(tags["material"], chance: &chance)
    case .height:
      guard sight.kind == "peak", let height = tags["ele"].flatMap({ Double($0) }), (1...9000).contains(height),
        let prompt = texts.filled(template.rawValue, "", [:], longest: 140).first
      else { return nil }
      return Question(prompt, rule: .number(height.rounded(), tolerance: 5))
    case .name: return texts.has(template.rawValue, sight.kind) ? name(template, of: sight, facts) : nil
    }
  }

  private func ask(_ template: Template, _ facts: [String: String], _ answers: [String]) -> Question? {
    texts.filled(template.rawValue, "", facts, longest: 140).first.map { Question($0, rule: .text(answers)) }
  }

  private func name(_ template: Template, of sight: Sight, _ facts: SightFacts) -> Question? {
    guard let name = facts.name else { return nil }
    let tags = sight.place.tags
    let keys = ["name:\(texts.language)", "name:en", "int_name", "alt_name", "short_name"]
    var answers = [name]
    for other in keys.compactMap({ SightFacts.first(of: tags[$0]) }) where !answers.contains(other) {
      answers.append(other)
    }
    let isPerson = template == .person
    for answer in answers {
      answers += NameSpelling.others(of: answer, isPerson: isPerson).filter { !answers.contains($0) }
    }
    guard answers.contains(where: SightFacts.isLatin) else { return nil }
    let prompt = texts.filled(template.rawValue, sight.kind, facts.without(["name", "translated"]), longest: 140).first
    return prompt.map { Question($0, rule: .text(answers)) }
  }

  /// Materials that nobody tells from each other, of which only one may be among the options.
  private static let alike: [Set<String>] = [
    ["bronze", "metal", "steel", "iron", "copper", "aluminium"],
    ["stone", "granite", "marble", "sandstone", "limestone"],
    ["brick", "ceramic"], ["wood"], ["concrete"], ["glass"], ["plastic"],
  ]

  private func material(_ value: String?, chance: inout SeededGenerator) -> Question? {
    guard let value, let group = Self.alike.firstIndex(where: { $0.contains(value) }),
      let prompt = texts.filled(Template.material.rawValue, "", [:], longest: 140).first
    else { return nil }
    var groups = Self.alike.indices.filter { $0 != group }
    groups.shuffle(using: &chance)
    var options = groups.prefix(3).compactMap { Self.alike[$0].min() } + [value]
    options.shuffle(using: &chance)
    let words = options.map { texts.word("material", $0) }
    guard let right = options.firstIndex(of: value), words.allSatisfy({ !$0.isEmpty }) else { return nil }
    return Question(prompt, rule: .choice(options: words, right: [right]))
  }
}

/// The text on a thing, if the tag repeats it and does not describe it.
struct Inscription {
  private let lines: [String]

  /// Words with which descriptions begin.
  private static let describing: Set<String> = [
    "memorial", "plaque", "relief", "statue", "sculpture", "monument", "bust", "inscription", "text", "the", "a",
    "denkmal", "gedenktafel", "skulptur", "tafel", "plakette", "mémorial", "monumento", "targa", "placa",
    "muistolaatta", "muistomerkki", "patsas", "veistos",
  ]

  init?(_ tags: PlaceTags) {
    guard let text = tags["inscription"], text.count <= 400 else { return nil }
    let first = text.split { !$0.isLetter }.first.map { $0.lowercased() } ?? ""
    guard !Self.describing.contains(first), tags["artist_name"].map({ !text.contains($0) }) ?? true,
      !text.contains(where: { "()[]{}<>…".contains($0) }), !text.contains("...")
    else { return nil }
    lines = text.split { "|/\\\n".contains($0) }
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return nil }
  }

  /// A year that is in it once, and is the only one.
  var year: String? {
    let numbers = lines.flatMap { $0.split { !$0.isNumber } }.filter { $0.count == 4 }
    guard numbers.count == 1, let year = Int(numbers[0]), (1000...2100).contains(year) else { return nil }
    return String(numbers[0])
  }

  /// A line with a word left out, and the word.
  func gap(chance: inout SeededGenerator) -> (line: String, word: String)? {
    let words = lines[0].split(separator: " ").map(String.init)
    guard (4...12).contains(words.count), lines[0].count <= 70 else { return nil }
    let choices = words.indices.filter { index in
      words[index].count >= 4
        && words[index].allSatisfy { $0.isLetter && $0.unicodeScalars.allSatisfy { $0.value < 0x250 } }
        && words.count { $0.lowercased() == words[index].lowercased() } == 1
    }
    guard !choices.isEmpty else { return nil }
    let gone = choices[Int(chance.uniform() * Double(choices.count))]
    let line = words.indices.map { $0 == gone ? "___" : words[$0] }.joined(separator: " ")
    return (line, words[gone])
  }
}

/// The ways to write the name of a street.
enum StreetSpelling {
  private static let short: [(long: String, short: String)] = [
    ("street", "st"), ("avenue", "ave"), ("boulevard", "blvd"), ("road", "rd"), ("drive", "dr"), ("square", "sq"),
    ("place", "pl"), ("lane", "ln"), ("straße", "str"), ("strasse", "str"),
  ]

  /// The name, and the same with its last word in short.
  static func all(of name: String) -> [String] {
    let small = name.lowercased()
    let others = short.compactMap { pair in
      small.hasSuffix(pair.long) ? String(name.dropLast(pair.long.count)) + pair.short : nil
    }
    return [name] + others
  }
}

/// The ways to write the name of a place.
enum NameSpelling {
  /// Folded words that say what a thing is, in the languages of many maps.
  static let generic: Set<String> = {
    let text =
      "memorial monument statue museum church park square bridge theatre theater library station garden fountain the "
      + "chapel cathedral castle palace tower cemetery school zoo "
      + "denkmal kirche platz brücke brunnen kapelle schloss turm friedhof garten bahnhof schule "
      + "bibliothek rathaus markt "
      + "musée place parc jardin jardins théâtre église chapelle cathédrale château palais villa hôtel tour pont porte "
      + "fontaine gare école lycée bibliothèque cimetière marché mairie "
      + "monumento memoriale museo chiesa cappella duomo castello palazzo torre ponte porta fontana giardino teatro piazza "
      + "iglesia capilla catedral castillo palacio puente fuente jardín plaza parque biblioteca estación estatua "
      + "patsas muistopatsas muistomerkki puisto kirkko tori silta teatteri kirjasto "
      + "kyrka torg trädgård slott kostel kaple náměstí zámek kościół pomnik plac igreja praça jardim"
    return Set(text.split(separator: " ").map { FoldedText.fold(String($0)) })
  }()
  /// Folded numbers of monarchs: the street of one Alexander names the others, too.
  static let numerals: Set<String> = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
  private static let same: [(String, String)] = [
    ("&", "and"), ("&", "und"), ("St ", "Saint "), ("St. ", "Saint "), ("St. ", "Sankt "), ("Sankt ", "St "),
  ]

  /// Words with which names of things begin, and small words within those of persons.
  private static let articles: Set<String> = [
    "the", "a", "an", "le", "la", "les", "l", "un", "une", "der", "die", "das", "ein", "eine", "el", "los", "las", "il",
    "lo", "i", "gli", "o", "os", "as", "het", "den", "det",
  ]
  private static let particles: Set<String> = [
    "von", "van", "de", "di", "da", "del", "della", "der", "den", "du", "dos", "do", "zu", "af", "av", "ter", "ten",
    "y",
    "e", "bin", "ibn", "al", "el", "la", "le", "of",
  ]

  /// Whether a name looks like that of a person: two to five words, all but small ones with capitals, and no article
  /// before them.
  static func isPerson(_ name: String) -> Bool {
    let words = name.split { $0 == " " || $0 == "-" || $0 == "’" || $0 == "'" }.map(String.init)
    guard (2...5).contains(words.count), let first = words.first, !articles.contains(first.lowercased()),
      !words.contains(where: { generic.contains(FoldedText.fold($0)) })
    else { return false }
    return words.allSatisfy { word in
      let hasCapital = word.first.map { $0.isUppercase || !$0.isCased } ?? false
      return (hasCapital || particles.contains(word)) && !word.contains(where: \.isNumber)
    }
  }

  /// The name without a first or last word that only says what it is, of a person the last name alone, and usual
  /// exchanges.
  static func others(of name: String, isPerson: Bool) -> [String] {
    let words = name.split(separator: " ").map(String.init)
    var own = words[...]
    if let first = own.first, generic.contains(FoldedText.fold(first)) { own.removeFirst() }
    if let last = own.last, generic.contains(FoldedText.fold(last)) { own.removeLast() }
    var others: [String] = []
    if own.count < words.count, own.joined().count >= 4 { others.append(own.joined(separator: " ")) }
    if isPerson, own.count > 1, let last = own.last, last.count >= 4, last.allSatisfy(\.isLetter) {
      others.append(last)
    }
    for (one, other) in same where name.contains(one) { others.append(name.replacing(one, with: other)) }
    return others
  }
}
