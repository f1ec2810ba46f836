import Synchronization
import SystemKit
import TextCanvas

/// The terminal as a drawing surface: entered, left and drawn on; safe to share between threads.
final class TerminalScreen: Sendable {
  private struct State {
    /// Whether the terminal is ours now.
    var isEntered = false
    var isGone = false
    /// Whether the terminal is to tell of its mouse while it is ours.
    var isWatchingPointer = false
    /// The last size that the terminal knew.
    var size = CanvasSize(columns: 80, rows: 24)
    /// The last frame was not taken as a whole.
    var isCut = false
    /// The canvas that the terminal shows; `nil` if unknown.
    var shown: Canvas?
    var writer: FrameWriter
  }

  let device: TerminalDevice
  /// What follows each frame: a question for a report, or nothing.
  private let question: [UInt8]
  /// Whether what the terminal shows stays as it is.
  private let isBare: Bool
  private let state: Guarded<State>
  /// The reports of frames that were shown.
  let reports = FrameReports()
  /// Set when the terminal is wanted back, so that a frame that the terminal does not take is given up at once.
  private let wantsOut = Atomic<Bool>(false)

  /// The terminal on a device, not taken yet.
  ///
  /// - Parameters:
  ///   - asksForReports: asks behind each frame for a report that it is shown.
  ///   - isBare: leaves what the terminal shows as it is: for questions alone.
  init(device: TerminalDevice, writer: FrameWriter, asksForReports: Bool = true, isBare: Bool = false) {
    self.device = device
    self.isBare = isBare
    state = Guarded(State(writer: writer))
    question = asksForReports ? TerminalSequences.askStatus.withUTF8Buffer { Array($0) } : []
  }

  /// Whether the terminal is being given back, or was.
  var isLeaving: Bool { wantsOut.load(ordering: .sequentiallyConsistent) }

  /// The size of the window; while the terminal does not know it, the last one, and 80 x 24 before any.
  var size: CanvasSize {
    state.withLock { state in
      state.size = device.size() ?? state.size
      return state.size
    }
  }

  /// Takes the terminal, or takes it again; the screen is blank then.
  ///
  /// Throws: when the terminal cannot be made to give single keys; then it is as it was.
  func enter() throws(TerminalError) {
    try state.withLock { (state) throws(TerminalError) in
      wantsOut.store(false, ordering: .sequentiallyConsistent)
      Rescue.arm()
      // First, because it fails where nothing may be written.
      do throws(TerminalError) { try device.makeRaw() } catch {
        Rescue.disarm()
        throw error
      }
      if !isBare { write(TerminalSequences.enter, &state) }
      if state.isWatchingPointer { write(TerminalSequences.watchPointer, &state) }
      reports.withdrawAll()
      state.isEntered = true
      state.shown = nil
    }
  }

  /// Asks for the colour of the terminal's ground, and hands what else the terminal sends meanwhile to `take`.
  ///
  /// The reply is waited for until `end`, or until a terminal that reports frames has answered what is asked after it. A
  /// later one is left to whoever reads next.
  func askGround(until end: ContinuousClock.Instant, _ decoder: inout KeyDecoder, take: ([TerminalEvent]) -> Void)
    -> RGB?
  {
    state.withLock { state in
      write(TerminalSequences.askGround, &state)
      guard !question.isEmpty, !state.isGone else { return }
      reports.ask()
      if device.write(question, patience: 200) != .done { reports.withdraw() }
    }
    while .now < end, let bytes = device.read(waiting: 10) {
      var (ground, isOver) = (RGB?.none, false)
      take(
        decoder.decode(bytes).filter { event in
          switch event {
          case .ground(let colour): ground = colour
          case .shown:
            reports.note()
            isOver = true
          default: return true
          }
          return false
        })
      if ground != nil || isOver { return ground }
    }
    return nil
  }

  /// Says what ground colours look like from the next frame on.
  func use(_ table: ColourTable) {
    state.withLock { state in
      state.writer = FrameWriter(
        colours: state.writer.colours, isUnicode: state.writer.isUnicode, isSynchronised: state.writer.isSynchronised,
        table: table)
      state.shown = nil
    }
  }

  /// Gives the terminal back.
  func leave() {
    wantsOut.store(true, ordering: .sequentiallyConsistent)
    state.withLock { state in
      guard state.isEntered else { return }
      if !isBare, write(TerminalSequences.leave, &state) == .stalled {
        // The terminal takes no output: discard what is queued before the restoring sequence.
        device.discardOutput()
        write(TerminalSequences.leave, &state)
      }
      // In the background the settings are the shell's, and so is what is typed.
      if device.isInForeground {
        if !state.isGone { awaitReports() }
        device.restore()
      }
      Rescue.disarm()
      state.isEntered = false
    }
  }

  /// Takes the reports that the terminal still owes: the shell would take them for keys.
  private func awaitReports() {
    guard let end = reports.end else { return }
    var decoder = KeyDecoder()
    while reports.end != nil, .now < end, let bytes = device.read(waiting: 10) {
      for case .shown in decoder.decode(bytes) { reports.note() }
    }
  }

  /// Makes the next frame be drawn whole, whatever the terminal shows.
  func forget() {
    state.withLock { $0.shown = nil }
    reports.forget()
  }

  /// Shows a canvas, in which the ground may have moved as a whole; returns the bytes of that, or `nil` if there is no
  /// terminal any more.
  func present(_ canvas: Canvas, scrolled: Scroll? = nil) -> Int? {
    AlternateStack.install()
    return state.withLock { state in
      guard isOurs(state) else { return state.isGone ? nil : 0 }
      let mending = state.isCut ? TerminalSequences.mend.withUTF8Buffer { Array($0) } : []
      let frame = mending + state.writer.bytes(from: state.shown, to: canvas, scrolled: scrolled)
      // Before the terminal can answer.
      if !frame.isEmpty, !question.isEmpty { reports.ask() }
      let outcome = device.write(frame.isEmpty ? [] : frame + question, patience: 1000) { !isLeaving }
      state.shown = outcome == .done ? canvas : nil
      state.isCut = outcome != .done
      state.isGone = outcome == .gone
      if state.isCut { reports.withdraw() }
      return state.isGone ? nil : frame.count
    }
  }

  /// Says whether the terminal is to tell of its mouse; leaving takes that back, and entering again asks again.
  func watchPointer(_ isWanted: Bool) {
    state.withLock { state in
      guard state.isWatchingPointer != isWanted else { return }
      state.isWatchingPointer = isWanted
      guard isOurs(state) else { return }
      write(isWanted ? TerminalSequences.watchPointer : TerminalSequences.ignorePointer, &state)
    }
  }

  /// Rings the bell; what the terminal shows stays as it is.
  func ring() {
    state.withLock { state in
      guard isOurs(state) else { return }
      write(TerminalSequences.bell, &state)
    }
  }

  /// Whether something may be written now.
  ///
  /// A process that another one continues in the background runs for a moment before it stops again.
  private func isOurs(_ state: State) -> Bool { state.isEntered && !state.isGone && device.isInForeground }

  @discardableResult
  private func write(_ sequence: StaticString, _ state: inout State) -> TerminalDevice.Outcome {
    let outcome = device.write(sequence.withUTF8Buffer { Array($0) }, patience: 200)
    state.isGone = outcome == .gone
    return outcome
  }
}
