internal import Geodesy
internal import HuntDomain
internal import TextCanvas
internal import Views

/// A name to be placed on the map, and its preferred position.
struct MapName: Hashable, Sendable {
  let text: String
  let kind: NameKind
  /// Columns of the text.
  let width: Int
  /// The cell of its first letter, in the frame for which it was found.
  var column, row: Int
  let isRightToLeft: Bool
}

/// Finds where the names of a map could stand, the most important first.
///
/// The result depends on the map and on the alignment of the grid of cells, not on the visible part: when the map moves
/// by whole cells, all names move with it, and none of them jumps.
struct NameFinder {
  /// Columns and rows within which a name is not said twice.
  private static let apart = (columns: 48, rows: 12)
  /// Streets are told by name from this zoom of a web map on; before that their names would cover the map.
  static let streetZoom = 13.5
  /// The most names that are found; more than any screen has room for.
  private static let most = 20_000
  /// The distance from the middle, in columns and rows, beyond which names are ignored: far more than tiles reach.
  private static let reach = 100_000.0

  private let isASCII: Bool
  private let hasStreets: Bool
  private let secrets: Secrets
  private var found: [MapName] = []
  /// The rank of each found name: the smallest comes first.
  private var ranks: [(kind: Int, rank: Int)] = []
  /// The names of the current geometry as shown; `nil` for those that cannot be.
  private var texts: [ShownName?] = []

  /// - Parameter zoom: of the frame, as web maps count.
  init(isASCII: Bool, zoom: Double, secrets: Secrets = Secrets()) {
    (self.isASCII, self.secrets) = (isASCII, secrets)
    hasStreets = zoom >= Self.streetZoom
  }

  /// The names of all geometries of a ground.
  static func names(of ground: MapScreen.Ground, isASCII: Bool) -> [MapName] {
    var finder = NameFinder(isASCII: isASCII, zoom: ground.frame.zoom, secrets: ground.secrets)
    for geometry in ground.geometries where !geometry.names.isEmpty {
      finder.look(at: geometry, CellPlacement(ground.frame.affine(for: geometry)))
    }
    return finder.sorted()
  }

  private mutating func look(at geometry: MapGeometry, _ placement: CellPlacement) {
    texts = geometry.names.map { ShownName($0, isASCII: isASCII) }
    for label in geometry.labels where found.count < Self.most {
      let spot = placement.spot(of: label.at)
      guard let shown = text(label.name), abs(spot.x) <= Self.reach, abs(spot.y) <= Self.reach,
        !isSecret(geometry.names[label.name], at: label.at, of: geometry, isThing: label.kind.isThing)
      else { continue }
      add(shown, label.kind, rank: label.rank, x: spot.x, y: spot.y)
    }
    for shape in geometry.shapes where found.count < Self.most {
      guard let name = shape.name, let shown = text(name),
        !isSecret(
          geometry.names[name], at: shape.box.middle, of: geometry,
          isThing: shape.isArea && shape.kind != .land && shape.kind != .settlement)
      else { continue }
      if shape.isArea {
        nameArea(shape, shown, placement)
      } else if let kind = shape.kind.nameKind(isArea: false), kind != .street || hasStreets {
        nameLine(shape, of: geometry, shown, kind, placement)
      }
    }
  }

  /// Whether a name tells a secret; what is a thing that one can stand before has none where a stage is about it.
  private func isSecret(
    _ name: String, at point: MapGeometry.Point, of geometry: MapGeometry, isThing: Bool
  ) -> Bool {
    guard !secrets.isEmpty else { return false }
    let place = MercatorPoint(
      x: geometry.origin.x + Double(point.x) * geometry.unit, y: geometry.origin.y + Double(point.y) * geometry.unit
    ).coordinate
    return isThing && secrets.isUnnamed(at: place) || secrets.answers(name, at: place)
  }

  private func text(_ name: Int) -> ShownName? { texts.indices.contains(name) ? texts[name] : nil }

  /// An area bears its name in its middle, where it is wide enough for it.
  private mutating func nameArea(_ shape: MapGeometry.Shape, _ shown: ShownName, _ placement: CellPlacement) {
    guard let kind = shape.kind.nameKind(isArea: true) else { return }
    let box = placement.box(of: shape.box)
    guard box.right - box.left >= Double(shown.width + 2), box.bottom - box.top >= 1 else { return }
    let (x, y) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    guard abs(x) <= Self.reach, abs(y) <= Self.reach else { return }
    // The larger, the more important.
    add(shown, kind, rank: 10_000 - Int(min(10_000, box.right - box.left)), x: x, y: y)
  }

  /// A line bears its name where it stays in one row for long enough, and one that never does across its middle.
  private mutating func nameLine(
    _ shape: MapGeometry.Shape, of geometry: MapGeometry, _ shown: ShownName, _ kind: NameKind,
    _ placement: CellPlacement
  ) {
    let rank = GroundKind.allCases.count - shape.kind.rank
    for part in shape.parts.clamped(to: geometry.parts.indices) {
      let points = geometry.parts[part]
      guard points.lowerBound >= 0, points.upperBound <= geometry.points.count else { continue }
      var runs = LevelRuns(shortest: Double(shown.width + 1), reach: Self.reach)
      for index in points {
        let point = placement.spot(of: geometry.points[Int(index)])
        runs.go(to: point.x, point.y)
      }
      runs.end()
      for level in runs.levels { add(shown, kind, rank, along: level) }
      if runs.levels.isEmpty {
        add(shown, kind, rank, across: points.map { placement.spot(of: geometry.points[Int($0)]) })
      }
    }
  }

  /// Places a name half way along a slope longer than the name; other names there take precedence.
  private mutating func add(_ shown: ShownName, _ kind: NameKind, _ rank: Int, across way: [(x: Double, y: Double)]) {
    // A row is as high as two columns are wide.
    let steps = zip(way, way.dropFirst()).map { (($1.x - $0.x).magnitude + 2 * ($1.y - $0.y).magnitude) }
    let length = steps.reduce(0, +)
    guard length >= Double(shown.width + 2), length <= Self.reach else { return }
    var left = length / 2
    for (index, step) in steps.enumerated() {
      guard step > 0, step >= left else {
        left -= step
        continue
      }
      let part = left / step
      let (from, to) = (way[index], way[index + 1])
      return add(
        shown, kind, rank: rank, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, isLast: true)
    }
  }

  /// Once in the middle, or several times where the way is long.
  private mutating func add(_ shown: ShownName, _ kind: NameKind, _ rank: Int, along level: LevelRuns.Level) {
    let length = level.right - level.left
    let parts = max(1, Int(length / Double(2 * Self.apart.columns)))
    for part in 0..<parts where found.count < Self.most {
      let middle = level.left + length * (Double(part) + 0.5) / Double(parts)
      add(shown, kind, rank: rank, x: middle, y: Double(level.row) + 0.5)
    }
  }

  private mutating func add(
    _ shown: ShownName, _ kind: NameKind, rank: Int, x: Double, y: Double, isLast: Bool = false
  ) {
    guard abs(x) <= Self.reach, abs(y) <= Self.reach else { return }
    found.append(
      MapName(
        text: shown.text, kind: kind, width: shown.width, column: Int((x - Double(shown.width) / 2).rounded(.down)),
        row: Int(y.rounded(.down)), isRightToLeft: shown.isRightToLeft))
    ranks.append((isLast ? NameKind.lastPrecedence : kind.precedence, rank))
  }

  /// The names by importance, then by position, without repeats.
  private func sorted() -> [MapName] {
    let order = found.indices.sorted { one, other in
      let (first, second) = (found[one], found[other])
      return (ranks[one].kind, ranks[one].rank, first.row, first.column, first.text)
        < (ranks[other].kind, ranks[other].rank, second.row, second.column, second.text)
    }
    var places: [String: [(column: Int, row: Int)]] = [:]
    return order.compactMap { index in
      let name = found[index]
      let isNear = places[name.text]?.contains { place in
        abs(place.column - name.column) < Self.apart.columns && abs(place.row - name.row) < Self.apart.rows
      }
      if isNear == true { return nil }
      places[name.text, default: []].append((name.column, name.row))
      return name
    }
  }
}

/// Converts positions in a geometry to cells.
private struct CellPlacement {
  let affine: MapFrame.Affine
  /// Names of a tile often lie on the border between two cells, where a rounding error would decide.
  private static let aside = 1.0 / 1024

  init(_ affine: MapFrame.Affine) { self.affine = affine }

  func spot(of corner: MapGeometry.Point) -> (x: Double, y: Double) {
    let point = affine.point(corner)
    return (point.x + Self.aside, point.y + Self.aside)
  }

  /// The box around a box.
  func box(of box: MapGeometry.Box) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let corners = [(box.left, box.top), (box.right, box.top), (box.left, box.bottom), (box.right, box.bottom)]
      .map { spot(of: MapGeometry.Point(x: $0.0, y: $0.1)) }
    let (across, down) = (corners.map(\.x), corners.map(\.y))
    return (across.min() ?? 0, down.min() ?? 0, across.max() ?? 0, down.max() ?? 0)
  }
}

extension MapGeometry.Box {
  fileprivate var middle: MapGeometry.Point {
    MapGeometry.Point(x: Int32((Int64(left) + Int64(right)) / 2), y: Int32((Int64(top) + Int64(bottom)) / 2))
  }
}

extension NameKind {
  /// The precedence of names written across their area.
  fileprivate static let lastPrecedence = 12

  /// The order in which names are placed, the lowest first: streets, needed for orientation, then the others as
  /// declared.
  fileprivate var precedence: Int {
    switch self {
    case .street: 0
    case .country: 1
    case .region: 2
    case .city: 3
    case .town: 4
    case .village: 5
    case .suburb: 6
    case .island: 7
    case .water: 8
    case .park: 9
    case .peak: 10
    case .sight: 11
    }
  }
}

/// Draws the names of the map where there is room, the most important first.
///
/// A right-to-left name is written in logical order, as one run, and there is at most one such run in a row: terminals
/// with bidirectional text then have nothing to reorder across names, and the others show the name reversed but in its
/// place.
func drawNames(
  _ names: [MapName], besides marks: [MapScreen.Mark], on canvas: inout Canvas, _ layout: inout LabelLayout,
  _ pen: MapPen
) {
  let known = Set(marks.compactMap { ShownName($0.label, isASCII: false)?.text })
  // The most names, so that they do not hide the map.
  var room = canvas.size.columns * canvas.size.rows / 110
  var backward: Set<Int> = []
  for mark in marks where ShownName.isRightToLeft(mark.label) {
    // Its label may stand in the row above or below.
    if let cell = Cell2D(mark.at, in: canvas.size) { backward.formUnion(cell.row - 1...cell.row + 1) }
  }
  for name in names where room > 0 && !known.contains(name.text) {
    guard !(name.isRightToLeft && backward.contains(name.row)),
      layout.place(width: name.width, exactlyAt: name.column, name.row)
    else { continue }
    pen.put(" \(name.text) ", column: name.column - 1, row: name.row, style: pen.look.style(of: name.kind), on: &canvas)
    if name.isRightToLeft { backward.insert(name.row) }
    room -= 1
  }
}

/// A name as the terminal can show it.
struct ShownName {
  let text: String
  let width: Int
  let isRightToLeft: Bool

  /// Columns of the longest name: who reads more of it loses the map.
  private static let longest = 28

  /// `nil` if no part of the name can be shown.
  init?(_ name: String, isASCII: Bool) {
    guard !isASCII || Self.hasLikeness(name) else { return nil }
    text = shortened(name, columns: Self.longest)
    width = CharacterWidth.columns(of: text, limit: Self.longest)
    isRightToLeft = Self.isRightToLeft(name)
    guard width > 0, width <= Self.longest else { return nil }
  }

  /// Whether ASCII has something like each of its letters: those of Latin, with or without marks.
  private static func hasLikeness(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      scalar.value < 0x180 || (0x300..<0x370).contains(scalar.value) || (0x2010..<0x2040).contains(scalar.value)
    }
  }

  /// Whether any letter is written from the right.
  static func isRightToLeft(_ name: String) -> Bool { name.unicodeScalars.contains(where: isRightToLeft) }

  /// Hebrew, Arabic, and their neighbours.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x1_0800..<0x1_1000, 0x1_E800..<0x1_F000: true
    default: false
    }
  }
}
