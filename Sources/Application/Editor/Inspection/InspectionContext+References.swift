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
    switch requirement {
    case .found(let other):
      guard indices[other] == nil else { return [] }
      return [
        HuntFinding(
          .error, .unknownTreasure, id, "\(member) names \(quoted(other)), and no treasure has this id: correct the id")
      ]
    case .answered(let other, let option): return answered(other, option, of: id, member)
    case .holds(let item): return holds(item, of: id, member)
    case .all(let parts): return parts.flatMap { references($0, of: id, member) }
    case .atLeast(let count, let parts):
      return atLeast(count, of: parts.count, id, member) + parts.flatMap { references($0, of: id, member) }
    }
  }

  private func answered(_ other: String, _ option: Int?, of id: String?, _ member: String) -> [HuntFinding] {
    guard let index = indices[other] else {
      return [
        HuntFinding(
          .error, .unknownTreasure, id, "\(member) names \(quoted(other)), and no treasure has this id: correct the id")
      ]
    }
    guard let question = treasures[index].question else {
      return [
        HuntFinding(
          .error, .noQuestion, id, "\(member) wants an answer of \(name(index)), which asks nothing: ask, or say found")
      ]
    }
    guard let option else { return [] }
    guard case .choice(let options, let right) = question.rule, options.indices.contains(option) else {
      let text = "\(member) wants option \(option + 1) of \(name(index)), which has none of this number: correct it"
      return [HuntFinding(.error, .noSuchOption, id, text)]
    }
    if right.contains(option) { return [] }
    let text = "\(member) wants option \(option + 1) of \(name(index)), which counts as wrong: let it be right"
    return [HuntFinding(.error, .wrongOption, id, text)]
  }

  private func holds(_ item: String, of id: String?, _ member: String) -> [HuntFinding] {
    guard hunt.items.contains(where: { $0.id == item }) else {
      let text = "\(member) names the item \(quoted(item)), and the hunt has none of this id: correct the id"
      return [HuntFinding(.error, .unknownItem, id, text)]
    }
    if treasures.contains(where: { $0.items.contains(item) }) { return [] }
    let text = "\(member) wants the item \(quoted(item)), and no treasure holds it: put it into one"
    return [HuntFinding(.error, .itemNowhere, id, text)]
  }

  private func atLeast(_ count: Int, of parts: Int, _ id: String?, _ member: String) -> [HuntFinding] {
    if count > parts {
      let text = "\(member) wants \(count) of \(parts): more than there are; take \(parts) at most"
      return [HuntFinding(.error, .tooManyNeeded, id, text)]
    }
    guard count < 1 else { return [] }
    return [
      HuntFinding(.warning, .nothingNeeded, id, "\(member) wants none of \(parts): it always holds; take 1 or more")
    ]
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
