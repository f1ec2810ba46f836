package import TextCanvas

/// A terminal of the tests' own: it knows exactly the sequences that a frame may contain and refuses all others.
package struct Emulator {
  /// What a frame must not contain.
  package struct Refusal: Error, CustomStringConvertible {
    /// The sequence or character that was refused.
    package let description: String
  }

  /// What a terminal makes of a style: the parameters of both colours, so that colours that look alike are alike.
  private struct Look: Equatable {
    var front: String
    var back: String
    var attributes: Style.Attributes = []

    /// The look with its colours changed about.
    var inverse: Look { Look(front: "3" + back.dropFirst(), back: "4" + front.dropFirst()) }

    /// What shows of it on a blank.
    var onBlank: Look {
      attributes.isDisjoint(with: [.reverse, .underline]) ? Look(front: "39", back: back) : self
    }
  }

  private struct Place: Equatable {
    var text = " "
    var look: Look
    /// 0 is the right half of a wide character.
    var width = 1

    /// The place without what does not show.
    var visible: Place { text == " " ? Place(text: text, look: look.onBlank, width: width) : self }

    /// What looks the same by filling what this leaves, in its other colour.
    var inverse: Place? {
      guard look.attributes.isEmpty, let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
        return nil
      }
      return PictureGlyphs.inverse(of: scalar).map { Place(text: String(Character($0)), look: look.inverse) }
    }
  }

  let columns: Int
  let rows: Int
  private let depth: ColourDepth
  private let table: ColourTable
  private let fronts: Set<String>
  private let backs: Set<String>
  /// Whether emoji take one column, as on terminals that disagree about their width.
  package var hasNarrowEmoji = false
  private var places: [Place]
  private var row = 0
  private var column = 0
  /// The cursor stands on the last column and would wrap with the next character.
  private var isWrapping = false
  private var look = Look(front: "39", back: "49")
  /// Whether a frame has been begun and not ended (mode 2026).
  package private(set) var isSynchronising = false

  /// A screen that another program has left full of its own.
  package init(columns: Int, rows: Int, depth: ColourDepth, table: ColourTable = .empty) {
    self.columns = columns
    self.rows = rows
    self.depth = depth
    self.table = table
    let colours = Colour.named + (0..<Colour.groundLimit).map(Colour.ground)
    fronts = Set(colours.map { $0.parameters(background: false, depth: depth, table: table) })
    backs = Set(colours.map { $0.parameters(background: true, depth: depth, table: table) })
    // Left over by another program: a frame that forgets to clear is seen.
    places = Array(repeating: Place(text: "§", look: Look(front: "36", back: "41")), count: columns * rows)
    row = rows / 2
    column = columns / 3
  }

  /// What the screen differs in from `canvas`; nothing if it shows it exactly.
  package func difference(from canvas: Canvas) -> String? {
    for row in 0..<rows {
      for column in 0..<columns {
        let place = places[row * columns + column]
        let cell = canvas[column, row]
        let expected = Place(
          text: cell.text, look: shownLook(of: cell.style, isBlank: cell.text == " "),
          width: cell.isContinuation ? 0 : column + 1 < columns && canvas[column + 1, row].isContinuation ? 2 : 1)
        if place.visible != expected, place.inverse?.visible != expected {
          return "\(column),\(row): shows \(place.visible), not \(expected)"
        }
      }
    }
    return look == plain && !isSynchronising ? nil : "the frame leaves \(look) behind"
  }

  private var plain: Look { Look(front: "39", back: "49") }

  private func shownLook(of style: Style, isBlank: Bool) -> Look {
    if let (front, back) = style.picture, depth >= .twoHundredFiftySix {
      let look = Look(front: "38;" + code(front), back: "48;" + code(back))
      return isBlank ? look.onBlank : look
    }
    let look = Look(
      front: depth == .none ? "39" : style.foreground.parameters(background: false, depth: depth, table: table),
      back: depth == .none ? "49" : style.background.parameters(background: true, depth: depth, table: table),
      attributes: style.attributes)
    return isBlank ? look.onBlank : look
  }

  /// The parameters of a picture's colour after 38 or 48.
  private func code(_ colour: RGB) -> String {
    if depth == .trueColour { return "2;\(colour.red);\(colour.green);\(colour.blue)" }
    func off(_ entry: Int) -> Int {
      let levels = [0, 95, 135, 175, 215, 255]
      let (cube, grey) = (entry - 16, 8 + (entry - 232) * 10)
      let parts = cube < 216 ? [levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6]] : [grey, grey, grey]
      let given = [Int(colour.red), Int(colour.green), Int(colour.blue)]
      return zip(parts, given).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }
    return "5;\((16...255).min { off($0) < off($1) } ?? 16)"
  }

  /// Whether the parameters choose a colour that a picture may have.
  private func isPicture(_ parameters: String) -> Bool {
    let numbers = parameters.split(separator: ";").dropFirst().compactMap { Int($0) }
    return switch depth {
    case .trueColour: numbers.count == 4 && numbers[0] == 2 && numbers.allSatisfy { $0 < 256 }
    case .twoHundredFiftySix: numbers.count == 2 && numbers[0] == 5 && (16..<256).contains(numbers[1])
    case .none, .sixteen: false
    }
  }

  /// The text on the screen, column by column.
  package func text(row: Int) -> String { places[row * columns..<(row + 1) * columns].map(\.text).joined() }

  /// Shows what a frame tells it.
  /// - Throws: ``Refusal`` at the first sequence or character that no frame may contain.
  package mutating func feed(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Refusal(description: "not UTF-8") }
    var scalars = Substring(text).unicodeScalars
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}": try control(&scalars)
      case "\r": (column, isWrapping) = (0, false)
      case "\u{8}": (column, isWrapping) = (max(0, column - 1), false)
      case "\n":
        guard row + 1 < rows else { throw Refusal(description: "scrolls") }
        row += 1
      default:
        guard scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) else {
          throw Refusal(description: "control \(scalar.value)")
        }
        try show(scalar)
      }
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) throws {
    let width: Int
    switch CharacterWidth.kind(of: scalar) {
    case .mark:
      let at = row * columns + column - (isWrapping ? 0 : 1)
      let base = places[at].width == 0 ? at - 1 : at
      places[base].text.unicodeScalars.append(scalar)
      return
    case .narrow: width = 1
    case .wide: width = hasNarrowEmoji && scalar.value > 0x1F000 ? 1 : 2
    case .space, .hidden: throw Refusal(description: "hidden character \(scalar.value)")
    }
    guard !isWrapping, column + width <= columns else { throw Refusal(description: "wraps at \(row)") }
    for at in column..<column + width { blankPartner(of: row * columns + at) }
    places[row * columns + column] = Place(text: String(Character(scalar)), look: look, width: width)
    if width == 2 { places[row * columns + column + 1] = Place(text: "", look: look, width: 0) }
    isWrapping = column + width == columns
    column = isWrapping ? columns - 1 : column + width
  }

  private mutating func blankPartner(of index: Int) {
    let partner = places[index].width == 0 ? index - 1 : places[index].width == 2 ? index + 1 : index
    for half in Set([index, partner]) { places[half] = Place(look: places[half].look) }
  }

  private mutating func control(_ scalars: inout Substring.UnicodeScalarView) throws {
    guard scalars.popFirst() == "[" else { throw Refusal(description: "not CSI") }
    var parameters = ""
    while let scalar = scalars.popFirst() {
      guard scalar.value >= 0x40 else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      return try control(String(Character(scalar)), parameters)
    }
    throw Refusal(description: "cut sequence")
  }

  private mutating func control(_ final: String, _ parameters: String) throws {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? -1 }
    let first = numbers.first ?? 1
    if final != "m" { isWrapping = false }
    switch (final, parameters) {
    case ("h", "?2026"): isSynchronising = true
    case ("l", "?2026"): isSynchronising = false
    case ("J", "2"): places = Array(repeating: Place(look: look.onBlank), count: columns * rows)
    case ("K", ""):
      blankPartner(of: row * columns + column)
      for at in column..<columns { places[row * columns + at] = Place(look: look.onBlank) }
    case ("H", _): (row, column) = (first - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
    case ("G", _): column = first - 1
    case ("C", _): column += first
    case ("D", _): column -= first
    case ("L", _), ("M", _): try editRows(by: final == "L" ? first : -first)
    case ("@", _), ("P", _): editColumns(by: final == "@" ? first : -first)
    case ("m", _): try select(parameters)
    default: throw Refusal(description: "CSI \(parameters) \(final)")
    }
    guard (0..<rows).contains(row), (0..<columns).contains(column) else {
      throw Refusal(description: "moves to \(column),\(row)")
    }
  }

  private mutating func select(_ parameters: String) throws {
    var codes = parameters.split(separator: ";").map(String.init)[...]
    if codes.isEmpty { codes = ["0"] }
    while let code = codes.popFirst() {
      switch code {
      case "0": look = plain
      case "1": look.attributes.insert(.bold)
      case "2": look.attributes.insert(.dim)
      case "4": look.attributes.insert(.underline)
      case "7": look.attributes.insert(.reverse)
      case "22": look.attributes.subtract([.bold, .dim])
      case "24": look.attributes.remove(.underline)
      case "27": look.attributes.remove(.reverse)
      default:
        var whole = code
        if code == "38" || code == "48" {
          let count = codes.first == "2" ? 4 : 2
          whole = ([code] + codes.prefix(count)).joined(separator: ";")
          codes = codes.dropFirst(count)
        }
        if depth != .none, fronts.contains(whole) || code == "38" && isPicture(whole) {
          look.front = whole
        } else if depth != .none, backs.contains(whole) || code == "48" && isPicture(whole) {
          look.back = whole
        } else {
          throw Refusal(description: "SGR \(whole)")
        }
      }
    }
  }

  /// Inserts blank lines at the cursor's, or deletes from there; what is pushed over the last line is lost.
  private mutating func editRows(by count: Int) throws {
    // Terminals disagree about the column after it.
    guard column == 0 else { throw Refusal(description: "moves rows from column \(column)") }
    let blanks = Array(repeating: Place(look: look.onBlank), count: min(abs(count), rows - row) * columns)
    let at = row * columns
    if count > 0 {
      places.removeLast(blanks.count)
      places.insert(contentsOf: blanks, at: at)
    } else {
      places.removeSubrange(at..<at + blanks.count)
      places += blanks
    }
  }

  /// Inserts blanks at the cursor, or deletes from there; halves of wide characters that are left alone are seen as such.
  private mutating func editColumns(by count: Int) {
    let (at, end) = (row * columns + column, (row + 1) * columns)
    let blanks = Array(repeating: Place(look: look.onBlank), count: min(abs(count), columns - column))
    if count > 0 {
      places.removeSubrange(end - blanks.count..<end)
      places.insert(contentsOf: blanks, at: at)
    } else {
      places.insert(contentsOf: blanks, at: end)
      places.removeSubrange(at..<at + blanks.count)
    }
    for index in row * columns..<end where isLoneHalf(index, end) {
      places[index] = Place(text: "½", look: places[index].look)
    }
  }

  private func isLoneHalf(_ index: Int, _ end: Int) -> Bool {
    switch places[index].width {
    case 0: index == row * columns || places[index - 1].width != 2
    case 2: index + 1 == end || places[index + 1].width != 0
    default: false
    }
  }
}
