package import EventDomain
package import Events
package import NATSClient
package import Sealing

/// What a player has who takes part: the plan, who they are, and the token that the servers believe.
package struct EventPass: Sendable {
  /// Bytes that a hunt of an event may have: it comes in one message.
  package static let largestHunt = 512 << 10

  /// The event.
  package let plan: EventPlan
  /// The player.
  package let player: Player
  /// The addresses of the servers, `HOST:PORT`.
  package let servers: [String]
  /// The servers' certificate, PEM.
  package let certificate: String
  /// The player's token.
  package let token: String

  private struct File: Codable {
    var plan: PlanMessage
    var id, name: String
    var team: String?
    var servers: [String]
    var certificate, token: String
  }

  /// The pass as a file.
  package var bytes: [UInt8] {
    EventWire.bytes(
      File(
        plan: PlanMessage(plan), id: player.id.text, name: player.name, team: player.team, servers: servers,
        certificate: certificate, token: token))
  }

  /// Reads a file; `nil` if it is none.
  package init?(_ bytes: [UInt8]) {
    guard let file = EventWire.read(File.self, bytes), let plan = file.plan.plan, let id = PlayerID(file.id) else {
      return nil
    }
    (self.plan, player) = (plan, Player(id, name: file.name, team: file.team))
    (servers, certificate, token) = (file.servers, file.certificate, file.token)
  }

  private init(plan: EventPlan, player: Player, link: EventLink, token: String) {
    (self.plan, self.player, servers, certificate, self.token) =
      (plan, player, link.servers, link.certificate, token)
  }

  /// Connects as the player.
  ///
  /// - Parameter keepsTrying: whether to return also while no server can be reached, and to go on trying.
  package func connect(signedBy key: SigningKey, keepsTrying: Bool) async throws(NATSError) -> NATSConnection {
    var options = NATSOptions(servers: servers)
    options.certificates = certificate
    options.credentials = .init(token: token) { key.sign($0) }
    options.inboxPrefix = EventSubjects.inbox(of: player.id.text)
    options.keepsTrying = keepsTrying
    return try await NATSConnection.connect(options)
  }

  // MARK: - Joining

  /// What whoever has an invitation asks for.
  struct Question: Codable {
    /// The public key, as base 64.
    var key: String
  }

  /// What the host answers.
  struct Answer: Codable {
    /// Why not, as a sentence; then the rest is missing.
    var refusal: String?
    /// Whether the key came with another invitation before.
    var isKnown: Bool?
    var plan: PlanMessage?
    var hunt, name, team, token: String?
  }

  /// Asks the host for a pass; it is given once for each invitation, and to the same key again.
  ///
  /// Returns: the pass, and the text of the hunt.
  /// Throws: ``EventTrouble/unreachable(_:)`` if the host does not answer, ``EventTrouble/refused(_:)``,
  /// ``EventTrouble/conflict`` if the key came with another invitation before.
  package static func join(
    _ link: EventLink, key: SigningKey
  ) async throws(EventTrouble) -> (pass: EventPass, hunt: String) {
    guard let id = PlayerID(key.known.short) else { throw .damaged("the key has no name") }
    let reply: NATSMessage
    do throws(NATSError) {
      let connection = try await NATSConnection.connect(options(of: link))
      reply = try await connection.request(
        EventSubjects(link.event).join(link.invitation), EventWire.bytes(Question(key: key.known.text)))
      await connection.close()
    } catch {
      throw EventTrouble(error)
    }
    guard let answer = EventWire.read(Answer.self, reply.bytes) else { throw .damaged("the host's answer is damaged") }
    if answer.isKnown == true { throw .conflict }
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard let plan = answer.plan?.plan, plan.id == link.event, let hunt = answer.hunt, let name = answer.name,
      let token = answer.token
    else { throw .damaged("the host's answer is damaged") }
    let player = Player(id, name: name, team: answer.team)
    return (EventPass(plan: plan, player: player, link: link, token: token), hunt)
  }
}

extension EventPass {
  /// The leaderboard of the event of an invitation, which anybody who has one may see.
  package static func board(_ link: EventLink) async throws(EventTrouble) -> Board {
    let subjects = EventSubjects(link.event)
    do throws(NATSError) {
      let connection = try await NATSConnection.connect(options(of: link))
      let answer: StoredMessage?
      do throws(JetStreamError) {
        answer = try await JetStream(connection).directLastMessage(of: subjects.board, in: subjects.state)
      } catch { throw .other("\(error)") }
      await connection.close()
      guard let answer else { return Board(entries: 0, rows: [], total: 0, latest: [], prizes: [], isClosed: false) }
      guard let board = EventWire.read(BoardMessage.self, answer.bytes)?.board else { throw .other("it is damaged") }
      return board
    } catch { throw EventTrouble(error) }
  }

  /// How to connect with nothing but an invitation.
  private static func options(of link: EventLink) -> NATSOptions {
    var options = NATSOptions(servers: link.servers)
    options.certificates = link.certificate
    options.credentials = .init(token: link.token) { _ in [UInt8](repeating: 1, count: 64) }
    options.inboxPrefix = EventSubjects.inbox(of: link.invitation)
    return options
  }
}

extension EventTrouble {
  /// Why a connection does not come about, or does not do what it should.
  package init(_ error: NATSError) {
    self =
      switch error {
      case .refused, .notSecure, .badAddress, .badSubject, .badHeader, .noLibrary, .tooLarge: .refused("\(error)")
      default: .unreachable("\(error)")
      }
  }
}
