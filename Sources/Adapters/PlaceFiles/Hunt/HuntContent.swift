package import GeoFormats
package import HuntDomain

/// Parts of a hunt as the format writes them.
extension JSONContent {
  /// What has to hold, as the member `requires` of a treasure or `goal` of a hunt writes it.
  package init(_ requirement: Requirement) {
    switch requirement {
    case .found(let id): self = ["found": .string(id)]
    case .answered(let id, nil): self = ["answered": .string(id)]
    // The format counts from 1, as the player does.
    case .answered(let id, let choice?): self = ["answered": .string(id), "choice": .number(Double(choice) + 1)]
    case .holds(let id): self = ["holds": .string(id)]
    case .all(let all): self = ["all": .list(all.map { JSONContent($0) })]
    case .atLeast(1, let some): self = ["any": .list(some.map { JSONContent($0) })]
    case .atLeast(let count, let some):
      self = ["at_least": .number(Double(count)), "of": .list(some.map { JSONContent($0) })]
    }
  }

  /// The items of a hunt, as its member `items` writes them.
  package init(_ items: [Item]) {
    self = .list(items.map { ["id": .string($0.id), "name": .string($0.name)] })
  }

  /// A time in which something can be found, as the member `window` writes it.
  package init(_ window: TimeWindow) {
    self = .members(("from", window.from.map { .string("\($0)") }), ("to", window.to.map { .string("\($0)") }))
  }

  /// A time, as the members whose names end in `_s` write it: seconds, to the millisecond.
  package init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self = .decimal(Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000, places: 3)
  }

  init(_ hint: Hint) {
    self = .members(
      ("text", .string(hint.text)), ("price", hint.price == 0 ? nil : .number(Double(hint.price))),
      ("after_s", hint.after == .zero ? nil : JSONContent(hint.after)))
  }

  init(_ visibility: Visibility) {
    switch visibility {
    case .always: self = "always"
    case .whenOpen: self = "open"
    case .near(let metres): self = ["near_m": .number(metres)]
    case .revealed(let requirement): self = ["revealed": JSONContent(requirement)]
    }
  }

  init(_ projection: Projection) {
    switch projection {
    case .offset(let from, let bearing, let distance):
      self = .members(
        ("from", from.map(JSONContent.string)), ("bearing_deg", .string(bearing.text)),
        ("distance_m", .string(distance.text)))
    case .coordinates(let latitude, let longitude):
      self = ["latitude": .string(latitude.text), "longitude": .string(longitude.text)]
    }
  }

  init(_ question: Question) {
    let price: JSONContent? = question.price == 0 ? nil : .number(Double(question.price))
    let name = question.name.map(JSONContent.string)
    switch question.rule {
    case .text(let texts):
      self = .members(
        ("prompt", .string(question.prompt)), ("text", .list(texts.map(JSONContent.string))), ("name", name),
        ("price", price))
    case .number(let number, let tolerance):
      self = .members(
        ("prompt", .string(question.prompt)), ("number", .number(number)),
        ("tolerance", tolerance == 0 ? nil : .number(tolerance)), ("name", name), ("price", price))
    case .choice(let options, let right):
      let numbers = right.sorted().map { JSONContent.number(Double($0) + 1) }
      self = .members(
        ("prompt", .string(question.prompt)), ("options", .list(options.map(JSONContent.string))),
        ("right", right == Set(options.indices) ? nil : .list(numbers)), ("name", name), ("price", price))
    // Nobody edits a sealed hunt: a file that was sealed is written once.
    case .sealed: self = .members(("prompt", .string(question.prompt)), ("name", name), ("price", price))
    }
  }

  init(_ listing: CacheListing) {
    self = .members(
      ("code", .string(listing.code)), ("owner", listing.owner.map(JSONContent.string)),
      ("type", listing.type.map(JSONContent.string)), ("size", listing.size.map(JSONContent.string)),
      ("difficulty", listing.difficulty.map(JSONContent.number)), ("terrain", listing.terrain.map(JSONContent.number)),
      ("description", listing.description.isEmpty ? nil : .list(listing.description.map(JSONContent.string))),
      ("encoded_hint", listing.encodedHint.map(JSONContent.string)),
      ("logs", listing.logs.isEmpty ? nil : .list(listing.logs.map { JSONContent($0) })))
  }

  private init(_ log: CacheListing.Log) {
    self = .members(
      ("date", log.date.map { .string("\($0)") }), ("kind", .string(log.kind)), ("finder", .string(log.finder)),
      ("text", .string(log.text)))
  }

  /// An object of the members that there are.
  private static func members(_ members: (String, JSONContent?)...) -> JSONContent {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}
