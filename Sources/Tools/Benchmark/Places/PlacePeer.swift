import Glibc

/// The output of a peer's program.
struct PlacePeer {
  /// Seconds.
  let build: Double
  /// By query and set, `nearest-city`.
  let answers: [String: PlaceAnswers]

  /// Runs a peer on the files of a folder; `nil` if it is missing, or its output cannot be read.
  static func run(_ name: String, on folder: String, rounds: Int, _ here: BenchConditions) -> PlacePeer? {
    guard let program = here.peer(name), let child = Child.run([program, folder, "\(rounds)"]), child.status == 0
    else { return nil }
    return PlacePeer(child.output)
  }

  private init?(_ output: String) {
    var answers: [String: PlaceAnswers] = [:]
    for line in output.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard words.count == 4, let figure = Double(words[1]), let count = UInt64(words[2]), let sum = UInt64(words[3])
      else { return nil }
      answers[String(words[0])] = PlaceAnswers(nanoseconds: figure, count: count, sum: sum)
    }
    guard let build = answers["build"] else { return nil }
    self.build = build.nanoseconds
    self.answers = answers
  }
}

extension [PlainPlace] {
  /// Writes the places as peers read them; whether there was room.
  func write(to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    let isWritten = withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    return fclose(file) == 0 && isWritten
  }
}
