import Glibc

/// Crashes on purpose, to show that the terminal survives it.
package enum CrashTest: String, Hashable, Sendable, CaseIterable {
  /// An index out of range.
  case trap
  /// A number that is none, made an integer.
  case nan
  /// Recursion without an end.
  case stack
  /// A library that gives up.
  case abort

  /// Crashes.
  package func crash() -> Never {
    switch self {
    case .trap: Self.use([1, 2, 3][Self.hidden(3)])
    case .nan: Self.use(Int(Double(Self.hidden(0)) / 0))
    case .stack: Self.use(Self.descend(Self.hidden(0)))
    case .abort: Glibc.abort()
    }
    fatalError("the crash did not happen")
  }

  /// A number that the optimiser does not see through.
  @inline(never) @_optimize(none)
  private static func hidden(_ number: Int) -> Int { number }

  @inline(never) @_optimize(none)
  private static func use(_ number: Int) {}

  @inline(never) @_optimize(none)
  private static func descend(_ depth: Int) -> Int {
    depth < 0 ? depth : descend(hidden(depth + 1)) + hidden(depth)
  }
}
