/// What the player has set in place of options.
package struct SettingsFacts: Hashable, Sendable {
  /// The file.
  package var path: String
  /// Each setting: `style = light (line 3)`, and what of the environment comes before it.
  package var lines: [String]
  /// Why the file cannot be read, with its name and line; `nil` if it can.
  package var mistake: String?

  /// Creates the facts.
  package init(path: String, lines: [String], mistake: String?) {
    (self.path, self.lines, self.mistake) = (path, lines, mistake)
  }
}
