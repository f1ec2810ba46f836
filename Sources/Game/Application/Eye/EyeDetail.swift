/// How much of the eye's picture is drawn while the player moves, least first.
///
/// The less there is, the fewer bytes a frame takes, and the more frames a slow line carries. A picture at rest has
/// everything.
package enum EyeDetail: String, Hashable, Sendable, CaseIterable {
  /// Few colours, as on a terminal of 256, and no windows.
  case fewTints
  /// Walls without windows.
  case noWindows
  /// Everything.
  case full

  /// The next one with less, or the least.
  package var less: EyeDetail { self == .full ? .noWindows : .fewTints }
  /// The next one with more, or everything.
  package var more: EyeDetail { self == .fewTints ? .noWindows : .full }
}
