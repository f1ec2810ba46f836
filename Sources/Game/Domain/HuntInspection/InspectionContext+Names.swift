internal import HuntDomain
internal import Places

extension InspectionContext {
  /// Characters of an id beyond which programs cut it.
  private static let longestID = 64

  /// Names that players, and ids that saved games and editors, mistake for others.
  func names() -> [HuntFinding] {
    sameNames() + sameItems() + treasures.flatMap { fragile($0.id) } + similarIDs()
  }

  private func sameNames() -> [HuntFinding] {
    var seen: [[String]: Int] = [:]
    return treasures.indices.compactMap { index in
      let words = FoldedText.words(of: treasures[index].place.name)
      guard !words.isEmpty else {
        return HuntFinding(.warning, .noName, treasures[index].id, "it has no name: give it one to be told of")
      }
      guard let other = seen[words] else {
        seen[words] = index
        return nil
      }
      let text = "it is called like treasure \(other + 1), \(name(other)): players cannot tell them apart; rename one"
      return HuntFinding(.warning, .sameName, treasures[index].id, text)
    }
  }

  private func sameItems() -> [HuntFinding] {
    var seen: Set<[String]> = []
    return hunt.items.filter { !seen.insert(FoldedText.words(of: $0.name)).inserted }.map { item in
      HuntFinding(.warning, .sameName, nil, "two items are called \(quoted(item.name)): rename one")
    }
  }

  private func fragile(_ id: String) -> [HuntFinding] {
    let isSound = id.allSatisfy { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    guard !isSound || id.count > Self.longestID || id.isEmpty else { return [] }
    let text = "its id may not survive editors and saved games: take up to 64 letters, digits, - _ . and no spaces"
    return [HuntFinding(.warning, .fragileID, id, text)]
  }

  private func similarIDs() -> [HuntFinding] {
    var seen: [String: String] = [:]
    return treasures.compactMap { treasure in
      guard let other = seen.updateValue(treasure.id, forKey: treasure.id.lowercased()) else { return nil }
      let text = "its id differs from \(quoted(other)) only in capitals: rename one"
      return HuntFinding(.warning, .similarID, treasure.id, text)
    }
  }

  /// Checks the hunt's title and other metadata, and its points.
  func papers() -> [HuntFinding] {
    var findings: [HuntFinding] = []
    let prices = treasures.flatMap { $0.hints.map(\.price) + [$0.question?.price ?? 0] }
    if hunt.totalPoints == 0, prices.contains(where: { $0 > 0 }) {
      findings.append(
        HuntFinding(.warning, .noPoints, nil, "hints or answers have prices, but nothing gives points: give some"))
    }
    if FoldedText.words(of: hunt.author).isEmpty {
      findings.append(HuntFinding(.note, .noAuthor, nil, "it does not say who wrote it: name the author"))
    }
    if FoldedText.words(of: hunt.licence).isEmpty {
      findings.append(
        HuntFinding(.note, .noLicence, nil, "it does not say under which licence others may play and change it"))
    }
    return findings
  }
}
