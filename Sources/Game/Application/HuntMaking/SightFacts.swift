internal import HuntDomain
internal import Places

/// What can be said of a sight, by the names of placeholders.
struct SightFacts {
  /// Characters of names that fit into a sentence, and of the beginning of an inscription.
  private static let (longest, longestInscription) = (72, 48)

  private(set) var values: [String: String] = [:]
  /// Its name on the spot; `nil` if it has none, or one that fits into no sentence.
  let name: String?

  init(_ sight: Sight, _ texts: HuntTexts) {
    let tags = sight.place.tags
    name = Self.first(of: tags["name"])
    values["name"] = name
    // A square may have the name of its street: the sentence would say it twice.
    values["street"] = sight.street.flatMap { Self.first(of: $0) }.flatMap { $0 == name ? nil : $0 }
    values["the"] = texts.word("the", sight.kind)
    let translated = Self.first(of: tags["name:\(texts.language)"])
    if let name, !Self.isLatin(name) {
      // Not everybody can read what the sign says.
      let readable = [translated, tags["name:Latn"], tags["int_name"], tags["name:en"]].compactMap {
        Self.first(of: $0)
      }
      if let other = readable.first(where: Self.isLatin) { values["name"] = "\(name) (\(other))" }
    } else if let translated, let name, FoldedText.fold(translated) != FoldedText.fold(name) {
      values["translated"] = translated
    }
    values["artist"] = Self.person(tags["artist_name"])
    values["architect"] = Self.person(tags["architect"])
    values["material"] = tags["material"].flatMap { value in
      let word = texts.word("material", value)
      return word.isEmpty ? nil : word
    }
    values["subject"] = Self.first(of: tags["artwork_subject"])
    values["description"] = Self.sentence(tags["description:\(texts.language)"] ?? tags["description"])
    // Of a church it is the height of its roof, and nobody's idea of it.
    let least = sight.kind == "attraction" ? Self.tallHouse : 3
    if Self.tall.contains(sight.kind) { values["height"] = tags["height"].flatMap { Self.metres($0, least) } }
    values["inscription"] = Self.beginning(of: tags["inscription:\(texts.language)"] ?? tags["inscription"])
    values["namesake"] = Self.first(of: tags["name:etymology"]).flatMap { Self.isLatin($0) ? $0 : nil }
    values["article"] = Self.article(tags, texts.language, name)
    date(tags["start_date"])
  }

  /// The title of an article in the language of the texts, where it has other words than the name.
  private static func article(_ tags: PlaceTags, _ language: String, _ name: String?) -> String? {
    let prefix = "\(language):"
    let linked = tags["wikipedia"].flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    guard let title = first(of: tags["wikipedia:\(language)"] ?? linked), isLatin(title), !title.contains(":"), let name
    else { return nil }
    let (other, own) = (Set(FoldedText.words(of: title)), Set(FoldedText.words(of: name)))
    return 2 * other.intersection(own).count < min(other.count, own.count) ? title : nil
  }

  /// Of a list the first, without notes in parentheses, if it is short.
  static func first(of text: String?) -> String? {
    guard let text else { return nil }
    let part = text.split { ";/|".contains($0) }.first.map(String.init) ?? ""
    let spaced = withoutNotes(part.replacing("_", with: " "))
    let trimmed = String(spaced.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !trimmed.isEmpty, trimmed.count <= longest, !trimmed.contains(where: { "()[]{}<>".contains($0) }) else {
      return nil
    }
    return trimmed
  }

  /// A text without what stands in parentheses, and the blank before them.
  private static func withoutNotes(_ text: String) -> String {
    var (rest, depth) = ("", 0)
    for character in text {
      if character == "(" {
        depth += 1
        if rest.last == " " { rest.removeLast() }
      }
      if depth == 0 { rest.append(character) }
      // One that was never opened makes the name a strange one.
      if character == ")" {
        if depth == 0 { return text }
        depth -= 1
      }
    }
    return depth == 0 ? rest : text
  }

  /// Kinds of which one wants to know how high they are.
  private static let tall: Set<String> = [
    "tower", "lighthouse", "windmill", "obelisk", "column", "tree", "monument", "waterfall", "attraction",
  ]
  /// Metres from which on a house is tall.
  private static let tallHouse = 40.0
  /// Characters of a description that fits a message.
  private static let longestDescription = 90

  /// A description that is one short sentence, without its full stop.
  private static func sentence(_ text: String?) -> String? {
    guard let text, (12...longestDescription).contains(text.count), isLatin(text),
      !text.contains(where: { "()[]{}<>;|\n".contains($0) }), !text.contains("http")
    else { return nil }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Whole metres of a height, if it is one.
  private static func metres(_ text: String, _ least: Double) -> String? {
    let number = text.hasSuffix("m") ? text.dropLast().drop { $0 == " " } : text[...]
    let digits = number.filter { $0 != " " }
    guard let metres = Double(digits), (least...900).contains(metres) else { return nil }
    return String(Int(metres.rounded()))
  }

  /// The first words of an inscription.
  private static func beginning(of inscription: String?) -> String? {
    guard let inscription, isLatin(inscription) else { return nil }
    let words = inscription.split { $0.isWhitespace || "|/".contains($0) }
    var text = ""
    for word in words {
      guard text.count + word.count < longestInscription else { return text.isEmpty ? nil : text + " …" }
      text += text.isEmpty ? word : " \(word)"
    }
    return text.isEmpty ? nil : text
  }

  /// Whether all letters are Latin ones.
  static func isLatin(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      !$0.properties.isAlphabetic || $0.value < 0x250 || (0x1E00...0x1EFF).contains($0.value)
    }
  }

  private static func person(_ text: String?) -> String? {
    first(of: text).flatMap { $0.contains { $0.isNumber || $0 == "?" } ? nil : $0 }
  }

  /// A year beside the maker, or else only the decade or the century: dates come from catalogues.
  private mutating func date(_ text: String?) {
    guard let text else { return }
    if text.hasPrefix("C"), let century = Int(text.dropFirst()), (10...20).contains(century) {
      values["century"] = "\(century)"
      return
    }
    let digits = text.prefix { ("0"..."9").contains($0) }
    let rest = text.dropFirst(digits.count)
    guard digits.count == 4, let year = Int(digits), (900...2100).contains(year) else { return }
    if rest == "s" || rest == "s " {
      values["decade"] = "\(year / 10 * 10)"
    } else if rest.isEmpty || rest.first == "-" && rest.dropFirst().allSatisfy({ $0 == "-" || $0.isNumber }) {
      values["year"] = "\(year)"
      if year >= 1800 { values["decade"] = "\(year / 10 * 10)" } else { values["century"] = "\((year - 1) / 100 + 1)" }
    }
  }

  subscript(fact: String) -> String? {
    get { values[fact] }
    set { values[fact] = newValue }
  }

  /// These facts without some.
  func without(_ facts: Set<String>) -> [String: String] { values.filter { !facts.contains($0.key) } }
}
