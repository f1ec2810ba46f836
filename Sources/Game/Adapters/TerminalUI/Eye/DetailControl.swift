package import Eye

/// Chooses the eye's detail by the time that frames take on their way to the terminal.
package struct DetailControl: Hashable, Sendable {
  /// A frame that takes longer delays the next one, at 15 a second.
  private static let late = Duration.seconds(1) / 15
  /// A frame that takes no longer leaves room for one with more in it.
  private static let early = late / 2
  /// So many late frames one after the other bring less detail, and so many early ones more: after two seconds.
  private static let (mostLate, enoughEarly): (Int, Int) = (2, 30)

  private var detail = EyeDetail.full
  /// Early frames in succession; negative for late ones.
  private var run = 0
  /// The next frame shows all of the picture anew, and says nothing about those that follow.
  private var isChanging = false

  /// Full detail.
  package init() {}

  /// Takes by how much a frame took longer than the shortest one; returns the detail from now on, `nil` if it is as before.
  package mutating func adapt(toFrameOf time: Duration) -> EyeDetail? {
    guard !isChanging else {
      isChanging = false
      return nil
    }
    run = time > Self.late ? min(run, 0) - 1 : time <= Self.early ? max(run, 0) + 1 : 0
    let next = run <= -Self.mostLate ? detail.less : run >= Self.enoughEarly ? detail.more : detail
    guard next != detail else { return nil }
    (detail, run, isChanging) = (next, 0, true)
    return next
  }
}
