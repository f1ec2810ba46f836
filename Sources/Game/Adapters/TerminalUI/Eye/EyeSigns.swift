internal import Eye
internal import Geodesy
internal import TextCanvas
internal import Views

/// Where signs stood in the last frame: they stay where they are while the picture moves a little.
package struct EyeSigns: Sendable {
  /// Signs that are shown at most, and of these such as are hidden by something.
  package static let (most, mostHidden) = (12, 4)
  /// Rows of a picture for each sign of a place that is no treasure: more would hide what they stand at.
  private static let rowsPerSign = 3
  /// Rows that a sign may be away from where it would stand alone, to stay in the row of the last frame.
  private static let stickiness = 6

  private var rows: [String: Int] = [:]
  /// The plates of the last frame.
  private var plates: [Sign] = []

  /// No signs yet.
  package init() {}

  /// A sign that has got a place.
  struct Sign {
    let sight: EyeScreen.Sight
    let text: String
    /// The plate's first column and its row, and its width.
    let column, row, width: Int
    /// The column of the pole, and the row of its foot.
    let pole, foot: Int
  }

  /// Signs that have a place, and the columns of those that are only dots on the horizon.
  struct Layout {
    var signs: [Sign] = []
    var dots: [Int] = []
    /// Sights in the picture that have no sign.
    var unsigned = 0
  }

  /// Finds places for the signs of a screen: the most important first, none over another.
  ///
  /// Of places of one name and kind one has a sign. First all get a place with short names; then names get the room
  /// that is left, in the same order.
  mutating func layOut(_ screen: EyeScreen, rows count: Int, _ symbols: Symbols) -> Layout {
    var layout = Layout()
    var taken: [[Range<Int>]] = Array(repeating: [], count: max(0, count))
    var hidden = 0
    let most = min(Self.most, max(Self.mostHidden, count / Self.rowsPerSign))
    /// Names and kinds of places that have a sign.
    var told: Set<[String?]> = []
    for sight in screen.sights {
      let x = screen.camera.column(of: sight.bearing)
      guard x >= 0, x < Double(screen.camera.columns) else { continue }
      let pole = Int(x)
      let isGoal = sight.role != .place
      let isWanted =
        isGoal
        || sight.score >= 0 && !told.contains([sight.name, sight.kind])
          && (sight.hiddenBy == nil || hidden < Self.mostHidden)
      if isWanted, layout.signs.count < (isGoal ? Self.most : most),
        let sign = place(sight, pole, screen, &taken, symbols)
      {
        layout.signs.append(sign)
        if !isGoal { told.insert([sight.name, sight.kind]) }
        if sight.hiddenBy != nil { hidden += 1 }
      } else {
        layout.unsigned += 1
        if sight.distance < Surroundings.reach { layout.dots.append(pole) }
      }
    }
    for index in layout.signs.indices {
      layout.signs[index] = lengthened(layout.signs[index], among: layout.signs, screen, rows: count, symbols)
    }
    rows = Dictionary(layout.signs.map { ($0.sight.id, $0.row) }) { first, _ in first }
    plates = layout.signs
    return layout
  }

  /// A sign with its whole name, in its row or else in one near by, or with as much of it as its row has room for.
  private func lengthened(
    _ sign: Sign, among signs: [Sign], _ screen: EyeScreen, rows count: Int, _ symbols: Symbols
  ) -> Sign {
    let columns = screen.camera.columns
    let whole = Self.text(sign.sight, room: columns, symbols)
    let width = CharacterWidth.columns(of: whole)
    guard width > sign.width else { return sign }
    /// The columns of a row around the pole that no other plate takes, with one between plates.
    func free(_ row: Int) -> Range<Int> {
      let others = signs.filter { $0.row == row && $0.sight.id != sign.sight.id }
      let left = others.filter { $0.column <= sign.pole }.map { $0.column + $0.width + 1 }.max() ?? 0
      let right = others.filter { $0.column > sign.pole }.map { $0.column - 1 }.min() ?? columns
      return left <= sign.pole && sign.pole < right ? left..<right : 0..<0
    }
    let rows = (0..<min(count, sign.foot + 1, sign.row + 3)).sorted { abs($0 - sign.row) < abs($1 - sign.row) }
    let row = rows.first { free($0).count >= width } ?? sign.row
    let room = free(row)
    let bare = CharacterWidth.columns(of: Self.text(sign.sight, room: 0, symbols))
    let text = room.count >= width ? whole : Self.text(sign.sight, room: room.count - bare, symbols)
    let used = CharacterWidth.columns(of: text)
    guard used > sign.width, used <= room.count else { return sign }
    let column = min(max(room.lowerBound, sign.pole - used / 2), room.upperBound - used)
    return Sign(
      sight: sign.sight, text: text, column: column, row: row, width: used, pole: sign.pole,
      foot: max(row, sign.foot))
  }

  /// The id of what has its plate on a cell of the picture, if anything has.
  func id(column: Int, row: Int) -> String? {
    plates.first { $0.row == row && ($0.column..<$0.column + $0.width).contains(column) }?.sight.id
  }

  private func place(
    _ sight: EyeScreen.Sight, _ pole: Int, _ screen: EyeScreen, _ taken: inout [[Range<Int>]], _ symbols: Symbols
  ) -> Sign? {
    let columns = screen.camera.columns
    // Near places, and players with an age behind their name, have more from the beginning.
    let room = sight.distance < 45 || sight.role.isMate ? 22 : sight.distance < 120 ? 16 : 12
    let text = Self.text(sight, room: min(room, max(4, columns / (sight.role.isMate ? 2 : 3))), symbols)
    let width = CharacterWidth.columns(of: text)
    guard width <= columns, !taken.isEmpty else { return nil }
    let column = min(max(0, pole - width / 2), columns - width)
    let height = sight.distance < 45 ? 5.0 : 7.0
    func row(_ height: Double) -> Int {
      Int(min(Double(taken.count), max(-1, screen.camera.row(height: height, distance: sight.distance))))
    }
    let wish = min(max(0, row(height)), taken.count - 1)
    var order = Array((0...wish).reversed()) + (1...2).map { wish + $0 }
    if let last = rows[sight.id], abs(last - wish) <= Self.stickiness { order.insert(last, at: 0) }
    let range = column - 1..<column + width + 1
    guard let found = order.first(where: { taken.indices.contains($0) && !taken[$0].contains { $0.overlaps(range) } })
    else { return nil }
    taken[found].append(range)
    return Sign(
      sight: sight, text: text, column: column, row: found, width: width, pole: pole,
      foot: max(found, min(row(0), taken.count)))
  }

  /// The plate's text, with a name of `room` columns at most.
  private static func text(_ sight: EyeScreen.Sight, room: Int, _ symbols: Symbols) -> String {
    let mark = sight.role == .place ? "" : symbols.mark(sight.role) + " "
    let text = "\(mark)\(shortened(sight.name, columns: room)) \(sight.distanceText)"
    guard symbols.glyphs == .ascii else { return " \(text) " }
    return sight.hiddenBy == nil ? "[\(text)]" : "(\(text))"
  }
}

/// Draws signs: poles first, then plates, so that no pole crosses a plate.
func draw(_ layout: EyeSigns.Layout, _ screen: EyeScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let horizon = Int(max(-1, min(Double(canvas.size.rows), screen.camera.horizon)))
  for column in Set(layout.dots).sorted() where horizon >= 0 && horizon < canvas.size.rows {
    canvas.put(
      symbols.glyphs == .ascii ? "." : "·", column: column, row: horizon,
      style: Palette.onPicture(canvas[column, horizon]))
  }
  for sign in layout.signs {
    guard sign.row + 1 <= sign.foot else { continue }
    for row in sign.row + 1...sign.foot {
      // The pole of something hidden is broken: a pattern, and not only a colour.
      if sign.sight.hiddenBy != nil, (row - sign.row) % 2 == 0 { continue }
      canvas.put(
        symbols.glyphs == .ascii ? "|" : "│", column: sign.pole, row: row,
        style: Palette.onPicture(canvas[sign.pole, row]))
    }
  }
  for sign in layout.signs {
    canvas.put(
      sign.text, column: sign.column, row: sign.row, style: Palette.plate(sign.sight, screen.light), width: sign.width)
  }
}
