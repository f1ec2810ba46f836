internal import GeoFormats
package import HuntDomain
internal import SystemKit

/// The file of a hunt that is being made, in all the states that it had while the editor was open.
///
/// Undo restores every state exactly, including members that Trove does not know.
package struct DraftFile: Sendable {
  private let path: String
  /// By the number of the draft's state.
  private var documents: [Int: HuntDocument]
  /// The content of the file when it was last read or written.
  private var known: [UInt8]?

  /// A file that is there, whose draft is in state 0.
  package init(_ document: HuntDocument, path: String) {
    self.path = path
    documents = [0: document]
    known = Self.contents(of: path)
  }

  /// Writes a state of the draft; returns why it is not saved, or `nil`.
  package mutating func save(_ revision: Revision) -> String? {
    guard let document = documents[revision.number] ?? revised(revision) else {
      return "the change does not fit the file."
    }
    // Kept also when it cannot be written: the next one builds on it.
    documents[revision.number] = document
    let found = Self.contents(of: path)
    if let found, found != known {
      // Said once: then the author knows.
      known = found
      return "another program has changed \(path) meanwhile; the next time it is written over."
    }
    do { try document.write(to: path) } catch { return "\(error.file): \(error.message)." }
    known = Array(document.text.utf8)
    return nil
  }

  /// Reads a file; `nil` if it cannot be read.
  private static func contents(of path: String) -> [UInt8]? {
    try? FileBytes.contents(of: path, limit: JSONDocument.sizeLimit)
  }

  private func revised(_ revision: Revision) -> HuntDocument? {
    guard let base = revision.base, let change = revision.change, var document = documents[base] else { return nil }
    return document.apply(change) ? document : nil
  }
}

extension HuntDocument {
  /// Makes a change of the draft; returns whether it fits.
  package mutating func apply(_ change: DraftChange) -> Bool {
    switch change {
    case .add(let treasure, let index): return add(treasure) && (index == ids.count - 1 || move(treasure.id, to: index))
    case .replace(let treasure): return replace(treasure.id, with: treasure)
    case .remove(let id): return remove(id)
    case .move(let id, let index): return move(id, to: index)
    case .title(let title):
      set("title", .string(title))
      return true
    }
  }
}

/// Saves the states of a draft one after the other on a thread of its own, so that a slow disk does not hold up the editor.
package final class DraftKeeper: Sendable {
  private struct State {
    /// The states that are not saved yet, in order; the first may be being written.
    var waiting: [Revision] = []
    var isClosed = false
    /// Why the last state is not saved, if so.
    var failure: String?
  }

  private let state = Monitor(State())

  /// A keeper of one draft.
  ///
  /// - Parameters:
  ///   - save: saves one state, as ``DraftFile/save(_:)`` does.
  ///   - answer: called on another thread with the answer to each state, in order.
  package init(
    save: sending @escaping (Revision) -> String?, answer: @escaping @Sendable (_ failure: String?) -> Void
  ) {
    let state = state
    let hasThread = SystemThread.start {
      while let revision = Self.next(state) {
        let outcome = save(revision)
        state.withLock { state in
          state.waiting.removeFirst()
          state.failure = outcome
        }
        answer(outcome)
      }
    }
    if !hasThread { answer("the system has no thread to save on.") }
  }

  /// Waits for the next state to save; `nil` when there will be none.
  private static func next(_ state: Monitor<State>) -> Revision? {
    let next = state.wait { state -> Revision?? in
      if let first = state.waiting.first { return first }
      return state.isClosed ? .some(nil) : nil
    }
    return next ?? nil
  }

  deinit { state.withLock { $0.isClosed = true } }

  /// Takes a state to be saved; does not wait for it.
  package func save(_ revision: Revision) { state.withLock { $0.waiting.append(revision) } }

  /// Waits until all states are saved, for so long at most; returns why the last one is not, if so.
  package func close(atMost limit: Duration = .seconds(5)) -> String? {
    let isDone = state.wait(atMost: limit) { $0.waiting.isEmpty ? true : nil } ?? false
    return state.withLock { state in
      state.isClosed = true
      return isDone ? state.failure : "the disk is slow."
    }
  }
}
