package import EventDomain
package import Events
internal import NATSClient
internal import NATSEvents
package import Sealing

/// A phone with OwnTracks, which shows others where a player is: it speaks MQTT, and its pass is its password.
package struct EventPhone: Hashable, Sendable {
  /// The server's address for phones.
  package let host: String, port: Int
  /// The user's name, which is also the player's id.
  package let user: String
  /// The pass.
  package let password: String

  /// Where the phone publishes its positions.
  package var topic: String { "owntracks/\(user)/phone" }

  /// The settings as OwnTracks reads them, JSON.
  package var settings: String {
    let settings = Settings(
      host: host, port: port, username: user, password: password, pubTopicBase: topic, deviceId: "phone",
      tid: String(user.suffix(2)))
    return String(decoding: EventWire.bytes(settings), as: UTF8.self)
  }

  private struct Settings: Encodable {
    let _type = "configuration"
    /// MQTT.
    let mode = 0
    let tls = true
    let auth = true
    // Servers cut the connection of a phone that asks for more.
    let pubQos = 1
    let subQos = 1
    let pubRetain = false
    let cmd = false
    let sub = false
    // Positions every ten seconds, also while it stands: the first three are those of iOS, the last that of Android.
    let monitoring = 2
    let locatorInterval = 10
    let locatorDisplacement = 5
    let moveModeLocatorInterval = 10
    let host: String
    let port: Int
    let username, password, pubTopicBase, deviceId, tid: String
  }
}

extension EventPasses {
  /// The pass of a phone, which can send its own positions, over MQTT only.
  package func phone(_ player: Player, key: PublicKey, issued: Int64) -> EventPhone {
    let own = "owntracks.\(player.id).phone"
    return EventPhone(
      host: phones.host, port: phones.port, user: player.id.text,
      password: phoneToken(player, publishes: [own, own + ".>"], subscribes: [own + ".cmd"], key, issued))
  }
}

extension EventDesk {
  /// Passes on what phones send as the positions of their players, until the task is cancelled.
  ///
  /// A player with a phone also gets its positions, as exact as they are. What is no position of a phone that was
  /// invited is left out.
  ///
  /// - Parameter carrier: who carries the phone of an id, and whether that is somebody who plays; `nil` for no phone.
  package func runPhones(
    at feed: any PositionFeed, carrier: @Sendable (PlayerID) -> (player: Player, plays: Bool)?
  ) async throws(EventTrouble) {
    let subjects = EventSubjects(folder.plan.id)
    let messages: AsyncStream<NATSMessage>
    do throws(NATSError) { messages = try connection.subscribe("owntracks.*.phone") } catch {
      throw EventTrouble(error)
    }
    for await message in messages {
      let words = message.subject.split(separator: ".")
      guard words.count == 3, let id = PlayerID(String(words[1])), let (player, plays) = carrier(id),
        let said = EventWire.read(PositionMessage.self, message.bytes), let sent = said.position(of: player.id)
      else { continue }
      await feed.publish(
        PlayerPosition(
          of: player, at: sent.position, accuracy: sent.accuracy, by: folder.plan.positions, time: sent.time))
      // The next one comes soon.
      if plays { try? connection.publish(subjects.phone(of: player.id), EventWire.bytes(said)) }
    }
  }
}
