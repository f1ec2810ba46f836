internal import GeoFormats
internal import HuntDomain

/// Reads the question of a treasure; one that cannot be answered is left out with a warning.
struct QuestionReader {
  /// The sealed parts of the file.
  private let sealed: SealedHunt?
  /// The names of answers that have been seen in the file.
  private var names: Set<String> = []

  init(sealed: SealedHunt?) { self.sealed = sealed }

  /// The question that is a member of a treasure.
  mutating func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Question? {
    guard let members = stage.object(.question, of: HuntKeys.Question.self, &notes), let value = members.object else {
      return nil
    }
    guard let rule = rule(members, &notes) else {
      notes.fail(value, "\(stage.called(.question)) has no answer (text, number or options)")
      return nil
    }
    guard let prompt = members.text(.prompt, &notes) else {
      notes.fail(value, "\(stage.called(.question)) has no prompt")
      return nil
    }
    let price = members.integer(.price, in: HuntLimits.points, otherwise: "taken as 0", &notes) ?? 0
    return Question(prompt, rule: rule, name: name(members, &notes), price: price)
  }

  private mutating func name(_ members: HuntMembers<HuntKeys.Question>, _ notes: inout HuntNotes) -> String? {
    guard let value = members[.name], let name = members.text(.name, limit: SafeText.nameLimit, &notes) else {
      return nil
    }
    guard Self.isName(name) else {
      notes.warn(value, "\(members.called(.name)) is not a letter and then letters, digits or _: left out")
      return nil
    }
    guard names.insert(name).inserted else {
      notes.warn(value, "another answer is called \(SafeText.quoted(name)): left out")
      return nil
    }
    return name
  }

  /// Whether formulas can call an answer so.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, Unicode.Scalar(first).properties.isAlphabetic, first < 0x80 else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  // MARK: - Rules

  private func rule(_ members: HuntMembers<HuntKeys.Question>, _ notes: inout HuntNotes) -> Question.Rule? {
    if let value = members[.sealed] {
      if let answer = sealed.flatMap({ SealedAnswer(members, of: $0, &notes) }) { return .sealed(answer) }
      // Refuse the hunt: without its question the treasure would be found without opening anything.
      notes.refuse(SealedHunt.damage(value))
    }
    let kinds: [HuntKeys.Question] = [.text, .number, .options]
    let said = kinds.filter { members[$0] != nil }
    if said.count > 1, let value = members.object {
      let names = said.map(\.rawValue).joined(separator: " and ")
      notes.warn(value, "a question \(members.whose) has \(names): only \(said[0]) counts")
    }
    switch said.first {
    case .text:
      let texts = members.texts(.text, limit: SafeText.nameLimit, &notes)
      let typable = texts.filter { !FoldedText.fold($0).isEmpty }
      if typable.count < texts.count, let value = members[.text] {
        notes.warn(value, "an answer \(members.whose) has neither letters, digits nor signs to type: left out")
      }
      return typable.isEmpty ? nil : .text(typable)
    case .number: return number(members, &notes)
    case .options: return choice(members, &notes)
    default: return nil
    }
  }

  private func number(_ members: HuntMembers<HuntKeys.Question>, _ notes: inout HuntNotes) -> Question.Rule? {
    let range = -1e15...1e15
    guard let number = members.number(.number, in: range, otherwise: "no answer", &notes) else { return nil }
    let tolerance = members.number(.tolerance, in: 0...1e15, otherwise: "taken as 0", &notes) ?? 0
    return .number(number, tolerance: tolerance)
  }

  private func choice(_ members: HuntMembers<HuntKeys.Question>, _ notes: inout HuntNotes) -> Question.Rule? {
    let options = members.texts(.options, limit: SafeText.nameLimit, &notes)
    guard options.count >= 2 else { return nil }
    guard let value = members[.right] else { return .choice(options: options, right: Set(options.indices)) }
    var right: Set<Int> = []
    for element in value.isArray ? members.list(.right, &notes) : [value] {
      if let number = element.integer, (1...options.count).contains(number) {
        right.insert(number - 1)
      } else {
        notes.warn(element, "\(members.called(.right)) is no number from 1 to \(options.count): left out")
      }
    }
    if right.isEmpty {
      notes.warn(value, "\(members.called(.right)) names no option: all of them count")
      right = Set(options.indices)
    }
    return .choice(options: options, right: right)
  }
}
