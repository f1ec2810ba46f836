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

/// Reads requirements; an invalid one is left out with a warning.
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
      // Warn once; further requirements beyond the limit are left out silently.
      if left == -1 || left >= 0 { notes.warn(value, "\(owner) has too many requirements in it: one is left out") }
      return nil
    }
    if let id = value.text(limit: SafeText.nameLimit) { return found(id, value, &notes) }
    let members = Members(value, "in \(owner)")
    members.warnOfMisspelt(&notes)
    let said = Self.kinds.filter { members[$0] != nil }
    guard let kind = said.first else {
      let names = Self.kinds.map(\.rawValue).joined(separator: ", ")
      notes.warn(value, "\(owner) says none of \(names): left out")
      return nil
    }
    if said.count > 1 {
      notes.warn(value, "\(owner) says \(said.map(\.rawValue).joined(separator: " and ")) at once: only \(kind) counts")
    }
    return requirement(kind, members, depth: depth, &notes)
  }

  private mutating func requirement(
    _ kind: HuntKeys.Requirement, _ members: Members, depth: Int, _ notes: inout HuntNotes
  ) -> Requirement? {
    switch kind {
    case .all: return all(members, depth: depth, &notes)
    case .any: return some(members, count: 1, in: .any, depth: depth, &notes)
    case .atLeast:
      let count = members.integer(.atLeast, in: 1...HuntLimits.list, otherwise: "taken as 1", &notes) ?? 1
      return some(members, count: count, in: .of, depth: depth, &notes)
    case .found, .answered, .holds, .choice, .of: return named(kind, members, &notes)
    }
  }

  private func named(
    _ kind: HuntKeys.Requirement, _ members: Members, _ notes: inout HuntNotes
  ) -> Requirement? {
    guard let value = members[kind], let id = members.text(kind, limit: SafeText.nameLimit, &notes) else { return nil }
    switch kind {
    case .answered:
      let choice = members.integer(.choice, in: 1...HuntLimits.list, otherwise: "any answer counts", &notes)
        .map { $0 - 1 }
      notes.refer(to: .question(id, choice: choice), at: value, owner: owner)
      return .answered(id, choice: choice)
    case .holds:
      notes.refer(to: .item(id), at: value, owner: owner)
      return .holds(id)
    default: return found(id, value, &notes)
    }
  }

  private func found(_ id: String, _ value: JSONValue, _ notes: inout HuntNotes) -> Requirement {
    notes.refer(to: .treasure(id), at: value, owner: owner)
    return .found(id)
  }

  private mutating func each(
    _ key: HuntKeys.Requirement, of members: Members, depth: Int, _ notes: inout HuntNotes
  ) -> [Requirement] {
    members.list(key, &notes).compactMap { read($0, depth: depth + 1, &notes) }
  }

  /// Reads a list of requirements; `nil` if no element is valid, because an empty list would always hold.
  private mutating func all(_ members: Members, depth: Int, _ notes: inout HuntNotes) -> Requirement? {
    guard let value = members[.all], value.isArray else {
      _ = members.list(.all, &notes)
      return nil
    }
    let list = each(.all, of: members, depth: depth, &notes)
    return depth == 0 && list.isEmpty && value.count > 0 ? nil : .all(list)
  }

  private mutating func some(
    _ members: Members, count: Int, in key: HuntKeys.Requirement, depth: Int, _ notes: inout HuntNotes
  ) -> Requirement? {
    let list = each(key, of: members, depth: depth, &notes)
    guard let value = members.object, !list.isEmpty else {
      members.object.map { notes.warn($0, "\(members.called(key)) lists nothing: left out") }
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
