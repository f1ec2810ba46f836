@testable import TextCanvas

/// A terminal of the test's own: it knows exactly the sequences that a frame may contain and refuses all others.
struct Emulator {
  /// What a frame must not contain.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private struct Place: Equatable {
    var text = " "
    var style = Style.plain
    /// 0 is the right half of a wide character.
    var width = 1
  }

  let columns: Int
  let rows: Int
  private let depth: ColourDepth
  /// Whether emoji take one column, as on terminals that disagree about their width.
  var hasNarrowEmoji = false
  private var places: [Place]
  private var row = 0
  private var column = 0
  /// The cursor stands on the last column and would wrap with the next character.
  private var isWrapping = false
  private var style = Style.plain
  private(set) var isSynchronising = false

  init(columns: Int, rows: Int, depth: ColourDepth) {
    self.columns = columns
    self.rows = rows
    self.depth = depth
    // Left over by another program: a frame that forgets to clear is seen.
    places = Array(repeating: Place(text: "§", style: Style(.purple, on: .yellow)), count: columns * rows)
    row = rows / 2
    column = columns / 3
  }

  /// What the screen differs in from `canvas`; nothing if it shows it exactly.
  func difference(from canvas: Canvas) -> String? {
    for row in 0..<rows {
      for column in 0..<columns {
        let place = places[row * columns + column]
        let cell = canvas[column, row]
        let expected = Place(
          text: cell.text, style: cell.style,
          width: cell.isContinuation ? 0 : column + 1 < columns && canvas[column + 1, row].isContinuation ? 2 : 1)
        let shown = Place(
          text: place.text, style: place.text == " " ? place.style.onBlank : place.style, width: place.width)
        if shown != expected { return "\(column),\(row): shows \(shown), not \(expected)" }
      }
    }
    return style == .plain && !isSynchronising ? nil : "the frame leaves \(style) behind"
  }

  /// The text on the screen, column by column.
  func text(row: Int) -> String { places[row * columns..<(row + 1) * columns].map(\.text).joined() }

  mutating func feed(_ bytes: [UInt8]) throws {
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
    places[row * columns + column] = Place(text: String(Character(scalar)), style: style, width: width)
    if width == 2 { places[row * columns + column + 1] = Place(text: "", style: style, width: 0) }
    isWrapping = column + width == columns
    column = isWrapping ? columns - 1 : column + width
  }

  private mutating func blankPartner(of index: Int) {
    let partner = places[index].width == 0 ? index - 1 : places[index].width == 2 ? index + 1 : index
    for half in Set([index, partner]) { places[half] = Place(style: places[half].style) }
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
    case ("J", "2"): places = Array(repeating: Place(style: style.onBlank), count: columns * rows)
    case ("K", ""):
      blankPartner(of: row * columns + column)
      for at in column..<columns { places[row * columns + at] = Place(style: style.onBlank) }
    case ("H", _): (row, column) = (first - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
    case ("G", _): column = first - 1
    case ("C", _): column += first
    case ("D", _): column -= first
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
    var (front, back, attributes) = (style.foreground, style.background, style.attributes)
    while let code = codes.popFirst() {
      switch code {
      case "0": (front, back, attributes) = (.standard, .standard, [])
      case "1": attributes.insert(.bold)
      case "2": attributes.insert(.dim)
      case "4": attributes.insert(.underline)
      case "7": attributes.insert(.reverse)
      case "22": attributes.subtract([.bold, .dim])
      case "24": attributes.remove(.underline)
      case "27": attributes.remove(.reverse)
      default:
        var whole = code
        if code == "38" || code == "48" {
          let count = codes.first == "2" ? 4 : 2
          whole = ([code] + codes.prefix(count)).joined(separator: ";")
          codes = codes.dropFirst(count)
        }
        if let colour = Colour.allCases.first(where: { $0.parameters(background: false, depth: depth) == whole }) {
          front = colour
        } else if let colour = Colour.allCases.first(where: { $0.parameters(background: true, depth: depth) == whole })
        {
          back = colour
        } else {
          throw Refusal(description: "SGR \(whole)")
        }
      }
    }
    style = Style(front, on: back, attributes)
  }
}
