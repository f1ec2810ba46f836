import ArgumentParser
import CommandKit
import EventDomain
import EventHost
import Events
import GeoFormats
import NATSEvents
import PlainUI

extension EventHostOptions: HostedCommand {
  func run() async throws {
    let hosting: EventHosting
    do throws(CommandFailure) { hosting = try await EventHosting.open(folder.dir, nodes: nodes) } catch {
      guard standby, error.code == .tryLater else { throw error }
      Output.error("Another program hosts the event; this one waits for its end.")
      hosting = try await EventHosting.open(folder.dir, nodes: nodes, patience: nil)
    }
    try await hosting.run(web: web) { event, page in
      Output.write("ready \(event)\n" + (page.map { "page \($0)\n" } ?? ""))
    }
  }
}

extension EventCloseOptions: HostedCommand {
  func run() async throws {
    let standings = try await EventHosting.close(folder.dir)
    Output.write("The event is closed.\n" + BoardLines.page(Board(standings, isClosed: true)))
  }
}

extension EventBoardOptions: HostedCommand {
  func run() async throws {
    let board = try await EventHosting.board(of: event)
    Output.write(json ? BoardLines.json(board) : BoardLines.page(board))
  }
}

extension EventSayOptions: HostedCommand {
  func run() async throws {
    let text = SafeText.clean(message)
    guard text.count <= EventMessage.longest else {
      throw CommandFailure(
        "A message has at most \(EventMessage.longest) characters; this one has \(text.count).", .usage)
    }
    guard !text.isEmpty else { throw CommandFailure("There is nothing to say.", .usage) }
    do throws(EventTrouble) {
      let place = try await EventHosting.organise(folder.dir)
      try await place.board.say(EventMessage(text, to: team, at: .now))
    } catch { throw CommandFailure(error) }
  }
}

extension EventVerifyOptions: HostedCommand {
  func run() async throws {
    do throws(EventTrouble) {
      let event = try EventFolder(path: folder.dir)
      let judged = try EventHosting.judge(event)
      let finds = try EventArchive.finds(in: event)
      guard judged.finds == finds else {
        let place = zip(judged.finds, finds).prefix { $0 == $1 }.count
        throw .refused(
          "The claims make another ledger: entry \(place + 1) of \(finds.count) differs, and there are "
            + "\(judged.finds.count) by the claims.")
      }
      let count = try EventArchive.entries(in: event).count
      Output.write("Verified: \(finds.count) finds follow from \(count) claims.\n")
    } catch { throw CommandFailure(error) }
  }
}
