internal import Numbers

/// Moments as servers write them in heads (RFC 9110, section 5.6.7), the two old notations included.
package enum HTTPDate {
  /// Reads an HTTP date as seconds since 1970-01-01T00:00:00Z; `nil` if it is no date from 1970 to 9999.
  ///
  /// ```swift
  /// HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT")   // 784111777
  /// HTTPDate.seconds("Sunday, 06-Nov-94 08:49:37 GMT")  // 784111777
  /// HTTPDate.seconds("Sun Nov  6 08:49:37 1994")        // 784111777
  /// ```
  package static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    var words = text.split { " ,-:".contains($0) }
    // Of asctime the year is last and the month is first.
    if words.count == 7 { words = [words[0], words[2], words[1], words[6], words[3], words[4], words[5], "GMT"] }
    guard words.count == 8, words[7] == "GMT", let month = month(words[2]), let year = year(words[3])
    else { return nil }
    let numbers = [words[1], words[4], words[5], words[6]].compactMap(number)
    guard numbers.count == 4, (1...CivilTime.days(in: month, of: year)).contains(numbers[0]), numbers[1] <= 23,
      numbers[2] <= 59, numbers[3] <= 60
    else { return nil }
    let day = CivilTime.dayNumber(year, month, numbers[0])
    return day * 86_400 + numbers[1] * 3600 + numbers[2] * 60 + numbers[3]
  }

  private static func number(_ word: Substring) -> Int64? {
    guard (1...4).contains(word.utf8.count), word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(word)
  }

  /// Two digits are years from 1970 to 2069.
  private static func year(_ word: Substring) -> Int64? {
    guard let number = number(word) else { return nil }
    if word.utf8.count == 2 { return number < 70 ? 2000 + number : 1900 + number }
    return number >= 1970 ? number : nil
  }

  private static func month(_ word: Substring) -> Int64? {
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return names.firstIndex { $0 == word }.map { Int64($0 + 1) }
  }
}

/// What heads say about time.
extension WebResponse {
  /// Reads the wait that `Retry-After` gives, in seconds or as a date; `nil` if it is missing or cannot be read.
  ///
  /// - Parameter now: seconds since 1970.
  package func wait(now: Int64) -> Duration? {
    guard let text = self["retry-after"] else { return nil }
    if !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { .seconds($0) }
    }
    return HTTPDate.seconds(text).map { .seconds(max(0, $0 - now)) }
  }

  /// For how long `Cache-Control` says that this stays as it is; `nil` if it does not say.
  package var freshness: Duration? {
    let directives = directives
    if directives.contains("no-cache") { return .zero }
    guard let word = directives.first(where: { $0.hasPrefix("max-age=") }) else { return nil }
    let digits = word.dropFirst(8)
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(digits).map { .seconds($0) }
  }

  /// Whether it may be kept on disk.
  package var mayBeKept: Bool { !directives.contains("no-store") }

  private var directives: [String] {
    (self["cache-control"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
  }
}
