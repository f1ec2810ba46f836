import CommandKit
import Doctor
import GeoFormats

/// Findings as a page of text: a sign and a word each, what was found, and what to do, indented below it.
struct FindingPage {
  /// The column at which lines wrap; `nil` for no wrapping.
  let columns: Int?
  let isASCII: Bool

  /// Sign and word take this many columns, and so does everything below them.
  private static let margin = 12

  func text(for examination: Examination) -> String {
    let conclusion = examination.conclusion
    return examination.findings.map(text).joined() + "\n\(sign(conclusion.verdict)) \(conclusion.observation)\n"
  }

  private func text(for finding: Finding) -> String {
    var lines = indented(broken(finding.observation), behind: "\(sign(finding.verdict)) \(word(finding.verdict))")
    if let remedy = finding.remedy {
      lines += indented(broken(remedy.advice), behind: String(repeating: " ", count: Self.margin - 3) + arrow)
      // Commands stay whole, so that they can be copied.
      lines += indented(remedy.commands.map { "  " + SafeText.clean($0) }, behind: "")
    }
    let text = lines.map { $0 + "\n" }.joined()
    return isASCII ? Self.plain(text) : text
  }

  /// Lines at the margin, the first one behind `head`.
  private func indented(_ lines: [String], behind head: String) -> [String] {
    lines.enumerated().map { ($0 == 0 ? head : "").padded(Self.margin) + $1 }
  }

  private var arrow: String { isASCII ? "->" : " →" }

  private func sign(_ verdict: Finding.Verdict) -> String {
    switch verdict {
    case .good: isASCII ? "+" : "✓"
    case .doubtful: "!"
    case .bad: isASCII ? "x" : "✗"
    }
  }

  private func word(_ verdict: Finding.Verdict) -> String {
    switch verdict {
    case .good: "good"
    case .doubtful: "doubtful"
    case .bad: "wrong"
    }
  }

  /// Breaks between words; a word that is too long for a line keeps it for itself.
  private func broken(_ text: String) -> [String] {
    let text = SafeText.clean(text)
    guard let columns else { return [text] }
    let width = max(20, min(columns, 100) - Self.margin - 1)
    return text.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  /// Returns a text in ASCII: replaces the program's own symbols, and all other characters by question marks.
  private static func plain(_ text: String) -> String {
    text.reduce(into: "") { plain, character in
      switch character {
      case "“", "”": plain += "\""
      case "…": plain += "..."
      default: plain += character.isASCII ? String(character) : "?"
      }
    }
  }
}
