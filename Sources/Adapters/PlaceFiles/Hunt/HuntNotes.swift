internal import GeoFormats

/// What a reader of a hunt notes beside what it reads: complaints, and what refers to something else in the file.
struct HuntNotes {
  /// Something that is named in one place and has to be in another.
  struct Reference {
    enum Target: Hashable {
      case treasure(String)
      /// The question of a treasure; with the option, counted from 0.
      case question(String, choice: Int?)
      case item(String)
      /// An answer that a formula needs.
      case answer(String)
    }

    let target: Target
    let line: Int
    /// What names it, in words: `requires of “well”`.
    let owner: String
  }

  var log: DiagnosticLog
  private(set) var references: [Reference] = []
  /// Why the whole file cannot be a hunt.
  private(set) var refusal: NoHunt?

  init(log: DiagnosticLog) { self.log = log }

  /// Notes that something is not as it should be, and what was done about it.
  mutating func warn(_ value: JSONValue, _ message: @autoclosure () -> String) {
    log.add(.warning, line: value.line, message())
  }

  /// Notes that the whole file cannot be a hunt; the first reason counts.
  mutating func refuse(_ reason: NoHunt) { refusal = refusal ?? reason }

  /// Notes that something named has to be there.
  mutating func refer(to target: Reference.Target, at value: JSONValue, owner: String) {
    references.append(Reference(target: target, line: value.line, owner: owner))
  }
}
