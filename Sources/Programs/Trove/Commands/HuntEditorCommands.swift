import ArgumentParser
import CommandKit
import Editor
import FoundationEssentials
import Game
import GeoFormats
import Glibc
import PlaceFiles
import TerminalUI

/// `trove hunt new`: creates an empty hunt and opens the editor.
struct HuntNewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begins a hunt, and on a terminal opens the editor to make it on foot.",
    discussion: """
      Examples:
      trove hunt new park.geojson
      trove hunt new park.geojson --title "In the park" --in krems

      Without a terminal only the file is made: `trove hunt add` adds stages.

      Exit codes: 64 wrong usage; 66 a file is not there; 69 the terminal cannot be used; 73 there is such a file \
      already, or it cannot be written.
      """)

  @Argument(help: "The file to be made: GeoJSON.", completion: .file(extensions: ["geojson"]))
  var file: String

  @Option(help: "What the hunt is called; the file's name without it.")
  var title: String?

  @Option(help: "Who makes it.")
  var author: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @OptionGroup var editor: EditorOptions

  func validate() throws {
    if let source = editor.from?.choice, source.needsHunt, !source.isSteered {
      throw ValidationError("A walker needs stages to walk to, and a new hunt has none: --from steer:LAT,LON.")
    }
  }

  func run() async throws {
    if !force, access(file, F_OK) == 0 {
      throw CommandFailure(
        "\(file): there is such a file already; `trove hunt edit` changes it, --force makes it anew.",
        .cannotCreate)
    }
    let title = SafeText.clean(self.title ?? Self.name(of: file), limit: SafeText.nameLimit)
    let author = SafeText.clean(self.author ?? "", limit: SafeText.nameLimit)
    let document = HuntDocument(title: title.isEmpty ? "A hunt" : title, author: author)
    // Report problems with the sensor before the file is created.
    let opened = Environment.hasTerminal ? try await editor.open(document, file: file) : nil
    try Files.write(document, to: file)
    guard let opened else {
      return Output.write("\(SafeText.clean(file)): made. Stages come with `trove hunt add`.\n")
    }
    try await opened.work()
  }

  private static func name(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

/// `trove hunt edit`: opens the editor for an existing hunt.
struct HuntEditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Opens the editor for a hunt that there is.",
    discussion: """
      Examples:
      trove hunt edit park.geojson --from steer

      Exit codes: 64 wrong usage; 65 the file has bad data; 66 it is not there; 69 there is no terminal, or it cannot \
      be used.
      """)

  @Argument(help: "The hunt: a GeoJSON file.", completion: .file(extensions: ["geojson"]))
  var file: String

  @OptionGroup var editor: EditorOptions

  func run() async throws {
    let document = try Files.draft(file)
    guard Environment.hasTerminal else {
      throw CommandFailure(
        "The editor needs a terminal; for scripts there are `trove hunt add`, `set`, `remove` and `list`.",
        .unavailable)
    }
    try await editor.open(document, file: file).work()
  }
}
