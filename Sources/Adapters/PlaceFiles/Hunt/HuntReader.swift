internal import GeoFormats
internal import HuntDomain

/// Why a file is no hunt, and on which line.
struct NoHunt: Error {
  let line: Int
  let message: String
}

/// Makes a hunt of a GeoJSON file that has been read.
struct HuntReader {
  typealias About = HuntMembers<HuntKeys.About>

  let entries: [TreasureReader.Entry]
  let about: About
  /// What of it is sealed.
  let sealed: SealedHunt?
  private let items: [Item]
  private(set) var notes: HuntNotes

  /// Reads the treasures; refuses what is newer than this program, and damaged seals.
  ///
  /// - Parameter sealed: the file as it was before parts of it were opened.
  init(_ document: GeoJSONDocument, log: DiagnosticLog, sealed: SealedHunt? = nil) throws(NoHunt) {
    notes = HuntNotes(log: log)
    about = About(document.root["trove"], "of the hunt")
    try Self.refuse(about, &notes)
    about.warnOfMisspelt(&notes)
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
      throw NoHunt(
        line: about.object?.line ?? 1,
        message: "no treasure: a hunt is a collection of points or areas with an id and a name")
    }
    hunt.items = items
    hunt.message = about.text(.message, &notes)
    hunt.limit = about.seconds(.limit, in: HuntLimits.limit, otherwise: "left out", &notes)
    hunt.window = about.window(.window, &notes)
    if let value = about[.goal] {
      var reader = RequirementReader(owner: about.called(.goal))
      hunt.goal = reader.read(value, &notes)
    }
    if let sealed {
      hunt.sealedTreasures = max(0, sealed.stages - treasures.count)
      hunt.isGoalSealed = sealed.hasGoal && hunt.goal == nil
    }
    HuntReferences(treasures: treasures, items: items).check(&notes)
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

  /// A program that knows only version 1 would play the hunt without what is new, and say nothing.
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

  private mutating func order() -> Hunt.Order {
    guard let value = about[.order] else { return .sequence }
    guard let order = value.rawString.flatMap(Hunt.Order.init) else {
      let word = value.text().map { SafeText.quoted($0) } ?? "of the hunt"
      notes.warn(value, "order \(word) is unknown: taken as sequence")
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
