import ArgumentParser
import CommandKit
import EventDomain
import Events
import GeoFormats
import Glibc
import HuntDomain
import NATSEvents
import PlaceFiles
import PlainUI
import Room
import TerminalUI
import Views

/// `trove event room`: the organiser's view of an event that is hosted.
struct EventRoomCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "room", abstract: "Shows an event to its organiser: where all players are, finds, refused claims.",
    discussion: """
      Examples:
      trove event room event
      trove event room event --plain

      While trove event host DIR runs in another window: a map with all players and treasures, who moves, who stands, of whom \
      nothing is heard; the leaderboard, the latest finds, refused claims with the reasons, and what was said. Tab follows \
      a player, m says something to all, ? tells all keys.

      With --plain, or without a terminal, it writes a line for each player who joins, each find, refused claim and message \
      instead; first those that were before; it ends when the event is closed. With --json these are objects: event (joined, \
      found, refused, said, connection), player, team, time and others.

      Exit codes: 0 the event is closed; 64 wrong usage; 65 a file has bad data; 66 no such event; 69 the event cannot be reached.
      """)

  @OptionGroup var folder: EventFolderOption

  @Flag(help: "A line for each event, instead of a screen.")
  var plain = false

  @Flag(help: "JSON lines.")
  var json = false

  @Option(
    help: ArgumentHelp("The map: a file, or the name of an imported region; by default the hunt's.", valueName: "file"),
    completion: .file())
  var map: String?

  @Option(help: MapStyling.help, completion: MapStyling.completion, transform: MapStyling.read)
  var style: String?

  @Option(help: "Colours: auto, always or never.")
  var color = TerminalCapability.ColourChoice.auto

  @Flag(help: "Characters of ASCII only.")
  var ascii = false

  func validate() throws {
    guard !(plain && json) else { throw ValidationError("--plain and --json do not go together.") }
  }

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
