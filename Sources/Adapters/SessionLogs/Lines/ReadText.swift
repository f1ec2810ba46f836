internal import GeoFormats

/// Texts of a record, which anybody may have changed, as they are fit to be shown.
///
/// What a game has shown was cleaned before it was recorded, and cleaning leaves it as it is.
extension String {
  /// A name, a label, a reason.
  var asName: String { SafeText.clean(self, limit: SafeText.proseLimit) }

  /// The same where there need not be any.
  static func asName(_ text: String?) -> String? { text.map(\.asName) }
}
