/// The printable ASCII character that looks most like another one, for terminals that know no more.
enum ASCIILikeness {
  /// The likeness of `scalar`, or `?`.
  static func of(_ scalar: Unicode.Scalar) -> UInt8 {
    let value = Int(scalar.value)
    switch value {
    case 0x20..<0x7F: return UInt8(value)
    case 0xC0..<0x180: return latin[value - 0xC0]
    case 0x2500..<0x2580: return boxes.contains(value) ? UInt8(ascii: "-") : line(value)
    case 0x2800: return UInt8(ascii: " ")
    case 0x2801..<0x2900: return UInt8(ascii: "*")
    default: return others[scalar].map { UInt8(ascii: $0) } ?? UInt8(ascii: "?")
    }
  }

  /// U+00C0 to U+017F without what is above, below and across the letters.
  private static let latin = Array(
    """
    AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo:ouuuuyty\
    AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOo\
    RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs
    """.utf8)

  /// The horizontal lines among the box drawing characters.
  private static let boxes: Set<Int> = [0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550]

  private static func line(_ value: Int) -> UInt8 {
    switch value {
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551: UInt8(ascii: "|")
    case 0x2571: UInt8(ascii: "/")
    case 0x2572: UInt8(ascii: "\\")
    default: UInt8(ascii: "+")
    }
  }

  private static let others: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{A0}": " ", "°": " ", "·": ".", "«": "<", "»": ">", "±": "~", "²": "2", "³": "3", "µ": "u",
    "‐": "-", "‑": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "′": "'", "″": "\"",
    "•": "*", "…": "~", "←": "<", "↑": "^", "→": ">", "↓": "v", "↖": "\\", "↗": "/", "↘": "\\", "↙": "/",
    "▀": "\"", "▄": "_", "█": "#", "░": ":", "▒": "%", "▓": "#", "▲": "^", "▼": "v", "◀": "<", "▶": ">",
    "■": "#", "□": "#", "●": "@", "○": "o", "◆": "*", "◇": "*", "★": "*", "☆": "*", "✓": "v", "✗": "x",
  ]
}
