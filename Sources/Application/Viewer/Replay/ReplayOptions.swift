/// How a recording is looked at from the beginning.
package struct ReplayOptions: Hashable, Sendable {
  /// What is shown of the recording; what lies before it is played all the same, and nobody sees it.
  ///
  /// A step counts from the beginning.
  package var start: SeekTarget?
  package var end: SeekTarget?
  /// How long a pause in which nothing happened takes at most, for who looks on; nothing for as long as it took.
  ///
  /// Never less than a millisecond.
  package var maxGap: Duration?
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
