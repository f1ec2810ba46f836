internal import GeoFormats
internal import HuntDomain
internal import Places
package import Trials

/// The report of a trial as lines of text, 80 columns wide, and as one object of JSON.
package enum TrialLines {
  /// Columns of a line.
  private static let width = 80
  /// Characters of the longest bar.
  private static let barWidth = 48

  // MARK: - Text

  /// The report without any colour.
  package static func text(_ screen: TrialScreen) -> String {
    var lines = [SafeText.clean(screen.title), screen.subtitle, ""] + screen.summary.flatMap { wrapped($0, indent: 0) }
    if !screen.bars.isEmpty {
      lines += [""] + screen.bars.map(bar)
    }
    lines += ["", head] + screen.rows.map(row) + [""]
    lines += screen.remarks.flatMap { wrapped("\(mark($0.weight)) \(SafeText.clean($0.text, limit: 2000))", indent: 2) }
    if !screen.checks.isEmpty { lines.append("") }
    lines += screen.checks.map { "\($0.isMet ? "kept  " : "BROKEN")  \($0.text)" }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func mark(_ weight: TrialScreen.Weight) -> String {
    switch weight {
    case .good: "+"
    case .note: "-"
    case .warning: "!"
    }
  }

  private static func bar(_ bar: TrialScreen.Bar) -> String {
    let full = bar.count == 0 ? 0 : max(1, Int((bar.share * Double(barWidth)).rounded()))
    return "\(left(bar.label, 14)) \(left(String(repeating: "#", count: full), barWidth)) \(bar.count)"
  }

  private static let head =
    "   Stage                 reached  found   lost    time  false      missed  error"

  private static func row(_ row: TrialScreen.Row) -> String {
    let name = SafeText.clean(row.name)
    return "\(right(row.number, 2)) \(left(name, 20)) \(right(row.reached, 8)) \(right(row.found, 6)) "
      + "\(right(row.lost, 6)) \(right(row.time, 7)) \(right(row.falseFinds, 6)) \(right(row.missed, 11)) "
      + right(row.error, 6)
  }

  private static func left(_ text: String, _ width: Int) -> String {
    let cut = text.count > width ? text.prefix(width - 1) + "…" : text[...]
    return cut + String(repeating: " ", count: width - cut.count)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }

  // MARK: - JSON

  /// Everything as one object on one line; names and decimals are a contract with scripts.
  ///
  /// Times in seconds, errors in metres; what never happens is null.
  package static func json(
    _ result: TrialResult, surroundings: String, requirements: [TrialRequirement] = []
  ) -> String {
    var line = JSONText()
    line.add("hunt", result.hunt.title)
    line.add("players", result.records.count)
    line.add("seed", result.seed)
    line.add("receivers", surroundings)
    line.add("player_seconds", result.playerSeconds)
    for end in TrialRecord.End.allCases { line.add(end.rawValue, result.records.count { $0.end == end }) }
    for part in [5, 10, 25, 50, 75, 90, 95, 99] { add("p\(part)_s", result.time(of: Double(part) / 100), to: &line) }
    add(result.total, to: &line)
    line.add("stages", result.hunt.treasures.indices.map { stage($0, result) })
    line.add(
      "requirements",
      requirements.map { requirement in
        var object = JSONText()
        let value = requirement.value(in: result)
        object.add("text", requirement.text)
        object.add("met", requirement.isMet(by: result))
        if value.isFinite { object.add("value", value, decimals: 2) } else { object.addNull("value") }
        return object
      })
    line.add("passed", requirements.allSatisfy { $0.isMet(by: result) })
    line.add("digest", String(result.digest, radix: 16))
    return line.text
  }

  private static func stage(_ index: Int, _ result: TrialResult) -> JSONText {
    var object = JSONText()
    let sum = result.stage(index)
    object.add("number", index + 1)
    object.add("id", result.hunt.treasures[index].id)
    object.add("name", result.hunt.treasures[index].place.name)
    object.add("reached", sum.reached)
    object.add("found", sum.found)
    object.add("lost", sum.lost)
    add("median_s", sum.typicalTime, to: &object)
    add(sum, to: &object)
    add("error95_m", result.errors[index].quantile(0.95), to: &object)
    return object
  }

  private static func add(_ sum: StageSum, to object: inout JSONText) {
    object.add("entered", sum.entered)
    object.add("false_finds", sum.enteredFalsely)
    object.add("far_finds", sum.enteredFromAfar)
    object.add("visits", sum.visits)
    object.add("missed", sum.missed)
    object.add("claimed", sum.claimed)
    object.add("hints", sum.hints)
  }

  private static func add(_ key: String, _ value: Int?, to object: inout JSONText) {
    if let value { object.add(key, value) } else { object.addNull(key) }
  }
}
