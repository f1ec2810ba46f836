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
  /// Milliseconds that it may take beside for giving the terminal back, which waits for its last answers.
  private static let farewell: Int32 = 1500
  /// Milliseconds after which a lone ESC counts as a key.
  private static let escapeDelay: Int32 = 40
  /// Milliseconds of silence after which a pasted text counts as whole, should its end be lost.
  private static let pasteDelay: Int32 = 1000
  /// Milliseconds until a program that has not taken the last keys is asked to take them again.
  private static let fullDelay: Int32 = 2

  private let screen: TerminalScreen
  private let signals: Int32
  private let events: AsyncStream<TerminalEvent>.Continuation
  private var decoder = KeyDecoder()
  /// Events that found the stream full.
  private var unsent: [TerminalEvent] = []

  /// - Parameter decoder: what it has of a sequence that has begun already.
  init(
    screen: TerminalScreen, signals: Int32, events: AsyncStream<TerminalEvent>.Continuation,
    decoder: KeyDecoder = KeyDecoder()
  ) {
    self.screen = screen
    self.signals = signals
    self.events = events
    self.decoder = decoder
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
    // While the program has not taken what was read, the terminal keeps the rest; that it is gone is told all the same.
    let isFull = !unsent.isEmpty
    var requests = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: screen.device.descriptor, events: isFull ? 0 : Int16(POLLIN), revents: 0),
    ]
    let delay = decoder.isPasting ? Self.pasteDelay : decoder.isWaiting ? Self.escapeDelay : -1
    let count = poll(&requests, 2, isFull ? Self.fullDelay : delay)
    resend()
    if count == 0, !isFull { send(decoder.flush()) }
    if count <= 0 { return .goOn }
    if requests[0].revents != 0, let turn = takeSignals() { return turn }
    if requests[1].revents != 0 {
      guard let bytes = screen.device.read() else { return .ended(.hangUp) }
      // An answer about the ground that comes now is too late.
      let events = decoder.decode(bytes).filter { if case .ground = $0 { false } else { true } }
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

  /// Whether signals wait to be taken.
  private func isSignalled() -> Bool {
    var request = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    var count: Int32
    // On a busy machine the thread that takes a signal may run late; a process that stops first would not end.
    repeat { count = poll(&request, 1, Self.breath) } while count == 0 && Signals.isEnding()
    return count > 0
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

  /// Takes the terminal again, once the process is in the foreground; where it gives no single keys any more it counts
  /// as closed.
  private func resumed() -> Turn? {
    guard screen.device.waitForForeground(while: { !isSignalled() }) else {
      // What arrived meanwhile comes first.
      return isSignalled() ? takeSignals() : .ended(.hangUp)
    }
    guard (try? screen.enter()) != nil else { return .ended(.hangUp) }
    send(.resumed(screen.size))
    return nil
  }

  /// Lets the program save and close the terminal; if it does not, or if the player insists, ends it from here.
  private func announce(_ end: TerminalEnd) {
    send(.ended(end))
    var (left, farewell) = (Self.grace, Self.farewell)
    let slice: Int32 = 20
    while left > 0 {
      var request = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, slice) > 0 {
        let bytes = signalBytes().map(Int32.init)
        if bytes.contains(Int32(Self.close)) { return }
        if bytes.contains(where: { $0 == end.signal && $0 != SIGHUP }) { break }
      }
      resend()
      if screen.isLeaving, farewell > 0 { farewell -= slice } else { left -= slice }
    }
    screen.leave()
    end.die()
  }

  // MARK: - Events

  private func send(_ input: [TerminalEvent]) {
    unsent += input
    resend()
  }

  private func send(_ event: TerminalEvent) {
    switch event {
    // Only the last size counts.
    case .resize: unsent.removeAll { if case .resize = $0 { true } else { false } }
    // The program ends: keys that still wait are dropped.
    case .ended: unsent = []
    default: break
    }
    send([event])
  }

  private func resend() {
    let sent = unsent.prefix { if case .enqueued = events.yield($0) { true } else { false } }
    unsent.removeFirst(sent.count)
    if case .ended = sent.last { events.finish() }
  }
}
