import Glibc
import Synchronization
internal import SystemKit
package import TextCanvas

/// The terminal while the program has it for itself: raw mode, alternate screen, no cursor.
///
/// It is given back on every way out: ``close()``, `exit`, the signals INT, TERM, HUP and QUIT, a closed window, a
/// crash, and for as long as the program is stopped.
///
/// ```swift
/// let terminal = try Terminal.open(for: capability)
/// loop: for await event in terminal.events {
///   switch event {
///   case .ended(let end):
///     save()
///     terminal.close()
///     end.die()
///   …
///   }
///   terminal.present(canvas)
/// }
/// ```
package final class Terminal: Sendable {
  /// The events of the terminal, in order; for one consumer.
  ///
  /// Finishes: after `.ended`, or on ``close()``.
  package let events: AsyncStream<TerminalEvent>

  private struct Running {
    var thread: SystemThread
    var before: [Int32: sigaction]
  }

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let screen: TerminalScreen
  /// The pipe that signals arrive by.
  private let pipe: (reading: Int32, writing: Int32)
  private let running: Guarded<Running?>
  private static let isOpen = Atomic<Bool>(false)

  /// What the terminal says of the colour of its own ground; `nil` if it was not asked, or has not answered at once.
  package let ground: RGB?
  /// How long the answer is waited for.
  private static let groundPatience = Duration.milliseconds(150)

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - asksForGround: asks it for ``ground``, which takes as long as a line to it and back, and 150 ms if it is silent.
  ///   - crashNotice: the line that a crash leaves on standard error.
  package static func open(
    for capability: TerminalCapability, asksForGround: Bool = false,
    crashNotice: String = "The program crashed; the terminal is as it was before."
  ) throws(TerminalError) -> Terminal {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    guard !isOpen.exchange(true, ordering: .sequentiallyConsistent) else { throw .alreadyOpen }
    do throws(TerminalError) {
      let device = try TerminalDevice.open()
      // Before signals are diverted, so that one that ends the process does so.
      guard device.waitForForeground() else {
        device.close()
        throw .failed(operation: "coming to the foreground", code: EIO)
      }
      let screen = TerminalScreen(
        device: device, writer: capability.frameWriter, asksForReports: capability.reportsFrames)
      return try Terminal(screen, asksForGround: asksForGround && capability.tellsGround, crashNotice: crashNotice)
    } catch {
      isOpen.store(false, ordering: .sequentiallyConsistent)
      throw error
    }
  }

  private init(_ screen: TerminalScreen, asksForGround: Bool, crashNotice: String) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      let code = errno
      screen.device.close()
      throw .failed(operation: "making a pipe", code: code)
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    pipe = (ends[0], ends[1])
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1024))
    self.screen = screen
    Rescue.prepare(screen.device, notice: crashNotice)
    // Divert the signals first, so that one that arrives right after entering still restores the terminal.
    let before = Signals.divert(to: pipe.writing)
    do throws(TerminalError) { try screen.enter() } catch {
      Signals.release(before)
      throw error
    }
    var decoder = KeyDecoder()
    ground =
      asksForGround
      ? screen.askGround(until: .now + Self.groundPatience, &decoder) { [continuation] events in
        for event in events { continuation.yield(event) }
      } : nil
    let reader = TerminalReader(screen: screen, signals: pipe.reading, events: continuation, decoder: decoder)
    guard let thread = SystemThread({ reader.run() }) else {
      screen.leave()
      Signals.release(before)
      throw .failed(operation: "starting a thread", code: EAGAIN)
    }
    running = Guarded(Running(thread: thread, before: before))
  }

  deinit { close() }

  /// Says what ground colours look like from the next canvas on.
  package func use(_ table: ColourTable) { screen.use(table) }

  /// The size of the window; while the terminal does not know it, the last one, and 80 x 24 before any.
  package var size: CanvasSize { screen.size }

  /// Shows a canvas, writing only what differs from the last one; returns the bytes of that, or `nil` if the
  /// terminal is gone.
  ///
  /// A terminal that accepts no output for a second gets the next canvas whole. `scrolled` says how the ground has
  /// moved since the last canvas. When the terminal has shown what was written, it may send ``TerminalEvent/shown``.
  @discardableResult
  package func present(_ canvas: Canvas, scrolled: Scroll? = nil) -> Int? { screen.present(canvas, scrolled: scrolled) }

  /// Frames that the terminal has not said to have shown; `nil` for one that does not say, or not any more.
  package var unshownFrames: Int? { screen.reports.unshown }

  /// Makes the next canvas be drawn whole, whatever the terminal shows.
  package func forget() { screen.forget() }

  /// Says whether the mouse is of use to what is shown: then its wheel and its main button arrive as events.
  ///
  /// While they do, the terminal itself selects no text, except with Shift held in most of them.
  package func watchPointer(_ isWanted: Bool) { screen.watchPointer(isWanted) }

  /// Rings the bell.
  package func ring() { screen.ring() }

  /// Restores the terminal and ends the events; a second call does nothing.
  package func close() {
    guard let running = running.withLock({ $0.take() }) else { return }
    screen.leave()
    var byte = TerminalReader.close
    // Only this byte ends the thread: it is sent again until it arrives, as the pipe may be full of signals.
    let isHeard = (0..<100).contains { _ in
      if write(pipe.writing, &byte, 1) == 1 { return true }
      usleep(1000)
      return false
    }
    if isHeard { running.thread.join() } else { running.thread.detach() }
    continuation.finish()
    Signals.release(running.before)
    // A thread that was not reached still uses the descriptors.
    if isHeard {
      for descriptor in [pipe.reading, pipe.writing] { Glibc.close(descriptor) }
      screen.device.close()
    }
    Self.isOpen.store(false, ordering: .sequentiallyConsistent)
  }
}
