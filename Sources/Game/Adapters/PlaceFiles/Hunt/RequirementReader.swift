package import GeoFormats
package import HuntDomain

/// The members that say a requirement.
extension HuntKeys {
  enum Requirement: String, HuntKey {
    static let object = "requirement"
    case found, answered, choice, holds, all, any, of
    case atLeast = "at_least"
  }
}

/// Reads requirements; one that is not understood is an error, because without it the hunt would be another.
struct RequirementReader {
  private typealias Members = HuntMembers<HuntKeys.Requirement>

  /// The members that each say a requirement; the others go with one of them.
  private static let kinds = HuntKeys.Requirement.allCases.filter { $0 != .choice && $0 != .of }

  /// Whose requirement it is, for complaints: `requires of “well”`.
  private let owner: String
  private var left = HuntLimits.requirements

  init(owner: String) { self.owner = owner }

  /// Reads a requirement from a value: a text is the id of a treasure.
  mutating func read(_ value: JSONValue, _ notes: inout HuntNotes) -> Requirement? {
    read(value, depth: 1, &notes)
  }

  private mutating func read(_ value: JSONValue, depth: Int, _ notes: inout HuntNotes) -> Requirement? {
    left -= 1
    guard left >= 0, depth <= HuntLimits.depth else {
      // Complain once; further requirements beyond the limit are left out silently.
      if left == -1 || left >= 0 { notes.fail(value, "\(owner) has too many requirements in it") }
      return nil
    }
    if let id = value.text(limit: SafeText.nameLimit) { return found(id, value, &notes) }
    let members = Members(value, "in \(owner)")
    members.warnOfMisspelt(&notes)
    refuseUnknown(members, &notes)
    let said = Self.kinds.filter { members[$0] != nil }
    guard let kind = said.first else {
      let names = Self.kinds.map(\.rawValue).joined(separator: ", ")
      notes.fail(value, "\(owner) says none of \(names)")
      return nil
    }
    if said.count > 1 {
      notes.fail(
        value, "\(owner) says \(said.map(\.rawValue).joined(separator: " and ")) at once: put them into all or any")
    }
    return requirement(kind, members, depth: depth, &notes)
  }

  /// Complains about members that no requirement has; those of other programs have a colon or a hyphen in their names.
  private func refuseUnknown(_ members: Members, _ notes: inout HuntNotes) {
    guard let object = members.object else { return }
    for (name, value) in object.members where HuntKeys.Requirement(rawValue: name) == nil {
      let isMisspelt = HuntKeys.Requirement.allCases.contains {
        members[$0] == nil && Misspelling.resembles(name, $0.rawValue)
      }
      guard !value.isNull, !isMisspelt, !name.contains(":"), !name.contains("-") else { continue }
      notes.fail(value, "\(SafeText.quoted(name)) \(members.whose) is no condition")
    }
    for (key, kind) in [(HuntKeys.Requirement.choice, HuntKeys.Requirement.answered), (.of, .atLeast)] {
      guard let value = members[key], members[kind] == nil else { continue }
      notes.fail(value, "\(members.called(key)) goes with \(kind.rawValue)")
    }
  }

  private mutating func requirement(
    _ kind: HuntKeys.Requirement, _ members: Members, depth: Int, _ notes: inout HuntNotes
  ) -> Requirement? {
    switch kind {
    case .all: return all(members, depth: depth, &notes)
    case .any: return some(members, count: 1, in: .any, depth: depth, &notes)
    case .atLeast:
      guard let count = wholeNumber(.atLeast, members, &notes) else { return nil }
      return some(members, count: count, in: .of, depth: depth, &notes)
    case .found, .answered, .holds, .choice, .of: return named(kind, members, &notes)
    }
  }

  private func named(
    _ kind: HuntKeys.Requirement, _ members: Members, _ notes: inout HuntNotes
  ) -> Requirement? {
    guard let value = members[kind] else { return nil }
    guard let id = value.text(limit: SafeText.nameLimit), !id.isEmpty else {
      notes.fail(value, "\(members.called(kind)) is no id")
      return nil
    }
    switch kind {
    case .answered:
      let choice = wholeNumber(.choice, members, &notes).map { $0 - 1 }
      notes.refer(to: .question(id, choice: choice), at: value, owner: owner)
      return .answered(id, choice: choice)
    case .holds:
      notes.refer(to: .item(id), at: value, owner: owner)
      return .holds(id)
    default: return found(id, value, &notes)
    }
  }

  /// A number of options or of requirements.
  private func wholeNumber(_ key: HuntKeys.Requirement, _ members: Members, _ notes: inout HuntNotes) -> Int? {
    guard let value = members[key] else { return nil }
    guard let count = value.integer, (1...HuntLimits.list).contains(count) else {
      notes.fail(value, "\(members.called(key)) is no whole number from 1 to \(HuntLimits.list)")
      return nil
    }
    return count
  }

  private func found(_ id: String, _ value: JSONValue, _ notes: inout HuntNotes) -> Requirement {
    notes.refer(to: .treasure(id), at: value, owner: owner)
    return .found(id)
  }

  private mutating func each(
    _ key: HuntKeys.Requirement, of members: Members, depth: Int, _ notes: inout HuntNotes
  ) -> [Requirement] {
    if let value = members[key], !value.isArray || value.count > HuntLimits.list {
      notes.fail(value, "\(members.called(key)) is no list of at most \(HuntLimits.list) conditions")
      return []
    }
    return members.list(key, &notes).compactMap { read($0, depth: depth + 1, &notes) }
  }

  /// Reads a list of requirements; `nil` if no element is valid, because an empty list would always hold.
  private mutating func all(_ members: Members, depth: Int, _ notes: inout HuntNotes) -> Requirement? {
    let list = each(.all, of: members, depth: depth, &notes)
    return list.isEmpty && members[.all]?.count != 0 ? nil : .all(list)
  }

  private mutating func some(
    _ members: Members, count: Int, in key: HuntKeys.Requirement, depth: Int, _ notes: inout HuntNotes
  ) -> Requirement? {
    let list = each(key, of: members, depth: depth, &notes)
    guard let value = members.object, !list.isEmpty else {
      members.object.map { notes.fail($0, "\(members.called(key)) lists nothing") }
      return nil
    }
    if count > list.count { notes.warn(value, "\(owner) wants \(count) of \(list.count): taken as \(list.count)") }
    return .atLeast(min(count, list.count), list)
  }
}

extension JSONContent {
  /// Writes a requirement as the member `requires` of a treasure or `goal` of a hunt.
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
}
