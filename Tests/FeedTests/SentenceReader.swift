import Foundation

/// A sentence of NMEA 0183 as somebody else would read it: by the standard, not by our writer.
struct Sentence {
  let kind: String
  let fields: [String]

  /// Nothing when the frame or the checksum is wrong.
  init?(_ line: String) {
    guard line.first == "$", line.utf8.count + 2 <= 82, let star = line.lastIndex(of: "*"),
      line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    let body = line[line.index(after: line.startIndex)..<star]
    let sum = UInt8(line[line.index(after: star)...], radix: 16)
    guard line.distance(from: star, to: line.endIndex) == 3, sum == body.utf8.reduce(0, ^) else { return nil }
    let parts = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts[0].hasPrefix("GP"), parts[0].count == 5 else { return nil }
    kind = String(parts[0].dropFirst(2))
    fields = Array(parts.dropFirst())
  }

  /// A number; nothing for an empty field.
  func number(_ place: Int) -> Double? { Double(fields[place]) }

  /// Degrees of a latitude or longitude and its letter; nothing when it breaks the rules of the format.
  func angle(_ place: Int, degrees width: Int) -> Double? {
    let text = fields[place]
    guard text.count > width + 3, text.dropFirst(width + 2).first == ".", let degrees = Double(text.prefix(width)),
      let minutes = Double(text.dropFirst(width)), minutes < 60
    else { return nil }
    let size = degrees + minutes / 60
    switch fields[place + 1] {
    case "N", "E": return size
    case "S", "W": return -size
    default: return nil
    }
  }

  /// Milliseconds since midnight.
  func clock(_ place: Int) -> Int? {
    let text = fields[place]
    guard text.count == 10, let hour = Int(text.prefix(2)), let minute = Int(text.dropFirst(2).prefix(2)),
      let second = Double(text.dropFirst(4)), hour < 24, minute < 60, second < 60
    else { return nil }
    return (hour * 60 + minute) * 60_000 + Int((second * 1000).rounded())
  }
}
