import ArgumentParser
import CommandKit
import EventDomain
import EventHost
import Events
import HuntDomain
import NATSClient
import NATSEvents
import Numbers
import Room
import SpectatorPage
import SystemKit

/// Shows an event that is hosted here to spectators, with what its organiser's room would hear.
final class SpectatorHosting: Sendable {
  /// How often the page is brought up to date, and how many of these times later it is told that the host is there.
  private static let pace = Duration.milliseconds(500), beat = 10
  /// How long browsers have to hear of the end.
  private static let farewell = Duration.milliseconds(300)

  /// The address of the page.
  let address: String
  /// The port of the page.
  let port: UInt16
  private let page: SpectatorPage
  private let source: RoomSource
  private let spectators: Guarded<(seen: Spectators, isNew: Bool)>
  private let showing: Task<Void, Never>

  /// Starts the page.
  ///
  /// Throws: if its port is used, or something that it needs is not installed.
  ///
  /// - Parameter port: 0 for one that is free.
  init(
    _ folder: EventFolder, hunt: HuntSource, port: UInt16, over connection: NATSConnection
  ) throws(CommandFailure) {
    let leaflet: LeafletFiles
    do throws(LeafletFiles.Missing) { leaflet = try LeafletFiles() } catch {
      throw CommandFailure("\(error)", .unavailable)
    }
    let (plan, host) = (folder.plan, folder.address)
    // What leaves this computer is encrypted; without that, browsers of this computer trust it all the same.
    var place = WebServer.Listening(address: host.isOpen ? nil : "127.0.0.1", port: port)
    place.names += [host.host] + (HostName.own.map { [$0, "\($0).local"] } ?? [])
    do throws(EventTrouble) { if host.isOpen { place.identity = try folder.identity() } } catch {
      throw CommandFailure(error)
    }
    let seen = Spectators(plan, of: hunt.hunt)
    let page: SpectatorPage
    do throws(WebServerError) {
      page = try SpectatorPage(
        of: plan, map: Files.map(of: hunt), keeping: seen.secrets, leaflet: leaflet, at: place)
    } catch { throw CommandFailure(error) }
    self.page = page
    self.port = page.port
    address = "\(host.isOpen ? "https" : "http")://\(host.host):\(page.port)/"
    let spectators = Guarded((seen: seen, isNew: true))
    self.spectators = spectators
    let event = NATSEvents.event(plan.id, over: connection)
    source = RoomSource(folder, at: event, for: .spectators(seePositions: plan.positions.areShared))
    showing = Task { await Self.show(spectators, on: page) }
    do throws(EventTrouble) {
      try source.begin { event in
        spectators.withLock { if $0.seen.handle(event, at: .now) { $0.isNew = true } }
      }
    } catch { throw CommandFailure(error) }
  }

  deinit { stop() }

  /// Keeps the page up to date until the task is cancelled.
  private static func show(_ spectators: Guarded<(seen: Spectators, isNew: Bool)>, on page: SpectatorPage) async {
    var turn = 0
    while !Task.isCancelled {
      let now = Timestamp.now
      let (screen, people) = spectators.withLock { spectators in
        defer { spectators.isNew = false }
        _ = spectators.seen.handle(.tick, at: now)
        return (spectators.isNew ? spectators.seen.screen : nil, spectators.seen.people(at: now))
      }
      if let screen { page.show(screen) }
      page.show(people)
      if turn % beat == 0 { page.beat(at: now) }
      turn += 1
      try? await Task.sleep(for: pace)
    }
  }

  /// Tells spectators that the event is over.
  func close() async {
    showing.cancel()
    await showing.value
    let screen = spectators.withLock { spectators in
      spectators.seen.close()
      return spectators.seen.screen
    }
    page.show([])
    page.show(screen)
    try? await Task.sleep(for: Self.farewell)
  }

  /// Ends the page.
  func stop() {
    source.close()
    showing.cancel()
    page.stop()
  }
}

extension CommandFailure {
  /// Why there is no page.
  fileprivate init(_ error: WebServerError) {
    let code: ExitCode = if case .inUse = error { .tryLater } else { .unavailable }
    self.init("--web: \(error)", code)
  }
}
