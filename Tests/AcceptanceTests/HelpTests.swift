import CommandKit
import Foundation
import ProcessTesting
import Testing
import trove

@Suite("The help of the commands")
struct HelpTests {
  /// Every command by its words, `hunt make` among them, and without any the program itself.
  private func commands() async throws -> [[String]] {
    let dump = try await TroveBinary.run("--experimental-dump-help")
    let root = try #require(try JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any])
    func paths(_ command: [String: Any], _ path: [String]) -> [[String]] {
      let subcommands = command["subcommands"] as? [[String: Any]] ?? []
      return [path]
        + subcommands.flatMap { paths($0, path + [$0["commandName"] as? String ?? "?"]) }.filter { $0.last != "help" }
    }
    let all = paths(try #require(root["command"] as? [String: Any]), [])
    try #require(all.count > 40)
    return all
  }

  /// The lines of a part of a help page, without its heading.
  private func part(_ heading: String, of page: Command) -> [String] {
    let lines = page.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { $0 != heading }.dropFirst().prefix { !$0.isEmpty })
  }

  @Test("every page begins with what the command is and how it is called, and is 80 columns wide at most")
  func layout() async throws {
    for command in try await commands() {
      let page = try await Command.run(TroveBinary.path, command + ["--help"])
      let name = (["trove"] + command).joined(separator: " ")
      #expect(page.status == 0 && page.lines.first?.hasPrefix("OVERVIEW: ") == true, "\(name)")
      #expect(page.lines.prefix(5).contains { $0.hasPrefix("USAGE: \(name)") }, "\(name): \(page.lines.prefix(5))")
      #expect(page.lines.allSatisfy { $0.count <= 80 }, "\(name): \(page.lines.filter { $0.count > 80 })")
      #expect(!page.output.contains("script/play"), "\(name)")
    }
  }

  @Test("every page has one to three examples, which the parser takes")
  func examples() async throws {
    for command in try await commands() {
      let page = try await Command.run(TroveBinary.path, command + ["--help"])
      let examples = part("EXAMPLES:", of: page)
      #expect((1...3).contains(examples.count), "\(command)")
      for example in examples {
        let words = words(of: example)
        #expect(words.starts(with: ["trove"] + command) || command.isEmpty || words == ["trove"], "\(example)")
        do { _ = try Trove.command(Array(words.dropFirst())) } catch {
          Issue.record("\(example): \(error)")
        }
      }
    }
  }

  @Test("what an example that does not parse is, the parser says")
  func badExample() {
    #expect(throws: (any Error).self) { try Trove.command(["map", "--bogus"]) }
    #expect(throws: (any Error).self) { try Trove.command(["simulate", "park.geojson", "--players", "-3"]) }
  }

  @Test("the reference of the JSON lines of play follows its options")
  func reference() async throws {
    let page = try await TroveBinary.run("play", "--help")
    let options = try #require(page.lines.firstIndex(of: "OPTIONS:"))
    let reference = try #require(page.lines.firstIndex { $0.contains("started (version, hunt,") })
    #expect(reference > options)
  }

  @Test("the usage below a mistake is 80 columns wide at most", arguments: ["map", "nearby", "hunt add", "replay"])
  func usage(command: String) async throws {
    let run = try await Command.run(TroveBinary.path, command.split(separator: " ").map(String.init) + ["--bogus"])
    #expect(run.status == 64 && run.error.contains("Usage: trove \(command)"))
    #expect(run.error.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(run.error)")
  }

  @Test(
    "a mistyped command is answered with the one that is meant, at every depth",
    arguments: [
      ("paly", "trove play"), ("Paly x.geojson", "trove play"), ("hunt chek", "trove hunt check"),
      ("hunt chek x.geojson", "trove hunt check"), ("event invit", "trove event invite"),
      ("games remov 3", "trove games remove"), ("help simulat", "trove simulate"), ("nearyb --at 1,1", "trove nearby"),
      ("sim", "trove simulate"),
    ])
  func mistyped(line: String, meant: String) async throws {
    let run = try await Command.run(TroveBinary.path, line.split(separator: " ").map(String.init))
    #expect(run.status == 64 && run.output == "")
    #expect(run.error.contains("Did you mean `\(meant)`?"), "\(run.error)")
  }

  @Test("a word that is like no command is answered with where they are listed")
  func unknown() async throws {
    let run = try await TroveBinary.run("hunt", "xyzzy")
    #expect(run.status == 64)
    #expect(run.error == "There is no command `trove hunt xyzzy`. `trove hunt --help` lists those that there are.\n")
  }

  @Test("without a terminal the program alone says what it can do")
  func alone() async throws {
    let run = try await TroveBinary.run()
    #expect(run.status == 0 && run.lines.contains { $0.hasPrefix("USAGE: trove") })
  }

  /// The words of a line, as a shell takes them; what is written to a file is left out.
  private func words(of line: String) -> [String] {
    let parts = line.prefix { $0 != ">" }.split(separator: "\"", omittingEmptySubsequences: false).enumerated().map {
      $0.offset.isMultiple(of: 2) ? $0.element.split(separator: " ").map(String.init) : [String($0.element)]
    }
    return parts.flatMap(\.self)
  }
}
