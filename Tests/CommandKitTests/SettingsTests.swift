import ArgumentParser
import CommandKit
import Testing

@Suite("Settings")
struct SettingsTests {
  /// A command with some of the options that can be set.
  struct Look: ParsableCommand {
    @Option var style: String?
    @Option var color = 1
    @Flag var bell = false
    @Argument var words: [String] = []
  }

  private func look(
    _ text: String, _ words: String..., environment: [String: String] = [:]
  ) throws -> Look {
    let settings = try Settings(text, path: "config.toml")
    let parse = { (words: [String]) in try Look.parseAsRoot(words) }
    let command = try settings.applied(to: words, try parse(words), environment: environment, parse: parse)
    return try #require(command as? Look)
  }

  @Test("are names with values, and remarks")
  func reading() throws {
    let settings = try Settings(
      "# mine\n\n style = \"light\" # by day\r\nview='eye'\nbell = true\nspeak = false\n", path: "c")
    #expect(settings.entries.map(\.name) == ["style", "view", "bell"])
    #expect(settings.entries.map(\.value) == ["light", "eye", nil])
    #expect(settings.entries.map(\.line) == [3, 4, 5])
  }

  @Test(
    "with a mistake are refused with file, line and what to write",
    arguments: [
      ("\nstile = \"light\"", #"c:2: error: there is no setting “stile”: did you mean style?"#),
      ("style = light", #"c:1: error: a text stands in quotation marks: “light”"#),
      ("style = \"light", #"c:1: error: the closing " is missing"#),
      ("style = \"a\" b", "c:1: error: nothing but a remark (#) may stand behind the value"),
      ("[play]", #"c:1: error: a setting is written as name = "value", and sections are not used"#),
      ("style =", "c:1: error: style has no value"),
      ("bell = true\nbell = true", "c:2: error: bell is set already"),
    ])
  func mistakes(text: String, message: String) {
    let failure = #expect(throws: CommandFailure.self) { try Settings(text, path: "c") }
    #expect(failure?.message == message)
    #expect(failure?.code == .badData)
  }

  @Test("count where a command has the option, and come after the command line and the environment")
  func precedence() throws {
    #expect(try look("style = \"light\"").style == "light")
    #expect(try look("style = \"light\"\nview = \"eye\"\nbell = true", "x").bell)
    #expect(try look("style = \"light\"", "--style", "dark").style == "dark")
    #expect(try look("style = \"light\"", "--style=dark").style == "dark")
    #expect(try look("style = \"light\"", environment: ["TROVE_STYLE": "safe"]).style == nil)
    #expect(try look("style = \"light\"", environment: ["TROVE_STYLE": ""]).style == "light")
    #expect(try look("style = \"-x\"", "--", "--style", "y").words == ["--style", "y"])
  }

  @Test("that do not fit their option are named with their line")
  func unfit() throws {
    let failure = #expect(throws: CommandFailure.self) { try look("bell = true\ncolor = \"red\"") }
    #expect(failure?.message.hasPrefix("config.toml:2: error: color: The value 'red' is invalid") == true)
  }

  @Test("any bytes are settings or a mistake with a line")
  func hostile() throws {
    for text in [
      "\u{0}=\u{1B}[2J", String(repeating: "=", count: 10_000), "style = \"\u{202E}\u{7}\"", "\u{FEFF}style='a'",
    ] {
      do throws(CommandFailure) { _ = try Settings(text, path: "c") } catch {
        #expect(error.message.hasPrefix("c:1: error: "))
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      }
    }
  }
}
