import ArgumentParser

/// Whether a session is recorded, and where.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record the session to this file, which must not be there yet; trove replay plays it again.",
      valueName: "file"),
    completion: .file())
  var session: String?

  @Flag(name: .customLong("no-session"), help: "Do not record the session.")
  var isUnrecorded = false

  func validate() throws {
    guard session == nil || !isUnrecorded else {
      throw ValidationError("--session and --no-session do not go together.")
    }
  }
}
