internal import Simulation

/// The faults of a receiver and their times, in the language of `docs/simulation.md`.
///
/// ```swift
/// let faults = try Faults("""
///   at 00:05 lose fix for 30s          # a tunnel
///   every 10:00 jump 200 m toward 90 for 20s
///   """)
/// ```
public struct Faults: Hashable, Sendable {
  let scenario: FaultScenario

  /// No faults.
  public static let none = Faults(scenario: FaultScenario([]))

  private init(scenario: FaultScenario) { self.scenario = scenario }

  /// Reads a scenario; at most 64 KiB and 1000 faults.
  ///
  /// Throws: what cannot be read, with its line and column and what to do.
  public init(_ text: String) throws(FaultsError) {
    do { scenario = try FaultScenario(text: text) } catch { throw FaultsError(error) }
  }
}

extension Faults: CustomStringConvertible {
  /// The scenario as text that is read as the same again.
  public var description: String { scenario.description }
}

/// Why the text of ``Faults`` was refused, and where.
public struct FaultsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// 1-based line of the text.
  public let line: Int
  /// 1-based character of the line.
  public let column: Int
  /// The problem, and how to solve it.
  public let message: String

  /// `LINE:COLUMN: what is wrong; what to do`.
  public var description: String { "\(line):\(column): \(message)" }

  init(_ error: FaultScenarioError) {
    (line, column, message) = (error.line, error.column, error.message)
  }
}
