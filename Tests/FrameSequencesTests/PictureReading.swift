import Testing

/// A picture as a browser would show it at a moment, taken apart: what is drawn, and in which row.
struct PictureReading {
  /// Something that is drawn without looking anything up: its name, attributes and text, in coordinates of its row.
  struct Mark: Hashable {
    let row: Int
    let name: String
    let attributes: [String: String]
    let text: String
  }

  private let screen: XMLTree
  private let library: [String: XMLTree]
  let columns: Int

  init(_ bytes: [UInt8]) throws {
    let root = try XMLTree.root(of: bytes)
    screen = try #require(root.children.first { $0.name == "svg" })
    columns = Int(try #require(screen.number("width"))) / 8
    library = Dictionary(
      uniqueKeysWithValues: screen.elements("defs").flatMap(\.children).compactMap { element in
        element.attributes["id"].map { ($0, element) }
      })
  }

  /// What can be seen at that many seconds, in the order of drawing.
  func marks(at time: Double) throws -> [Mark] {
    try screen.children.filter { $0.name == "g" }.flatMap { row in
      let top = try #require(Self.translation(row).last)
      return try marks(in: row, Int(top) / 16, left: 0, time)
    }
  }

  private func marks(in group: XMLTree, _ row: Int, left: Double, _ time: Double) throws -> [Mark] {
    let left =
      left
      + (try group.children.first { $0.name == "animateTransform" }.map {
        try Self.value(of: $0, at: time)
      } ?? 0)
    return try group.children.flatMap { child -> [Mark] in
      switch child.name {
      case "animateTransform": return []
      case "g": return try marks(in: child, row, left: left + Self.translation(child)[0], time)
      case "use":
        let shared = try #require(library[String(child.attributes["href"]?.dropFirst() ?? "")])
        return try marks(in: shared, row, left: left + (child.number("x") ?? 0), time)
      default:
        // The window of the screen shows what has not been moved out of it.
        if left >= Double(columns * 8) || left < 0 { return [] }
        try #require(left == 0)
        return [Mark(row: row, name: child.name, attributes: child.attributes, text: child.text)]
      }
    }
  }

  private static func translation(_ element: XMLTree) -> [Double] {
    guard let text = element.attributes["transform"] else { return [0, 0] }
    return text.dropFirst("translate(".count).dropLast().split(separator: " ").compactMap {
      Double($0)
    }
  }

  /// What a discrete animation says at a moment.
  private static func value(of animation: XMLTree, at time: Double) throws -> Double {
    let duration = try #require(animation.attributes["dur"])
    let length = try #require(Double(duration.dropLast()))
    let times = try #require(animation.attributes["keyTimes"]).split(separator: ";").compactMap {
      Double($0)
    }
    let values = try #require(animation.attributes["values"]).split(separator: ";").compactMap {
      Double($0)
    }
    try #require(
      times.count == values.count && times.first == 0 && times == times.sorted()
        && times.last ?? 2 <= 1)
    let part = (time / length).truncatingRemainder(dividingBy: 1)
    return values[times.lastIndex { $0 <= part + 2e-6 } ?? 0]
  }
}

extension [PictureReading.Mark] {
  /// The characters that fonts write, by row and column.
  func letters() throws -> [[Int]: String] {
    var letters: [[Int]: String] = [:]
    for mark in self where mark.name == "text" {
      let x = try #require(Int(mark.attributes["x"] ?? ""))
      let columns = try #require(Int(mark.attributes["textLength"] ?? "")) / 8
      try #require(
        x % 8 == 0 && (mark.text.unicodeScalars.count == columns || mark.text.count == 1))
      for (offset, character) in mark.text.enumerated() where character != " " {
        #expect(letters.updateValue(String(character), forKey: [mark.row, x / 8 + offset]) == nil)
      }
    }
    return letters
  }

  /// The braille patterns that the dots make, by row and column.
  func patterns() throws -> [[Int]: Unicode.Scalar] {
    var bits: [[Int]: UInt32] = [:]
    for mark in self where mark.attributes["class"] == "d" {
      for dot in (mark.attributes["d"] ?? "").split(separator: "M") {
        let place = dot.dropLast(2).split(separator: " ").compactMap { Int($0) }
        let bit = try #require(
          [[2, 2], [2, 6], [2, 10], [6, 2], [6, 6], [6, 10], [2, 14], [6, 14]]
            .firstIndex(of: [place[0] % 8, place[1]]))
        bits[[mark.row, place[0] / 8], default: 0] |= 1 << UInt32(bit)
      }
    }
    return bits.compactMapValues { Unicode.Scalar(0x2800 + $0) }
  }
}
