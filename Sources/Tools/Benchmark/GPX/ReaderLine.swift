/// The output line of a reader's program, in a format that all of them share:
/// `NAME: 0.660 s cpu, 150 MB/s, peak RSS 36 MB, n=1000000 sums LAT LON ELE TIME`.
struct ReaderLine {
  let seconds: Double
  let peakMegabytes: Double
  let sums: TrackSums

  /// Reads a reader's output line; `nil` if it has another form.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let words = text[text.index(after: colon)...].split { ", \n".contains($0) }
    func number(after word: String) -> Double? {
      words.firstIndex(of: word[...]).flatMap { words[($0 + 1)...].first }.flatMap { Double($0) }
    }
    guard let seconds = words.first.flatMap({ Double($0) }), seconds > 0, let peak = number(after: "RSS"),
      let count = words.first(where: { $0.hasPrefix("n=") }).flatMap({ Int($0.dropFirst(2)) }),
      let start = words.firstIndex(of: "sums"),
      case let sums = words[(start + 1)...].prefix(4).map({ Double($0) ?? 0 }),
      sums.count == 4
    else { return nil }
    self.seconds = seconds
    peakMegabytes = peak
    self.sums = TrackSums(
      count: count, latitude: Self.whole(sums[0] * 1e7), longitude: Self.whole(sums[1] * 1e7),
      elevation: Self.whole(sums[2] * 10), time: Self.whole(sums[3]))
  }

  private static func whole(_ value: Double) -> Int64 { Int64(exactly: value.rounded()) ?? 0 }
}
