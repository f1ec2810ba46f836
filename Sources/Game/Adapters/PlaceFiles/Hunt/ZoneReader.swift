internal import GeoFormats
internal import Geodesy
internal import HuntDomain

/// Why a feature is no treasure, as half a sentence.
struct NoTreasure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads where a treasure is, and the ground that the player has to enter.
enum ZoneReader {
  /// The place and the ground: a point with a radius, or an area.
  static func read(
    _ geometry: GeoJSONGeometry?, _ members: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes
  ) throws(NoTreasure) -> (place: Coordinate, zone: Zone) {
    switch geometry {
    case .point(let place):
      return (place, .circle(radius: radius(members, &notes)))
    case .polygon(let closed):
      if let value = members[.radius] { notes.warn(value, "\(members.called(.radius)) is an area's: left out") }
      // The last position of a ring repeats the first.
      let rings = closed.map { Array($0.dropLast()) }
      guard rings.reduce(0, { $0 + $1.count }) <= HuntLimits.corners else {
        throw NoTreasure("its area has more than \(HuntLimits.corners) corners")
      }
      guard ZoneGround.canMeasure(rings.first ?? []) else {
        throw NoTreasure("its area is larger than a quarter of the globe: nobody can enter it")
      }
      guard let inside = PointOnSurface.of(rings) else { throw NoTreasure("its area has no inside") }
      return (place(members, &notes) ?? inside, .polygon(rings: rings))
    default: throw NoTreasure("it is neither a point nor an area")
    }
  }

  private static func radius(_ members: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Double {
    members.number(.radius, in: HuntLimits.metres, otherwise: "taken as 15", &notes) ?? HuntFile.defaultRadius
  }

  private static func place(_ members: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Coordinate? {
    guard let value = members[.at] else { return nil }
    let numbers = value.isArray ? value.elements.prefix(3).map(\.number) : []
    guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1],
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else {
      notes.warn(value, "\(members.called(.at)) is no [longitude, latitude]: taken as a point inside the area")
      return nil
    }
    return place
  }
}

/// A place well inside an area, where the middle of its corners may be in a hole or beside it.
enum PointOnSurface {
  private typealias Point = (x: Double, y: Double)

  /// Across how many latitudes the area is cut.
  private static let cuts = 16

  /// The middle of the longest segment inside the area, along a few parallels; `nil` if no parallel crosses it.
  ///
  /// Rings need not be closed; inside is what an odd number of them surrounds.
  static func of(_ rings: [[Coordinate]]) -> Coordinate? {
    guard let outline = rings.first, let first = outline.first else { return nil }
    if goesRoundPole(outline) { return aroundPole(rings, first) }
    // Relative to one corner, so that the antimeridian is no edge of the world.
    let place = middle(
      of: rings.map { ring in
        ring.map { Point(($0.longitude - first.longitude).remainder(dividingBy: 360), $0.latitude) }
      })
    return place.map { Coordinate(clampingLatitude: $0.y, wrappingLongitude: $0.x + first.longitude) }
  }

  /// Whether an outline encloses a pole: following it passes all longitudes.
  private static func goesRoundPole(_ outline: [Coordinate]) -> Bool {
    let turns = zip(outline, outline.dropFirst() + outline.prefix(1)).map {
      ($1.longitude - $0.longitude).remainder(dividingBy: 360)
    }
    return abs(turns.reduce(0, +)) > 180
  }

  /// A point inside an area around a pole, found on the pole's tangent plane because longitudes do not order points
  /// there.
  private static func aroundPole(_ rings: [[Coordinate]], _ corner: Coordinate) -> Coordinate? {
    let pole = Coordinate(clampingLatitude: corner.latitude < 0 ? -90 : 90, wrappingLongitude: 0)
    let plane = TangentPlane(at: pole)
    let flat = rings.map { ring in ring.compactMap { plane.point(of: $0) }.map { Point($0.east, $0.north) } }
    return middle(of: flat).flatMap { plane.coordinate(at: .init(east: $0.x, north: $0.y)) }
  }

  private static func middle(of rings: [[Point]]) -> Point? {
    let latitudes = rings.joined().map(\.y)
    guard let south = latitudes.min(), let north = latitudes.max(), south < north else { return nil }
    var best: (width: Double, place: Point)?
    for cut in 0..<cuts {
      // The middle first; no simple fraction, so that a parallel seldom runs along an edge.
      let offset = Double((cut + 1) / 2) * (cut.isMultiple(of: 2) ? 1 : -1) / (Double(cuts) + 1.37)
      let latitude = (south + north) / 2 + (north - south) * offset
      guard let stretch = longest(at: latitude, in: rings), stretch.width > best?.width ?? 0 else { continue }
      best = (stretch.width, (stretch.middle, latitude))
    }
    return best?.place
  }

  private static func longest(at latitude: Double, in rings: [[Point]]) -> (width: Double, middle: Double)? {
    var crossings: [Double] = []
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        if let x = EvenOdd.crossing(latitude, from: from, to: to) { crossings.append(x) }
      }
    }
    return EvenOdd.longestStretch(crossings).map { ($0.end - $0.start, ($0.start + $0.end) / 2) }
  }
}

/// Reads where a treasure really is, when that comes of answers.
enum ProjectionReader {
  private typealias Members = HuntMembers<HuntKeys.Projection>

  /// The projection that is a member of a treasure.
  static func read(_ stage: HuntMembers<HuntKeys.Stage>, _ notes: inout HuntNotes) -> Projection? {
    guard let members = stage.object(.projection, of: HuntKeys.Projection.self, &notes), let value = members.object
    else { return nil }
    if members[.bearing] != nil, members[.distance] != nil { return offset(members, &notes) }
    if members[.latitude] != nil, members[.longitude] != nil { return coordinates(members, &notes) }
    let needs = "neither bearing_deg and distance_m nor latitude and longitude"
    notes.fail(value, "\(stage.called(.projection)) has \(needs)")
    return nil
  }

  private static func offset(_ members: Members, _ notes: inout HuntNotes) -> Projection? {
    guard let bearing = formula(.bearing, members, &notes), let distance = formula(.distance, members, &notes) else {
      return nil
    }
    let from = members.text(.from, limit: SafeText.nameLimit, &notes)
    if let from, let value = members[.from] {
      notes.refer(to: .treasure(from), at: value, owner: members.called(.from))
    }
    return .offset(from: from, bearing: bearing, distance: distance)
  }

  private static func coordinates(_ members: Members, _ notes: inout HuntNotes) -> Projection? {
    guard let latitude = formula(.latitude, members, &notes), let longitude = formula(.longitude, members, &notes)
    else { return nil }
    return .coordinates(latitude: latitude, longitude: longitude)
  }

  /// A formula, or a number, which is one without names.
  private static func formula(
    _ key: HuntKeys.Projection, _ members: Members, _ notes: inout HuntNotes
  ) -> Formula? {
    guard let value = members[key] else { return nil }
    guard let text = value.text(limit: HuntLimits.formula + 1) ?? value.numberText, text.count <= HuntLimits.formula
    else {
      notes.fail(value, "\(members.called(key)) is no formula of up to \(HuntLimits.formula) characters")
      return nil
    }
    do throws(FormulaError) {
      let formula = try Formula(text)
      for name in formula.names.sorted() {
        notes.refer(to: .answer(name), at: value, owner: members.called(key))
      }
      return formula
    } catch {
      notes.fail(value, "\(members.called(key)): \(error.description)")
      return nil
    }
  }
}
