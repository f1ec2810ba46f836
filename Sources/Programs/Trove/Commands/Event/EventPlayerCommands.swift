import ArgumentParser
import CommandKit
import EventDomain
import Events
import GeoFormats
import NATSEvents
import PlainUI

/// `trove event join`: gets the pass of an invitation, without playing.
struct EventJoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Gets your pass and the hunt, so that you can begin without a network.",
    discussion: """
      Examples:
      trove event join LINK

      trove play --event LINK does the same, and begins.
      """)

  @Argument(help: "The link of your invitation.")
  var link: String

  func run() async throws {
    let (pass, _) = try await EventJoining.pass(of: EventJoining.link(link))
    let team = pass.player.team.map { " in the team “\(SafeText.clean($0))”" } ?? ""
    Output.write(
      "You are “\(SafeText.clean(pass.player.name))”\(team), in “\(SafeText.clean(pass.plan.name))”: "
        + "\(SafeText.clean(pass.plan.hunt)).\nNow: trove play --event LINK\n")
  }
}

/// `trove event board`: who is ahead, of the event of an invitation; its organiser's folder is read by `trove-host`.
struct EventBoardCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration { EventBoardOptions.configuration }

  @OptionGroup var options: EventBoardOptions

  func run() async throws {
    guard let link = EventLink(options.event) else { throw HostProgram.become() }
    do throws(EventTrouble) {
      let board = try await EventPass.board(link)
      Output.write(options.json ? BoardLines.json(board) : BoardLines.page(board))
    } catch { throw CommandFailure(error) }
  }
}

/// A command of the organiser: its arguments are checked here, and `trove-host` does what they ask for.
struct OrganiserCommand<Options: OrganiserOptions>: ParsableCommand {
  static var configuration: CommandConfiguration { Options.configuration }

  @OptionGroup var options: Options

  func run() throws { throw HostProgram.become() }
}
