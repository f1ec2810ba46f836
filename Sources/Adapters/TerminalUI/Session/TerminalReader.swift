import Glibc

/// The thread that waits for keys and signals.
///
/// Only this thread suspends and continues the process, and ends it if the program does not, so the terminal is
/// restored even while the rest of the program is busy.
final class TerminalReader {
  /// The byte that ends the thread; signals count from 1.
  static let close: UInt8 = 0
  /// Milliseconds that the program has for saving after the end was announced.
  private static let grace: Int32 = 500
  /// Milliseconds after which a lone ESC counts as a key.
  private static let escapeDelay: Int32 = 40

  private let screen: TerminalScreen
  private let signals: Int32
  private let events: AsyncStream<TerminalEvent>.Continuation
  private var decoder = KeyDecoder()
  /// Events that found the stream full and must not be lost.
  private var unsent: [TerminalEvent] = []

  init(screen: TerminalScreen, signals: Int32, events: AsyncStream<TerminalEvent>.Continuation) {
    self.screen = screen
    self.signals = signals
    self.events = events
  }

  /// Runs until the terminal is closed.
  func run() {
    Signals.listen()
    AlternateStack.install()
    while true {
      switch wait() {
      case .closed: return
      case .ended(let end):
        announce(end)
        return
      case .goOn: continue
      }
    }
  }

  private enum Turn {
    case goOn, closed
    case ended(TerminalEnd)
  }

  /// Runs one turn: waits for input or a signal and handles it.
  private func wait() -> Turn {
    var requests = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: screen.device.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let timeout = decoder.isWaiting ? Self.escapeDelay : unsent.isEmpty ? -1 : 50
    let count = poll(&requests, 2, timeout)
    resend()
    if count == 0 { send(decoder.flush()) }
    if count <= 0 { return .goOn }
    if requests[0].revents != 0, let turn = takeSignals() { return turn }
    if requests[1].revents != 0 {
      guard let bytes = screen.device.read() else { return .ended(.hangUp) }
      let events = decoder.decode(bytes)
      for case .shown in events { screen.reports.note() }
      send(events)
    }
    return .goOn
  }

  // MARK: - Signals

  /// Milliseconds to wait, after the process is continued, for a signal that ends it.
  private static let breath: Int32 = 30

  private func takeSignals() -> Turn? {
    var arrived = signalBytes().map(Int32.init)
    if arrived == [SIGCONT] {
      // A program is often continued in order to end it: a closing shell, a system shutdown.
      var request = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, Self.breath) > 0 { arrived += signalBytes().map(Int32.init) }
    }
    // A signal that ends the program makes the others pointless: nothing is drawn any more.
    let isEnding = arrived.contains { Signals.ending.contains($0) }
    for signal in arrived {
      if isEnding, !Signals.ending.contains(signal), signal != Int32(Self.close) { continue }
      switch signal {
      case Int32(Self.close): return .closed
      case SIGHUP: return .ended(.hangUp)
      case SIGWINCH: resized()
      case SIGTSTP:
        screen.leave()
        Signals.stop()
        if let turn = resumed() { return turn }
      case SIGCONT: if let turn = resumed() { return turn }
      default: return .ended(.interrupted(signal: signal))
      }
    }
    return nil
  }

  private func signalBytes() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(signals, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private func resized() {
    screen.forget()
    send(.resize(screen.size))
  }

  /// Takes the terminal again; where it gives no single keys any more it counts as closed.
  private func resumed() -> Turn? {
    guard (try? screen.enter()) != nil else { return .ended(.hangUp) }
    send(.resumed(screen.size))
    return nil
  }

  /// Lets the program save and close the terminal; if it does not, or if the player insists, ends it from here.
  private func announce(_ end: TerminalEnd) {
    send(.ended(end))
    var left = Self.grace
    let slice: Int32 = 20
    while left > 0 {
      var request = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, slice) > 0 {
        let bytes = signalBytes().map(Int32.init)
        if bytes.contains(Int32(Self.close)) { return }
        if bytes.contains(where: { $0 == end.signal && $0 != SIGHUP }) { break }
      }
      resend()
      left -= slice
    }
    screen.leave()
    end.die()
  }

  // MARK: - Events

  private func send(_ input: [TerminalEvent]) {
    // The buffer is bounded: if the program is busy, keys are lost rather than memory exhausted.
    for event in input { events.yield(event) }
  }

  private func send(_ event: TerminalEvent) {
    // Only the last size counts.
    if case .resize = event { unsent.removeAll { if case .resize = $0 { true } else { false } } }
    unsent.append(event)
    resend()
  }

  private func resend() {
    while let event = unsent.first, case .enqueued = events.yield(event) {
      unsent.removeFirst()
      if case .ended = event { events.finish() }
    }
  }
}
