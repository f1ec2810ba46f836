internal import GeoFormats

/// Sanitises the texts of a record, which may have been edited.
///
/// Texts that a game has shown were sanitised before recording, and stay the same.
extension String {
  /// A name, a label, a reason.
  var asName: String { SafeText.clean(self, limit: SafeText.proseLimit) }

  /// Returns `text` sanitised as a name; `nil` for `nil`.
  static func asName(_ text: String?) -> String? { text.map(\.asName) }
}
