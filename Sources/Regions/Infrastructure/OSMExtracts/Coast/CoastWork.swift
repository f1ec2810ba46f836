/// Counts the steps of the work on a coastline, and asks now and then whether it is still wanted.
final class CoastWork {
  /// Steps between two questions: some hundredths of a second.
  static let pause = 50_000

  private let pause: Int
  private let goesOn: () -> Bool
  private var steps = 0

  /// Begins with no steps; `goesOn` says whether the work is still wanted.
  init(pause: Int, _ goesOn: @escaping () -> Bool) { (self.pause, self.goesOn) = (pause, goesOn) }

  /// Counts a point or a segment that is looked at.
  func step() throws(SeaDoubt) {
    steps += 1
    guard steps == pause else { return }
    steps = 0
    guard goesOn() else { throw .cancelled }
  }
}
