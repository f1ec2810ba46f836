internal import HuntDomain

extension InspectionContext {
  /// Requirements that name what is not there, or ask for more than there is.
  func references() -> [HuntFinding] {
    let own = treasures.flatMap { treasure -> [HuntFinding] in
      let requires = treasure.requirement.map { references($0, of: treasure.id, "requires") } ?? []
      guard case .revealed(let requirement) = treasure.visibility else { return requires }
      return requires + references(requirement, of: treasure.id, "visibility")
    }
    return own + (hunt.goal.map { references($0, of: nil, "goal") } ?? []) + itemReferences() + origins()
  }

  private func references(_ requirement: Requirement, of id: String?, _ member: String) -> [HuntFinding] {
    var findings: [HuntFinding] = []
    var lookup = lookup
    _ = lookup.condition(requirement) {
      findings.append(HuntFinding($0.severity, $0.code, id, "\(member) \($0.text)"))
    }
    return findings
  }

  /// Finds items that no treasure holds, and treasures that hold items that the hunt does not define.
  private func itemReferences() -> [HuntFinding] {
    let known = Set(hunt.items.map(\.id))
    let held = Set(treasures.flatMap(\.items))
    let strange = treasures.flatMap { treasure in
      treasure.items.filter { !known.contains($0) }.map { item in
        HuntFinding(
          .error, .unknownItem, treasure.id,
          "it holds the item \(quoted(item)), and the hunt has none of this id: add it to the hunt's items")
      }
    }
    let wanted = Set(requirements.flatMap(\.names))
    let idle = hunt.items.filter { !held.contains($0.id) && !wanted.contains(.item($0.id)) }.map { item in
      HuntFinding(
        .warning, .itemNowhere, nil, "no treasure holds the item \(quoted(item.name)): put it into one, or drop it")
    }
    return strange + idle
  }

  private var requirements: [Requirement] {
    treasures.flatMap { treasure -> [Requirement] in
      guard case .revealed(let requirement) = treasure.visibility else {
        return [treasure.requirement].compactMap(\.self)
      }
      return [treasure.requirement, requirement].compactMap(\.self)
    } + [hunt.goal].compactMap(\.self)
  }

  /// Places that start from a treasure that is not there.
  private func origins() -> [HuntFinding] {
    treasures.compactMap { treasure in
      guard case .offset(let from?, _, _)? = treasure.projection, indices[from] == nil else { return nil }
      return HuntFinding(
        .error, .unknownTreasure, treasure.id,
        "its place starts from \(quoted(from)), and no treasure has this id: correct the id")
    }
  }
}
