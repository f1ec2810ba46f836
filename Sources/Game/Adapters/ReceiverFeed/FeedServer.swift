package import GeoFormats
internal import Glibc
internal import SystemKit

/// Serves one receiver to several listeners: clients of gpsd's protocol, readers of a pseudo-terminal, and hosts that
/// receive datagrams.
///
/// All sockets are on one thread that sleeps in `poll`. Each listener has its own queue and is dropped when that is
/// full, so a slow one does not delay the others.
package final class FeedServer: Sendable {
  /// The outputs of the server.
  package struct Plan: Hashable, Sendable {
    /// The device name of the receiver.
    package var device = "/dev/trove"
    /// The port for gpsd's protocol; 0 lets the system choose.
    package var port: UInt16?
    /// The address to listen on; this machine only without one.
    package var host: String?
    /// The targets of sentences; standard output is not served here.
    package var targets: [NMEATarget] = []

    /// Creates a plan without outputs.
    package init() {}
  }

  /// The port that gpsd's protocol is spoken on.
  package let port: UInt16?
  /// The pseudo-terminals and the links to them.
  package let terminals: [(path: String, link: String?)]
  private let mailbox: Mailbox
  private let thread: SystemThread
  private let device: String

  /// Opens everything and starts to serve; `now` is milliseconds since 1970.
  ///
  /// Throws: ``FeedError`` with a sentence that says what is in the way.
  package init(_ plan: Plan, now: @escaping @Sendable () -> Int64) throws(FeedError) {
    var loop = FeedLoop(
      mailbox: try Mailbox(), device: .init(path: plan.device, activated: max(1, now())),
      listeners: try plan.port.map { port throws(FeedError) in try Listener.open(on: plan.host, port: port) } ?? [],
      now: now)
    for case .datagrams(let host, let port) in plan.targets {
      loop.lines.append(try DatagramLine(to: host, port: port))
    }
    // Last, because a link would stay behind when something else fails.
    for case .terminal(let link) in plan.targets {
      do { loop.terminals.append(try PseudoTerminal(link: link)) } catch {
        loop.terminals.forEach { $0.removeLink() }
        throw error
      }
    }
    device = plan.device
    mailbox = loop.mailbox
    port = loop.listeners.first?.port
    terminals = loop.terminals.map { ($0.path, $0.link) }
    let started = Guarded(loop)
    guard let thread = SystemThread({ started.withLock { $0 }.run() }) else {
      loop.terminals.forEach { $0.removeLink() }
      throw FeedError("There is no thread to serve from.")
    }
    self.thread = thread
  }

  /// Sends an epoch to all listeners; never blocks.
  package func publish(_ epoch: ReceiverEpoch) {
    mailbox.post(EncodedEpoch(epoch, device: device))
  }

  /// The number of clients that currently watch, and of open terminals.
  package var listeners: Int { mailbox.state.withLock { $0.listeners } }

  /// Ends the service: what was published is sent, as far as it is taken within `grace`; links are taken away.
  ///
  /// To be called once.
  package func close(grace: Duration = .milliseconds(500)) {
    mailbox.state.withLock { $0.deadline = .now + grace }
    mailbox.bell.ring()
    thread.join()
  }
}

/// The state shared by the publishers and the serving thread.
final class Mailbox: Sendable {
  struct State: Sendable {
    var letters: [EncodedEpoch] = []
    /// The deadline for shutting down; `nil` while the service runs.
    var deadline: ContinuousClock.Instant?
    var listeners = 0
  }

  /// Epochs that wait for the thread at most; it takes them at once, unless the machine is overwhelmed.
  private static let longest = 4096

  let bell: WakePipe
  let state = Guarded(State())

  init() throws(FeedError) { bell = try WakePipe() }

  func post(_ encoded: EncodedEpoch) {
    state.withLock { state in
      if state.letters.count >= Self.longest { state.letters.removeFirst() }
      state.letters.append(encoded)
    }
    bell.ring()
  }
}

/// One epoch, encoded once for all listeners.
package struct EncodedEpoch: Sendable {
  /// The epoch as a value.
  package let epoch: ReceiverEpoch
  /// Sentences of NMEA, each with its line end.
  package let sentences: [[UInt8]]
  /// Reports of gpsd's protocol: TPV, SKY, and where there is something to say GST and ATT.
  package let reports: [UInt8]

  /// Writes an epoch, in the name of a device.
  package init(_ epoch: ReceiverEpoch, device: String) {
    self.epoch = epoch
    sentences = NMEAWriter.sentences(for: epoch).map { Array(($0 + "\r\n").utf8) }
    let objects = [
      GPSDWriter.position(epoch, device: device), GPSDWriter.sky(epoch, device: device),
      GPSDWriter.errors(epoch, device: device), GPSDWriter.attitude(epoch, device: device),
    ]
    reports = objects.compactMap { $0 }.flatMap(GPSDWriter.line)
  }

  /// All sentences in a row.
  package var nmea: [UInt8] { Array(sentences.joined()) }
}
