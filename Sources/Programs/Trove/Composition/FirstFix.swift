import CommandKit
import HuntDomain
import Nearby

/// One position from a source that may have none.
enum FirstFix {
  /// How long a receiver may search before the answer is that there is none.
  static let patience = Duration.seconds(15)
  /// After this time standard error says what is waited for.
  private static let silence = Duration.seconds(1)

  /// The first fix.
  ///
  /// Throws: if there is none.
  static func of(_ location: any DeviceLocation) async throws(CommandFailure) -> Fix {
    let notice = Task {
      try await Task.sleep(for: silence)
      Output.hint("Waiting for a position, \(patience.components.seconds) s at most.")
    }
    defer { notice.cancel() }
    let answer = await withTaskGroup(of: Answer.self) { group in
      group.addTask {
        for await update in location.updates() {
          switch update {
          case .fix(let fix): return .fix(fix)
          case .lost(let reason): return .none(reason)
          case .searching, .receiver: continue
          }
        }
        return .none("the source ended without a position")
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return .none("the receiver has no position yet; go outside, or wait, and try again")
      }
      defer { group.cancelAll() }
      return await group.next() ?? .none("")
    }
    switch answer {
    case .fix(let fix): return fix
    case .none(let reason): throw CommandFailure("No position: \(reason).", .unavailable)
    }
  }

  private enum Answer {
    case fix(Fix)
    case none(String)
  }
}
