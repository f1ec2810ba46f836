import GeoFormats
import Numbers

/// One line of the table.
struct Row {
  let what: String
  /// Our own figure.
  let trove: String
  /// The name of the program that we compare with, and its figure.
  var peer = ""
  /// Our processor time over what stands beside it in this run; under 1 we are faster.
  var ratio: Double?
  /// Our goal.
  var goal = ""
}

/// The results of one part of the benchmark.
struct Findings {
  var rows: [Row] = []
  /// Answers that are not right, as sentences; slow ones are not among them.
  var wrong: [String] = []

  static func + (left: Findings, right: Findings) -> Findings {
    Findings(rows: left.rows + right.rows, wrong: left.wrong + right.wrong)
  }

  /// Notes an answer that is not the right one.
  mutating func expect(_ isRight: Bool, _ complaint: @autoclosure () -> String) {
    if !isRight { wrong.append(complaint()) }
  }
}

/// The tables of `docs/benchmarks.md`, as one.
enum BenchReport {
  /// The head of the table, in Markdown.
  static let head = """
    | what | Trove | beside it | CPU ratio | goal |
    |---|---|---|---|---|
    """

  /// One line of it.
  static func line(_ row: Row) -> String {
    let ratio = row.ratio.map { number($0, $0 < 0.1 ? 3 : 2) } ?? ""
    return "| " + [row.what, row.trove, row.peer, ratio, row.goal].joined(separator: " | ") + " |"
  }
}

/// Formats a number with `decimals` decimals.
func number(_ value: Double, _ decimals: Int = 0) -> String { DecimalText.fixed(value, decimals: decimals) ?? "?" }

/// A time in the unit that suits it.
func time(_ seconds: Double) -> String {
  switch seconds {
  case ..<1e-3: number(seconds * 1e6, seconds < 1e-4 ? 1 : 0) + " µs"
  case ..<1: number(seconds * 1e3, seconds < 0.1 ? 2 : 0) + " ms"
  default: number(seconds, 2) + " s"
  }
}

/// A size in bytes or thousands of them.
func size(_ bytes: Double) -> String { bytes < 1000 ? "\(number(bytes)) B" : "\(number(bytes / 1000, 1)) kB" }
