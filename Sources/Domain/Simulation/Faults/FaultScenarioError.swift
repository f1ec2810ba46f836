/// Why a scenario's text was refused, and where.
package struct FaultScenarioError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the text.
  package enum Problem: Hashable, Sendable {
    /// The text has more bytes than a scenario may have.
    case tooLong(bytes: Int)
    /// There are more faults than a scenario may have.
    case tooMany
    /// A line begins with neither `at` nor `every`; `nil` at the end of the text.
    case noStart(String?)
    /// No fault has this name.
    case noFault(String?)
    /// Something else was expected; `found` is `nil` at the end of a line.
    case expected(String, found: String?)
    /// The number is beyond its limits.
    case outOfRange(String, limits: String)
    /// The fault makes no sense of a single report.
    case needsTime(String)
    /// The fault lasts until it begins again, or longer.
    case lastsTooLong
    /// A stall that never ends would keep all reports for itself.
    case endlessStall
    /// A fault that begins again and again cannot last for ever.
    case endlessRepetition
    /// A line goes on where it should end.
    case leftOver(String)
  }

  /// What is wrong there.
  package let problem: Problem
  /// 1-based line of the text.
  package let line: Int
  /// 1-based character of the line.
  package let column: Int

  /// An error of a text, at a place in it.
  package init(problem: Problem, line: Int, column: Int) {
    (self.problem, self.line, self.column) = (problem, line, column)
  }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch problem {
    case .tooLong(let bytes): "the scenario has \(bytes) bytes; \(FaultLimits.longestText) are the most"
    case .tooMany: "there are more than \(FaultLimits.mostEntries) faults; leave some out"
    case .noStart(let word): "\(found(word)) begins no fault; write “at 00:30” or “every 10:00” before it"
    case .noFault(let word): "\(found(word)) is no fault; there are \(FaultWords.list)"
    case .expected(let what, let word): "\(what) is missing; there is \(found(word))"
    case .outOfRange(let number, let limits): "“\(number)” is out of range; \(limits)"
    case .needsTime(let fault): "“\(fault)” needs a time; write “for 30s” behind it"
    case .lastsTooLong: "it would not be over when it begins again; write a shorter time behind “for”"
    case .endlessStall: "a stall without an end keeps all for itself; write “silence for ever”"
    case .endlessRepetition: "what begins again and again cannot last for ever; write “at” or a time behind “for”"
    case .leftOver(let word): "“\(word)” is too much; begin the next fault on a new line or behind “;”"
    }
  }

  /// `LINE:COLUMN: what is wrong; what to do`, to be put behind the name of a file.
  package var description: String { "\(line):\(column): \(message)" }

  private func found(_ word: String?) -> String { word.map { "“\($0)”" } ?? "the end of the line" }
}
