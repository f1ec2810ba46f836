import ArgumentParser
import TraceLocation

/// How much of a recording is read.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Positions of a recording that are read at most; each takes about 500 bytes of memory.", valueName: "n"))
  var maxPoints = TraceFile.pointLimit

  func validate() throws {
    guard maxPoints > 0 else { throw ValidationError("--max-points is at least 1.") }
  }
}
