import CommandKit
import EventDomain
import EventHost
import Events
import GeoFormats
import HuntDomain
import NATSEvents
import Room
import SystemKit

/// What is heard of an event that is hosted now, as events of the room, all text fit to print.
final class RoomSource: Sendable {
  /// For whom events are collected; it decides which of them there are.
  enum Listener: Hashable {
    /// The organiser, who hears everything.
    case organiser
    /// Spectators: who takes part, and the finds; positions where the event shares them.
    case spectators(seePositions: Bool)
  }

  /// How often the book of invitations is read, and positions are told at most.
  private static let look = Duration.seconds(1), positionTime = Duration.milliseconds(200)
  /// How long a read waits, and how often the event is asked whether it is there.
  private static let rest = Duration.seconds(10), check = Duration.seconds(3)
  /// Entries that are read at once.
  private static let batch = 500
  /// The trouble of an event that is closed: the last that is heard.
  static let closed = "The event is closed."

  private let folder: EventFolder
  private let place: EventPlace
  private let listener: Listener
  private let tasks = Guarded<[Task<Void, Never>]>([])

  init(_ folder: EventFolder, at place: EventPlace, for listener: Listener = .organiser) {
    (self.folder, self.place, self.listener) = (folder, place, listener)
  }

  deinit { close() }

  /// Begins; `hear` is called from any task.
  func begin(_ hear: @escaping @Sendable (RoomEvent) -> Void) throws(EventTrouble) {
    let book = try EventHosting.invitations(of: folder)
    // Others name players by their ids.
    hear(.roster(try Self.roster(of: book)))
    let place = place
    var begun = [Task { await Self.watch(book, hear) }, Task { await Self.read(place.ledger, hear) }]
    if listener != .spectators(seePositions: false) {
      let newest = NewestPositions()
      begun += [
        Task { for await position in place.positions.positions() { newest.note(position) } },
        Task {
          while !Task.isCancelled {
            let positions = newest.take()
            if !positions.isEmpty { hear(.positions(positions)) }
            try? await Task.sleep(for: Self.positionTime)
          }
        },
      ]
    }
    if listener == .organiser {
      // Before anything else, so that nothing is missed that is said meanwhile.
      let messages = place.board.messages()
      begun += [
        Task { await Self.read(place.claims, hear) },
        Task { for await message in messages { hear(.message(message.cleaned)) } },
        Task { [folder] in await Self.check(place.claims, of: folder, hear) },
      ]
    }
    tasks.withLock { [begun] in $0 = begun }
  }

  func close() { for task in tasks.withLock({ $0 }) { task.cancel() } }

  /// Says something; returns why it cannot be said, if so.
  func say(_ text: String, to team: String?) async -> String? {
    let text = SafeText.clean(text, limit: EventMessage.longest)
    do throws(EventTrouble) { try await place.board.say(EventMessage(text, to: team, at: .now)) } catch {
      return SafeText.clean("\(error)")
    }
    return nil
  }

  // MARK: - In the background

  private static func watch(_ book: InvitationBook, _ hear: @Sendable (RoomEvent) -> Void) async {
    var known: RoomRoster?
    while !Task.isCancelled {
      // A book that is being written to is read the next time.
      if let roster = try? roster(of: book), roster != known {
        hear(.roster(roster))
        known = roster
      }
      try? await Task.sleep(for: look)
    }
  }

  private static func roster(of book: InvitationBook) throws(EventTrouble) -> RoomRoster {
    let everybody = try book.guests()
    // A phone shows where its carrier is, and is nobody else.
    let guests = everybody.filter { !$0.isPhone || everybody.carrier(of: $0.player) == nil }
    return RoomRoster(
      joined: guests.map(\.player.cleaned), void: Set(guests.filter { $0.revoked != nil }.map(\.player.id)),
      invited: try book.unanswered().map { .init(SafeText.clean($0.name), team: $0.team.map { SafeText.clean($0) }) })
  }

  private static func read(_ ledger: any FindLedger, _ hear: @Sendable (RoomEvent) -> Void) async {
    var count = 0
    while !Task.isCancelled {
      do throws(EventTrouble) {
        let finds = try await ledger.finds(after: count, atMost: batch, waiting: rest)
        if !finds.isEmpty { hear(.finds(finds.map(\.cleaned))) }
        count += finds.count
      } catch { try? await Task.sleep(for: look) }
    }
  }

  private static func read(_ desk: any ClaimDesk, _ hear: @Sendable (RoomEvent) -> Void) async {
    var place = 0
    while !Task.isCancelled {
      do throws(EventTrouble) {
        let rulings = try await desk.rulings(after: place, atMost: batch, waiting: rest)
        if !rulings.isEmpty { hear(.rulings(rulings.map(\.cleaned))) }
        place = rulings.last?.place ?? place
      } catch { try? await Task.sleep(for: look) }
    }
  }

  private static func check(
    _ desk: any ClaimDesk, of folder: EventFolder, _ hear: @Sendable (RoomEvent) -> Void
  ) async {
    while !Task.isCancelled {
      do throws(EventTrouble) {
        _ = try await desk.lastAnswered()
        hear(.connection(trouble: nil))
      } catch {
        if (try? EventFolder(path: folder.path))?.isClosed ?? false {
          // What was judged last is in the folder only.
          if let finds = try? EventArchive.finds(in: folder) { hear(.finds(finds.map(\.cleaned))) }
          return hear(.connection(trouble: closed))
        }
        hear(.connection(trouble: sentence(of: error)))
      }
      try? await Task.sleep(for: check)
    }
  }
}

/// Trouble as a sentence.
func sentence(of trouble: EventTrouble) -> String {
  let text = SafeText.clean("\(trouble)")
  return text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
}

/// The newest position of each player since the last look.
private final class NewestPositions: Sendable {
  private let positions = Guarded<[PlayerID: PlayerPosition]>([:])

  func note(_ position: PlayerPosition) { positions.withLock { $0[position.player] = position } }

  func take() -> [PlayerPosition] {
    positions.withLock { positions in
      defer { positions = [:] }
      return Array(positions.values)
    }
  }
}

extension GivenRuling {
  fileprivate var cleaned: GivenRuling { GivenRuling(ruling.cleaned, place: place, time: time) }
}
