package import EventDomain
package import Events
package import NATSClient
package import Sealing

/// What a player has who takes part: the plan, who they are, and the token that the servers believe.
package struct EventPass: Sendable {
  /// Bytes that a hunt of an event may have, and its map: both come in one message of at most 1 MiB.
  package static let largestHunt = 512 << 10, largestMap = 320 << 10

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
    var id: String
    var player: PlayerMessage
    var servers: [String]
    var certificate, token: String
  }

  /// Whether a text can be the name of a file that lies beside a hunt, and of none that has a meaning there.
  package static func isMapName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && text.hasSuffix(".geojson") && !text.hasPrefix(".") && text != "hunt.geojson"
      && !text.contains("/") && !text.utf8.contains { $0 < 32 }
  }

  /// The pass as a file.
  package var bytes: [UInt8] {
    EventWire.bytes(
      File(
        plan: PlanMessage(plan), id: player.id.text, player: PlayerMessage(player), servers: servers,
        certificate: certificate, token: token))
  }

  /// Reads a file; `nil` if it is none.
  package init?(_ bytes: [UInt8]) {
    guard let file = EventWire.read(File.self, bytes), let plan = file.plan.plan, let id = PlayerID(file.id) else {
      return nil
    }
    (self.plan, player) = (plan, file.player.player(id))
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
  package struct Question: Codable {
    /// The public key, as base 64.
    package var key: String
  }

  /// What the host answers.
  package struct Answer: Codable {
    /// Why not, as a sentence; then the rest is missing.
    var refusal: String?
    /// Whether the key came with another invitation before.
    var isKnown: Bool?
    /// Whether the refusal is for now: asked again later, the host may have another answer.
    var isBusy: Bool?
    var plan: PlanMessage?
    var player: PlayerMessage?
    var hunt, token: String?
    /// The name of the hunt's map, and its text.
    var mapName, map: String?

    /// A refusal, as a sentence.
    ///
    /// - Parameters:
    ///   - isKnown: whether the key came with another invitation before.
    ///   - isBusy: whether the refusal is for now.
    package init(refusal: String, isKnown: Bool = false, isBusy: Bool = false) {
      self.refusal = refusal
      (self.isKnown, self.isBusy) = (isKnown ? true : nil, isBusy ? true : nil)
    }

    /// What a player gets: the pass, the text of the hunt, and the name and the text of its map.
    package init(_ plan: EventPlan, _ player: Player, token: String, hunt: String, mapName: String?, map: String?) {
      (self.plan, self.player) = (PlanMessage(plan), PlayerMessage(player))
      (self.token, self.hunt, self.mapName, self.map) = (token, hunt, mapName, map)
    }
  }

  /// Asks the host for a pass; it is given once for each invitation, and to the same key again.
  ///
  /// Returns: the pass, the text of the hunt, and the name and the text of its map.
  /// Throws: ``EventTrouble/unreachable(_:)`` if the host does not answer, ``EventTrouble/refused(_:)``,
  /// ``EventTrouble/conflict`` if the key came with another invitation before.
  package static func join(
    _ link: EventLink, key: SigningKey
  ) async throws(EventTrouble) -> (pass: EventPass, hunt: String, map: (name: String, text: String)?) {
    let connection: NATSConnection
    do throws(NATSError) { connection = try await NATSConnection.connect(options(of: link)) } catch {
      throw EventTrouble(error)
    }
    let joined: (pass: EventPass, answer: Answer)
    do throws(EventTrouble) { joined = try await ask(link, key, over: connection) } catch {
      await connection.close()
      throw error
    }
    await connection.close()
    guard let hunt = joined.answer.hunt else { throw .damaged("the host's answer is damaged") }
    let mapName = joined.answer.mapName.flatMap { isMapName($0) ? $0 : nil }
    let map = mapName.flatMap { name in joined.answer.map.map { (name: name, text: $0) } }
    return (joined.pass, hunt, map)
  }

  private static func ask(
    _ link: EventLink, _ key: SigningKey, over connection: NATSConnection
  ) async throws(EventTrouble) -> (pass: EventPass, answer: Answer) {
    guard let id = PlayerID(key.known.short) else { throw .damaged("the key has no name") }
    let reply: NATSMessage
    do throws(NATSError) {
      reply = try await connection.request(
        EventSubjects(link.event).join(link.invitation),
        EventWire.bytes(Question(key: key.known.text)), timeout: .seconds(2))
    } catch {
      throw EventTrouble(error)
    }
    guard let answer = EventWire.read(Answer.self, reply.bytes) else { throw .damaged("the host's answer is damaged") }
    if answer.isKnown == true { throw .conflict }
    if answer.isBusy == true { throw .unreachable(answer.refusal ?? "the host is busy") }
    if let refusal = answer.refusal { throw .refused(refusal) }
    guard let plan = answer.plan?.plan, plan.id == link.event, let player = answer.player?.player(id),
      let token = answer.token
    else { throw .damaged("the host's answer is damaged") }
    return (EventPass(plan: plan, player: player, link: link, token: token), answer)
  }
}

extension EventPass {
  /// The leaderboard of the event of an invitation, which anybody who has one may see.
  package static func board(_ link: EventLink) async throws(EventTrouble) -> Board {
    let subjects = EventSubjects(link.event)
    do throws(NATSError) {
      let connection = try await NATSConnection.connect(options(of: link))
      let reply = try await connection.request(
        subjects.questions(of: link.invitation), EventWire.bytes(EventQuestion(board: true)))
      await connection.close()
      guard let answer = EventWire.read(EventAnswer.self, reply.bytes) else { throw .other("it is damaged") }
      return answer.board?.board
        ?? Board(entries: 0, rows: [], total: 0, latest: [], prizes: [], isClosed: false)
    } catch { throw EventTrouble(error) }
  }

  /// How to connect with nothing but an invitation.
  private static func options(of link: EventLink) -> NATSOptions {
    var options = NATSOptions(servers: link.servers)
    options.certificates = link.certificate
    // The token alone is enough, and the library wants a signature that is not empty and does not begin with 0.
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
