package import ArgumentParser

/// A command that not every setting is for.
package protocol SettingsSelecting {
  /// Whether a setting counts for the command as it is asked for.
  func takes(setting name: String) -> Bool
  /// Whether the command tells of mistakes in the settings itself, and runs in spite of them.
  var tellsOfSettings: Bool { get }
}

extension SettingsSelecting {
  /// As most commands do: all of them.
  package func takes(setting name: String) -> Bool { true }
  /// As most commands do: no.
  package var tellsOfSettings: Bool { false }
}

extension Settings {
  /// The command that words ask for, with what the settings add to it.
  ///
  /// - Parameters:
  ///   - words: the command line.
  ///   - plain: the command that it asks for by itself.
  ///   - parse: parses a command line.
  /// - Throws: the mistake of the setting that does not fit its option.
  package func applied(
    to words: [String], _ plain: any ParsableCommand, environment: [String: String],
    parse: ([String]) throws -> any ParsableCommand
  ) throws -> any ParsableCommand {
    let selecting = plain as? any SettingsSelecting
    let counting = counting(for: words, of: type(of: plain), environment: environment)
      .filter { selecting?.takes(setting: $0.name) ?? true }
    guard !counting.isEmpty else { return plain }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    let said = { (entries: [Entry]) in Array(words[..<end] + entries.map(\.word) + words[end...]) }
    do { return try parse(said(counting)) } catch {
      for entry in counting {
        do { _ = try parse(said([entry])) } catch {
          let reason = type(of: plain).message(for: error)
          throw CommandFailure("\(path):\(entry.line): error: \(entry.name): \(reason)", .badData)
        }
      }
      throw CommandFailure(
        "\(path): these settings do not go together: \(type(of: plain).message(for: error))", .badData)
    }
  }
}
