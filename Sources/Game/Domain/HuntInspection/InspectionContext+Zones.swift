internal import Geodesy
internal import HuntDomain

extension InspectionContext {
  /// Metres across below which a receiver's error decides whether a player is inside: consumer receivers err by some
  /// 5 m (GPS Performance Standard, 2020: 4.9 m under an open sky, 95 %).
  static let smallestWidth = 20.0
  /// Metres across below which an area is too thin for the same reason; its length gives it some more room.
  static let smallestThickness = 10.0
  /// Metres of a radius above which a treasure finds the player.
  static let largestRadius = 500.0

  /// Zones that receivers or players cannot make sense of.
  func zones() -> [HuntFinding] {
    treasures.indices.flatMap { index in
      switch treasures[index].zone {
      case .circle(let radius): circle(radius, index)
      case .polygon(let rings): polygon(rings, index)
      }
    }
  }

  private func circle(_ radius: Double, _ index: Int) -> [HuntFinding] {
    let id = treasures[index].id
    guard radius > 0, radius.isFinite else {
      return [HuntFinding(.error, .badZone, id, "its radius is no number of metres above 0: take 15")]
    }
    if radius < Self.smallestWidth / 2 {
      let text = "its radius of \(metres(radius)) is smaller than receivers err: take 10 m or more, 15 m is fair"
      return [HuntFinding(.warning, .smallZone, id, text)] + near(index, radius)
    }
    return huge(radius, id) + near(index, radius)
  }

  private func huge(_ radius: Double, _ id: String) -> [HuntFinding] {
    guard radius > Self.largestRadius else { return [] }
    let text = "its zone of \(metres(radius)) around is found without looking: take 500 m or less"
    return [HuntFinding(.warning, .hugeZone, id, text)]
  }

  /// Finds treasures that become visible only inside their own zone.
  private func near(_ index: Int, _ radius: Double) -> [HuntFinding] {
    guard case .near(let metres) = treasures[index].visibility, metres <= radius else { return [] }
    let text =
      "it is seen from \(self.metres(metres)), and its zone reaches \(self.metres(radius)): let it be seen from farther"
    return [HuntFinding(.warning, .nearInZone, treasures[index].id, text)]
  }

  private func polygon(_ rings: [[Coordinate]], _ index: Int) -> [HuntFinding] {
    let id = treasures[index].id
    guard let first = rings.first?.first, rings.allSatisfy({ $0.count >= 3 }),
      let area = Ground(treasures[index].zone, listed: first, at: first).area(on: TangentPlane(at: first)),
      area.size >= 1
    else {
      return [HuntFinding(.error, .badZone, id, "its outline encloses nothing: give it three corners or more")]
    }
    if FlatArea(rings: [area.rings[0]]).isTangled {
      return [HuntFinding(.error, .badZone, id, "its outline crosses itself: put the corners in order")]
    }
    let holes = stray(area, id)
    if !holes.isEmpty { return holes }
    let depth = area.inscribedRadius
    if 2 * depth < Self.smallestThickness {
      let text = "its zone is nowhere wider than \(metres(2 * depth)), less than receivers err: take 10 m or more"
      return [HuntFinding(.warning, .smallZone, id, text)] + outside(area, index)
    }
    return huge(depth, id) + outside(area, index) + near(index, depth)
  }

  private func stray(_ area: FlatArea, _ id: String) -> [HuntFinding] {
    guard area.rings.count > 1 else { return [] }
    let outline = FlatArea(rings: [area.rings[0]])
    let isStray = area.rings.dropFirst().contains { hole in !hole.allSatisfy(outline.contains) }
    guard isStray || area.isTangled else { return [] }
    let text = "a hole of its zone is not inside the outline, or meets it or another hole: move it inside"
    return [HuntFinding(.warning, .strayHole, id, text)]
  }

  /// Finds zones that do not contain the point to which the player is led.
  private func outside(_ area: FlatArea, _ index: Int) -> [HuntFinding] {
    guard let first = treasures[index].zone.corner, let place = places[index],
      treasures[index].projection == nil, let point = TangentPlane(at: first).point(of: place),
      area.depth(of: point) < -1
    else { return [] }
    let text = "its place, to which the way is shown, lies outside its zone: move the place inside"
    return [HuntFinding(.warning, .placeOutside, treasures[index].id, text)]
  }

  func metres(_ metres: Double) -> String {
    guard metres < 1_000_000_000 else { return "more than a million km" }
    if metres >= 10_000 { return "\(Int((metres / 1000).rounded())) km" }
    return metres >= 10 ? "\(Int(metres.rounded())) m" : "\((metres * 10).rounded() / 10) m"
  }

  // MARK: - Zones of two

  /// Zones that meet while both are open, or of which the second opens while the player stands in it.
  func overlaps() -> [HuntFinding] {
    let order = treasures.indices.filter { places[$0] != nil }
      .sorted { grounds[$0].point.x - grounds[$0].reach < grounds[$1].point.x - grounds[$1].reach }
    var findings: [HuntFinding] = []
    var (active, tries) = ([Int](), 0)
    for index in order {
      let start = grounds[index].point.x - grounds[index].reach
      active.removeAll { grounds[$0].point.x + grounds[$0].reach < start }
      tries += active.count
      for other in active where grounds[other].gap(to: grounds[index]) == 0 {
        findings += overlap(min(index, other), max(index, other)).map { [$0] } ?? []
      }
      active.append(index)
      if findings.count > Inspection.most || tries > 2_000_000 { break }
    }
    return findings
  }

  private func overlap(_ one: Int, _ other: Int) -> HuntFinding? {
    if canBeOpenTogether(one, other) {
      guard grounds[one].distance(to: grounds[other]) <= 0 else { return nil }
      let asks = [one, other].contains { treasures[$0].question != nil }
      let text =
        "its zone overlaps that of \(name(one)) while both are open: "
        + (asks ? "a player cannot tell which one asks; move one" : "one step finds both; move one")
      return HuntFinding(.warning, .overlap, treasures[other].id, text)
    }
    let (first, second) = needs.isNeeded(one, for: other) ? (one, other) : (other, one)
    guard treasures[second].question == nil, logic.requirements[second].needed.contains(first),
      isReached(second), grounds[first].distance(to: grounds[second]) <= 0
    else { return nil }
    let text = "it opens when \(name(first)) is found, and the zones overlap: one step may find both; move it, or ask"
    return HuntFinding(.warning, .overlap, treasures[second].id, text)
  }
}

extension Zone {
  /// The first corner of an area.
  fileprivate var corner: Coordinate? {
    guard case .polygon(let rings) = self else { return nil }
    return rings.first?.first
  }
}
