/// A receiver that has just been switched on and knows nothing: first no position, then bad ones.
struct StartProcess: Hashable, Sendable {
  private let start: ErrorModel.Start
  private let begin, firstFix: Double

  init(_ start: ErrorModel.Start, at now: Double, using chance: inout Chance) {
    self.start = start
    begin = now
    firstFix = now + start.earliest + (start.latest - start.earliest) * chance.uniform()
  }

  func hasFix(at now: Double) -> Bool { now >= firstFix }

  /// The number of visible satellites found so far; all of them at the first fix.
  func found(of seen: Int, at now: Double) -> Int {
    guard firstFix > begin, now < firstFix else { return seen }
    return Int(Double(seen) * max(0, (now - begin) / (firstFix - begin)))
  }

  /// The factor by which errors are larger than later on.
  func inflation(at now: Double) -> Double {
    let lives = start.settling > 0 ? (now - firstFix) / start.settling : .infinity
    // After forty the rest is less than any number tells.
    return lives < 40 ? 1 + (start.inflation - 1) * naturalExponential(-max(0, lives)) : 1
  }
}
