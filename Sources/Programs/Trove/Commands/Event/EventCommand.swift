import ArgumentParser
import CommandKit

/// `trove event`: hunts that many play together.
struct EventCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Hunts that many play together: finds that count once, prizes, a leaderboard.",
    discussion: """
      Examples:
      trove event new park.geojson --name "In the park" --dir event
      trove event host event
      trove event invite event --player Ada

      The organiser: `trove event new HUNT --name NAME --dir DIR` makes an event; `trove event host DIR` runs it until it is ended; \
      `trove event invite DIR --player NAME` prints a link for one player. The player: `trove play --event LINK`. Then \
      `board` shows who is ahead, `close` ends the event, and `verify` judges all of it again.

      Needs trove-host, nats-server and openssl on the organiser's computer, and libnats on the players'.

      Exit codes: 0 well; 2 refused, or `verify` found a difference; 64 wrong usage; 65 a file has bad data; 66 it is \
      not there; 69 the event cannot be reached; 73 a file cannot be made; 75 in use by another program.
      """,
    subcommands: [
      OrganiserCommand<EventNewOptions>.self, OrganiserCommand<EventHostOptions>.self,
      OrganiserCommand<EventInviteOptions>.self, OrganiserCommand<EventPhoneOptions>.self, EventJoinCommand.self,
      EventBoardCommand.self, OrganiserCommand<EventRoomOptions>.self, OrganiserCommand<EventSayOptions>.self,
      OrganiserCommand<EventRevokeOptions>.self, OrganiserCommand<EventCloseOptions>.self,
      OrganiserCommand<EventVerifyOptions>.self,
    ])
}
