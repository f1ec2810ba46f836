import CommandKit
import EventDomain
import EventHost
import Events
import GeoFormats
import HuntDomain
import PlaceFiles
import Room
import RoomUI
import TerminalUI
import Views

extension EventRoomOptions: HostedCommand {
  private var isOnScreen: Bool { !plain && !json && Environment.wantsTerminal }

  func run() async throws {
    let event: EventFolder
    let hunt: HuntSource
    let source: RoomSource
    do throws(EventTrouble) {
      event = try EventFolder(path: folder.dir)
      guard !event.isClosed else { throw .refused("The event is closed: trove event board shows how it ended.") }
      do throws(FileProblem) { hunt = try HuntSource(path: event.huntPath) } catch { throw .damaged("\(error)") }
      source = RoomSource(event, at: try await EventHosting.organise(folder.dir))
    } catch { throw CommandFailure(error) }
    guard isOnScreen else { return try await writeLines(EventRoom(event.plan, stages: []), source) }
    let styling = MapStyling(style)
    let map =
      try self.map.map { path throws(CommandFailure) in try Files.loadMap(path, styles: styling.styles) }
      ?? Files.loadMap(of: hunt, styles: styling.styles)
    let room = EventRoom(
      event.plan, stages: hunt.hunt.treasures, base: map.base, tiles: map.tiles?.facts,
      units: LengthUnits(environment: Environment.variables))
    try await look(at: room, source, map.tiles, on: FullScreen(styling, colour: color, isASCII: ascii))
  }

  private func look(
    at room: EventRoom, _ source: RoomSource, _ tiles: (any MapTiles)?, on screen: FullScreen
  ) async throws(CommandFailure) {
    try await screen.take { terminal, screen in
      terminal.watchPointer(Environment.hasMouse)
      var loop = TerminalLoop(on: terminal, clock: .continuous) { hear in
        RoomProgram(room, source, tiles, terminal, screen, hear: hear)
      }
      return await loop.run()
    }
  }

  /// Writes what happens until the event is closed, or a signal ends it.
  private func writeLines(_ room: EventRoom, _ source: RoomSource) async throws {
    StopSignals.note()
    let (events, heard) = AsyncStream.makeStream(of: RoomEvent.self)
    do throws(EventTrouble) { try source.begin { heard.yield($0) } } catch { throw CommandFailure(error) }
    let watch = Task {
      while StopSignals.signalled == nil { try? await Task.sleep(for: .milliseconds(100)) }
      heard.finish()
    }
    defer {
      watch.cancel()
      source.close()
    }
    var room = room
    for await event in events {
      for case .tell(let news) in room.handle(event, at: .now) {
        Output.write((json ? RoomLines.json(of: news) : RoomLines.sentence(of: news)) + "\n")
      }
      if event == .connection(trouble: RoomSource.closed) { return }
    }
  }
}
