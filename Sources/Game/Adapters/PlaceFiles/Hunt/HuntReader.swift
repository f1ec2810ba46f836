internal import GeoFormats
internal import HuntDomain
internal import HuntInspection
internal import Numbers

/// Why a file is no hunt, and on which line.
struct NoHunt: Error {
  let line: Int
  let message: String
  /// Whether the log of the file has it already.
  var isLogged = false
}

/// Makes a hunt of a GeoJSON file that has been read.
struct HuntReader {
  typealias About = HuntMembers<HuntKeys.About>

  let entries: [TreasureReader.Entry]
  let about: About
  /// The sealed parts.
  let sealed: SealedHunt?
  private let items: [Item]
  var notes: HuntNotes

  /// Reads the treasures; refuses what is newer than this program, and damaged seals.
  ///
  /// - Parameter sealed: the file as it was before parts of it were opened.
  init(_ document: GeoJSONDocument, log: DiagnosticLog, sealed: SealedHunt? = nil) throws(NoHunt) {
    notes = HuntNotes(log: log)
    about = About(document.root["trove"], "of the hunt")
    try Self.refuse(about, &notes)
    about.warnOfMisspelt(&notes)
    about.refuseUnknownRules(&notes)
    self.sealed = if let sealed { sealed } else { try SealedHunt(about, of: document.root, &notes) }
    items = Self.items(about, &notes)
    var reader = TreasureReader(items: items, sealed: self.sealed)
    entries = reader.entries(of: document.features, &notes)
    if let refusal = notes.refusal { throw refusal }
    warnOfVersion()
  }

  /// The hunt; `fallback` names it where the file does not.
  mutating func hunt(fallback: String) throws(NoHunt) -> Hunt {
    let treasures = entries.map(\.treasure)
    let title = about.text(.title, limit: SafeText.nameLimit, &notes) ?? fallback
    let hunt = Hunt(
      title: title, id: about.text(.id, limit: SafeText.nameLimit, &notes),
      summary: about.text(.summary, &notes) ?? "",
      author: about.text(.author, limit: SafeText.nameLimit, &notes) ?? "",
      licence: about.text(.licence, limit: SafeText.nameLimit, &notes) ?? "", order: order(), treasures: treasures)
    guard var hunt else {
      let first = notes.log.entries.first {
        $0.message.hasSuffix(": feature skipped") || $0.message.hasPrefix("a feature is no treasure")
      }
      let reason = first?.message ?? "a hunt is a collection of points or areas with an id and a name"
      throw NoHunt(line: first?.line ?? about.object?.line ?? 1, message: "no treasure: \(reason)")
    }
    hunt.items = items
    hunt.message = about.text(.message, &notes)
    hunt.limit = about.seconds(.limit, in: HuntLimits.limit, otherwise: nil, &notes)
    hunt.window = about.window(.window, &notes)
    hunt.event = event()
    if let value = about[.goal] {
      var reader = RequirementReader(owner: about.called(.goal))
      hunt.goal = reader.read(value, &notes)
    }
    if let sealed {
      hunt.sealedTreasures = max(0, sealed.stages - treasures.count)
      hunt.isGoalSealed = sealed.hasGoal && hunt.goal == nil
    }
    HuntReferences(treasures: treasures, items: items).check(&notes)
    if let fault = notes.fault {
      let others = fault.others > 0 ? " (and \(fault.others) more of the kind: trove check names them)" : ""
      throw NoHunt(line: fault.first.line, message: fault.first.message + others, isLogged: true)
    }
    return hunt
  }

  // MARK: - Versions

  private static func refuse(_ about: About, _ notes: inout HuntNotes) throws(NoHunt) {
    if let value = about[.version] {
      let isNewer = value.number.map { $0 > Double(HuntFile.version) } ?? value.isNumber
      if isNewer, let version = value.numberText.map({ SafeText.clean($0, limit: SafeText.quoteLimit) }) {
        let newer = "newer than this program (\(HuntFile.version)): update Trove"
        throw NoHunt(line: value.line, message: "this hunt is of version \(version), \(newer)")
      }
      let known = 1...HuntFile.version
      _ = about.integer(.version, in: known, otherwise: "taken as \(HuntFile.version)", &notes)
    }
  }

  /// Warns of newer members in a version 1 file: a program for version 1 would silently ignore them.
  private mutating func warnOfVersion() {
    guard about[.version]?.integer == 1 else { return }
    var new = HuntKeys.About.new.compactMap { key in about[key].map { (line: $0.line, name: key.rawValue) } }
    for entry in entries {
      let members = TreasureReader.Members(entry.feature.properties, "")
      new += HuntKeys.Stage.new.compactMap { key in members[key].map { (line: $0.line, name: key.rawValue) } }
    }
    guard let (line, key) = new.min(by: { ($0.line, $0.name) < ($1.line, $1.name) }) else { return }
    notes.log.add(
      .warning, line: line, "\(key) is of version 2, and the file says version 1: read all the same; say version 2")
  }

  // MARK: - Members

  private mutating func event() -> EventRules? {
    guard let members = about.object(.event, of: HuntKeys.Event.self, &notes) else { return nil }
    var rules = EventRules()
    if let value = members[.scoring] {
      if let scoring = value.rawString.flatMap(EventRules.Scoring.init) {
        rules.scoring = scoring
      } else {
        notes.fail(value, "\(members.called(.scoring)) is neither players nor teams")
      }
    }
    for value in members.list(.starts, &notes) {
      do throws(ISOTime.Fault) {
        rules.starts.append(Timestamp(milliseconds: try ISOTime.read(value.rawString ?? "")))
      } catch {
        notes.fail(value, "\(members.called(.starts)) has something that \(error)")
      }
    }
    rules.starts.sort()
    rules.ends = members.moment(.ends, &notes)
    rules.grace = members.seconds(.grace, in: HuntLimits.grace, otherwise: "taken as 0", &notes) ?? .zero
    return rules
  }

  private mutating func order() -> Hunt.Order {
    guard let value = about[.order] else { return .sequence }
    guard let order = value.rawString.flatMap(Hunt.Order.init) else {
      let word = value.text().map { SafeText.quoted($0) } ?? "of the hunt"
      notes.fail(value, "order \(word) is neither sequence nor any")
      return .sequence
    }
    return order
  }

  private static func items(_ about: About, _ notes: inout HuntNotes) -> [Item] {
    var ids: Set<String> = []
    return about.list(.items, &notes).compactMap { value in
      let members = HuntMembers<HuntKeys.Item>(value, "of an item")
      members.warnOfMisspelt(&notes)
      guard let id = members.text(.id, limit: SafeText.nameLimit, &notes) else {
        notes.warn(value, "an item of the hunt has no id: left out")
        return nil
      }
      guard ids.insert(id).inserted else {
        notes.warn(value, "the item \(SafeText.quoted(id)) is there already: left out")
        return nil
      }
      return Item(id: id, name: members.text(.name, limit: SafeText.nameLimit, &notes) ?? id)
    }
  }
}

/// Checks references within a hunt; a reference to a missing part gets a warning.
struct HuntReferences {
  private let treasures: [String: Treasure]
  private let items: Set<String>
  private let answers: Set<String>

  init(treasures: [Treasure], items: [Item]) {
    self.treasures = Dictionary(treasures.map { ($0.id, $0) }) { first, _ in first }
    self.items = Set(items.map(\.id))
    answers = Set(treasures.compactMap(\.question?.name))
  }

  /// Complains about everything that leads nowhere.
  func check(_ notes: inout HuntNotes) {
    for reference in notes.references {
      guard let problem = problem(reference.target) else { continue }
      notes.warn(of: reference, problem.code, problem.text)
    }
  }

  /// What is wrong with a reference: as the inspection of a hunt calls it, and in words.
  private typealias Problem = (code: HuntFinding.Code, text: String)

  private func problem(_ target: HuntNotes.Reference.Target) -> Problem? {
    switch target {
    case .treasure(let id):
      if treasures[id] != nil { return nil }
      return (.unknownTreasure, "there is no treasure \(SafeText.quoted(id)), so it never holds")
    case .question(let id, let choice): return question(id, choice)
    case .item(let id):
      return items.contains(id) ? nil : (.unknownItem, "there is no item \(SafeText.quoted(id)), so it never holds")
    case .answer(let name):
      if answers.contains(name) { return nil }
      return (.unknownName, "no answer is called \(SafeText.quoted(name)), so it has no value")
    }
  }

  private func question(_ id: String, _ choice: Int?) -> Problem? {
    guard let treasure = treasures[id] else { return problem(.treasure(id)) }
    guard let question = treasure.question else {
      return (.noQuestion, "\(SafeText.quoted(id)) has no question, so it never holds")
    }
    guard let choice else { return nil }
    guard case .choice(let options, _) = question.rule, options.indices.contains(choice) else {
      return (.noSuchOption, "the question of \(SafeText.quoted(id)) has no option \(choice + 1), so it never holds")
    }
    return nil
  }
}

/// Notes taken while a hunt is read: diagnostics, and references to other parts of the file.
struct HuntNotes {
  /// Something that is named in one place and has to be in another.
  struct Reference {
    enum Target: Hashable {
      case treasure(String)
      /// The question of a treasure; with the option, counted from 0.
      case question(String, choice: Int?)
      case item(String)
      /// An answer that a formula needs.
      case answer(String)
    }

    let target: Target
    let line: Int
    /// The description of where it is named: `requires of “well”`.
    let owner: String
    /// The id of the treasure that names it; `nil` if the hunt does.
    let treasure: String?
  }

  /// What a warning about a reference means to the inspection of a hunt.
  struct LooseEnd: Hashable {
    let code: HuntFinding.Code
    /// The id of the treasure that names what is not there; `nil` if the hunt does.
    let treasure: String?
  }

  var log: DiagnosticLog
  /// The id of the treasure that is being read; `nil` while the hunt's own members are.
  var treasure: String?
  private(set) var references: [Reference] = []
  /// The warnings about references that lead nowhere.
  private(set) var looseEnds: [Diagnostic: LooseEnd] = [:]
  /// Why the whole file cannot be a hunt.
  private(set) var refusal: NoHunt?
  /// The first rule that is not understood, and how many more there are: without it the hunt would be another.
  private(set) var fault: (first: NoHunt, others: Int)?

  init(log: DiagnosticLog) { self.log = log }

  /// Adds a warning about a value; the message says what was done about it.
  mutating func warn(_ value: JSONValue, _ message: @autoclosure () -> String) {
    log.add(.warning, line: value.line, message())
  }

  /// Notes a rule that is not understood, without which the hunt would be another: it can be changed, not played.
  mutating func fail(_ value: JSONValue, _ message: String) {
    log.add(.error, line: value.line, message)
    fault = fault.map { ($0.first, $0.others + 1) } ?? (NoHunt(line: value.line, message: message, isLogged: true), 0)
  }

  /// Notes that the whole file cannot be a hunt; the first reason counts.
  mutating func refuse(_ reason: NoHunt) { refusal = refusal ?? reason }

  /// Notes that something named has to be there.
  mutating func refer(to target: Reference.Target, at value: JSONValue, owner: String) {
    references.append(Reference(target: target, line: value.line, owner: owner, treasure: treasure))
  }

  /// Warns of a reference that leads nowhere.
  mutating func warn(of reference: Reference, _ code: HuntFinding.Code, _ text: @autoclosure () -> String) {
    let count = log.entries.count
    log.add(.warning, line: reference.line, "\(reference.owner): \(text())")
    // One of too many is only counted.
    guard log.entries.count > count, let warning = log.entries.last else { return }
    looseEnds[warning] = LooseEnd(code: code, treasure: reference.treasure)
  }
}

/// The limits on a hunt file; what exceeds them is left out with a warning.
package enum HuntLimits {
  /// Metres of a radius or a distance of sight.
  package static let metres = 1.0...100_000
  /// Points won or lost at once.
  package static let points = 0...1_000_000
  /// Seconds of a time limit: a second to a year.
  package static let limit = 1.0...31_536_000
  /// Seconds of grace for those who are offline: up to a day.
  package static let grace = 0.0...86_400
  /// Seconds until a hint can be read.
  package static let wait = 0.0...31_536_000
  /// Turns in a sequence.
  package static let turn = -1_000_000_000...1_000_000_000
  /// Treasures of a hunt.
  package static let treasures = 10_000
  /// Corners of an area and its holes together.
  package static let corners = 10_000
  /// Entries of any list: hints, answers, options, items, paragraphs, logs.
  package static let list = 1000
  /// Requirements in one, all levels together.
  package static let requirements = 1000
  /// Levels of requirements in one another.
  package static let depth = 16
  /// Characters of a formula.
  package static let formula = 500
}
