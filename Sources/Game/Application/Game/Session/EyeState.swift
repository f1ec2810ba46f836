internal import Eye

/// What a game keeps of the view ahead.
struct EyeState: Sendable {
  /// What stands around the player, and where they look.
  var useCase = EyeUseCase()
  /// How much is drawn while the player moves.
  var detail = EyeDetail.full
  /// Where the player looks beside their heading.
  var gaze = Gaze()
  /// Whether the compass shows what lies ahead behind its places.
  let isBehindCompass: Bool
}
