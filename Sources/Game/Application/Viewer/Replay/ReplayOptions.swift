/// The initial settings of the replay viewer.
package struct ReplayOptions: Hashable, Sendable {
  /// The part of the recording that is shown; what lies before it is played but not shown.
  ///
  /// A step counts from the beginning.
  package var start: SeekTarget?
  /// Where the replay ends; `nil` for the end of the recording.
  package var end: SeekTarget?
  /// The longest time that a pause without events takes on screen; `nil` for its real length.
  ///
  /// Never less than a millisecond.
  package var maxGap: Duration?
  /// How fast the recording is played at first.
  package var speed = PlaybackSpeed.life
  /// Begins again at the end.
  package var isLooping = false
  /// Waits for a key at the beginning.
  package var isPaused = false
  /// Times of the recording that a digit leads to, in their order; the first nine count.
  package var bookmarks: [Duration] = []

  /// All of it, as fast as it happened.
  package init() {}
}
