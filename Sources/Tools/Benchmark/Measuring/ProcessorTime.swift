import Glibc

/// Time that processors spent, in seconds: what a busy machine cannot stretch, unlike the wall's.
enum ProcessorTime {
  /// The processor time of this process since it began, in seconds over all its threads.
  static var now: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// The wall's clock; only shown, never compared.
  static var wall: Double { read(CLOCK_MONOTONIC) }

  /// Measures the processor time of `work`, in seconds, and returns it with the result.
  static func of<Result>(_ work: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
    let start = now
    let result = try work()
    return (now - start, result)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
