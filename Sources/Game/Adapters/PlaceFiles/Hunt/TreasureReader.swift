internal import GeoFormats
internal import HuntDomain
internal import Places

/// Reads treasures from features; an invalid one is skipped with a warning.
struct TreasureReader {
  typealias Members = HuntMembers<HuntKeys.Stage>

  /// A treasure and the feature of which it was made.
  struct Entry {
    let treasure: Treasure
    let feature: GeoJSONFeature
    /// Its position in a sequence, and whether the file states it.
    let turn: Int
    let isNumbered: Bool
  }

  /// The ids of the items that the hunt has.
  private let items: Set<String>
  private var ids: Set<String> = []
  private var questions: QuestionReader

  init(items: [Item], sealed: SealedHunt?) {
    self.items = Set(items.map(\.id))
    questions = QuestionReader(sealed: sealed)
  }

  /// The treasures by their turns; equal turns stay in the order of the file.
  mutating func entries(of features: [GeoJSONFeature], _ notes: inout HuntNotes) -> [Entry] {
    var entries: [Entry] = []
    for (index, feature) in features.enumerated() {
      guard entries.count < HuntLimits.treasures else {
        notes.warn(feature.value, "more than \(HuntLimits.treasures) treasures: this one and the others are skipped")
        break
      }
      do throws(NoTreasure) { entries.append(try entry(feature, number: index + 1, &notes)) } catch {
        notes.warn(feature.value, "a feature is no treasure: \(error.reason)")
      }
    }
    return entries.enumerated().sorted { ($0.element.turn, $0.offset) < ($1.element.turn, $1.offset) }.map(\.element)
  }

  private mutating func entry(
    _ feature: GeoJSONFeature, number: Int, _ notes: inout HuntNotes
  ) throws(NoTreasure) -> Entry {
    guard let id = feature.identifier, !id.isEmpty else { throw NoTreasure("it has no id") }
    let members = Members(feature.properties, "of \(SafeText.quoted(id))")
    guard !ids.contains(id) else { throw NoTreasure("the id \(SafeText.quoted(id)) is taken") }
    let (position, zone) = try ZoneReader.read(feature.geometry, members, &notes)
    ids.insert(id)
    notes.treasure = id
    defer { notes.treasure = nil }
    members.warnOfMisspelt(&notes)
    members.refuseUnknownRules(&notes)
    let place = PointOfInterest(
      id: id, name: feature.name ?? id, position: position,
      kind: members.text(.kind, limit: SafeText.nameLimit, &notes))
    let turn = members.integer(.order, in: HuntLimits.turn, otherwise: "taken as its turn in the file", &notes)
    return Entry(
      treasure: treasure(place, zone, members, &notes), feature: feature, turn: turn ?? number, isNumbered: turn != nil)
  }

  private mutating func treasure(
    _ place: PointOfInterest, _ zone: Zone, _ members: Members, _ notes: inout HuntNotes
  ) -> Treasure {
    let points = members.integer(.points, in: HuntLimits.points, otherwise: "taken as 1", &notes) ?? 1
    var treasure = Treasure(
      place: place, zone: zone, hints: HintReader.read(members, &notes), message: members.text(.message, &notes),
      points: points)
    treasure.arrival = members.text(.arrival, &notes)
    treasure.sound = sound(members, &notes)
    treasure.question = questions.read(members, &notes)
    if let value = members[.requires] {
      var reader = RequirementReader(owner: members.called(.requires))
      treasure.requirement = reader.read(value, &notes)
    }
    treasure.visibility = visibility(members, &notes)
    treasure.projection = ProjectionReader.read(members, &notes)
    treasure.limit = members.seconds(.limit, in: HuntLimits.limit, otherwise: nil, &notes)
    treasure.window = members.window(.window, &notes)
    treasure.items = items(members, &notes)
    treasure.prize = members.text(.prize, limit: SafeText.nameLimit, &notes)
    treasure.listing = ListingReader.read(members, &notes)
    return treasure
  }

  private func sound(_ members: Members, _ notes: inout HuntNotes) -> Sound {
    guard let value = members[.sound] else { return .fanfare }
    guard let sound = value.rawString.flatMap(Sound.init) else {
      let names = Sound.allCases.map(\.rawValue).joined(separator: ", ")
      notes.warn(value, "\(members.called(.sound)) is none of \(names): taken as fanfare")
      return .fanfare
    }
    return sound
  }

  private func visibility(_ members: Members, _ notes: inout HuntNotes) -> Visibility {
    guard let value = members[.visibility] else { return .whenOpen }
    switch value.rawString {
    case "always": return .always
    case "open": return .whenOpen
    default: break
    }
    let inner = HuntMembers<HuntKeys.Visibility>(value, "in \(members.called(.visibility))")
    inner.warnOfMisspelt(&notes)
    if let requirement = inner[.revealed] {
      var reader = RequirementReader(owner: inner.called(.revealed))
      return reader.read(requirement, &notes).map(Visibility.revealed) ?? .whenOpen
    }
    if inner[.near] != nil {
      let metres = inner.number(.near, in: HuntLimits.metres, otherwise: nil, &notes)
      return metres.map { .near(metres: $0) } ?? .whenOpen
    }
    notes.fail(value, "\(members.called(.visibility)) is none of always, open, near_m, revealed")
    return .whenOpen
  }

  private func items(_ members: Members, _ notes: inout HuntNotes) -> [String] {
    members.list(.items, &notes).compactMap { element in
      guard let id = element.text(limit: SafeText.nameLimit), items.contains(id) else {
        let name = element.text(limit: SafeText.nameLimit).map { SafeText.quoted($0) } ?? "which is no text"
        notes.warn(element, "an item \(members.whose), \(name), is not among the items of the hunt: left out")
        return nil
      }
      return id
    }
  }
}

/// Reads the hints of a treasure: the one of `hint`, which is free, and then those of `hints`.
enum HintReader {
  /// Reads the hints from the members of a treasure.
  static func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> [Hint] {
    var hints = stage.text(.hint, &notes).map { [Hint($0)] } ?? []
    for value in stage.list(.hints, &notes) { hint(value, stage.whose, &notes).map { hints.append($0) } }
    return hints
  }

  /// A text alone is free and can be read at once.
  private static func hint(_ value: JSONValue, _ whose: String, _ notes: inout HuntNotes) -> Hint? {
    let members = HuntMembers<HuntKeys.Hint>(value, "of a hint \(whose)")
    members.warnOfMisspelt(&notes)
    guard let text = value.text() ?? members.text(.text, &notes), !text.isEmpty else {
      notes.warn(value, "a hint \(whose) has no text: left out")
      return nil
    }
    warnOfNumbers(members, &notes)
    let price = members.integer(.price, in: HuntLimits.points, otherwise: "taken as 0", &notes) ?? 0
    let after = members.seconds(.after, in: HuntLimits.wait, otherwise: "taken as 0", &notes) ?? .zero
    return Hint(text, price: price, after: after)
  }

  /// Complains about other numbers: of a hint they are meant as its price, such as `cost`, or as its time.
  private static func warnOfNumbers(_ members: HuntMembers<HuntKeys.Hint>, _ notes: inout HuntNotes) {
    guard let object = members.object else { return }
    let known = HuntKeys.Hint.allCases.map(\.rawValue)
    for (name, value) in object.members where value.number != nil {
      guard !known.contains(where: { $0 == name || Misspelling.resembles(name, $0) }) else { continue }
      let name = SafeText.quoted(name)
      notes.warn(value, "\(name) \(members.whose) means nothing here: a hint has text, price and after_s")
    }
  }
}

/// Reads a treasure's geocaching listing.
enum ListingReader {
  private typealias Members = HuntMembers<HuntKeys.Listing>

  /// The listing that is a member of a treasure; none without a code.
  static func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> CacheListing? {
    guard let members = stage.object(.listing, of: HuntKeys.Listing.self, &notes) else { return nil }
    guard let code = members.text(.code, limit: SafeText.nameLimit, &notes) else {
      if let value = members.object { notes.warn(value, "\(stage.called(.listing)) has no code: left out") }
      return nil
    }
    var listing = CacheListing(code: code)
    listing.owner = members.text(.owner, limit: SafeText.nameLimit, &notes)
    listing.type = members.text(.type, limit: SafeText.nameLimit, &notes)
    listing.size = members.text(.size, limit: SafeText.nameLimit, &notes)
    listing.difficulty = members.number(.difficulty, in: 1...5, otherwise: "left out", &notes)
    listing.terrain = members.number(.terrain, in: 1...5, otherwise: "left out", &notes)
    listing.description = members.texts(.description, &notes)
    listing.encodedHint = members.text(.encodedHint, &notes)
    listing.logs = members.list(.logs, &notes).compactMap { log($0, members, &notes) }
    return listing
  }

  private static func log(_ value: JSONValue, _ listing: Members, _ notes: inout HuntNotes) -> CacheListing.Log? {
    guard value.isObject else {
      notes.warn(value, "an entry of \(listing.called(.logs)) is no object: left out")
      return nil
    }
    let members = HuntMembers<HuntKeys.Log>(value, "in \(listing.called(.logs))")
    return CacheListing.Log(
      date: members.moment(.date, &notes), kind: members.text(.kind, limit: SafeText.nameLimit, &notes) ?? "",
      finder: members.text(.finder, limit: SafeText.nameLimit, &notes) ?? "", text: members.text(.text, &notes) ?? "")
  }
}
