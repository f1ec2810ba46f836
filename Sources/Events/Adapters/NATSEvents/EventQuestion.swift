package import EventDomain
package import Events
package import NATSClient
package import Numbers

/// What a player asks the host, which reads it in the streams: one of these.
struct EventQuestion: Codable {
  /// Whether the event has the claim of this number of the player.
  var claim: Int?
  /// `true` to ask any copy of the stream; it may not have a claim that has just come.
  var isQuick: Bool?
  /// What was said to the claim of this number of the player.
  var ruling: Int?
  /// Who somebody is, by their id.
  var player: String?
  /// The leaderboard.
  var board: Bool?
  /// The newest positions that the player may see.
  var positions: Bool?
  /// What the player's team has found.
  var finds: Bool?
  /// What was last said to all and to the player's team.
  var messages: Bool?
}

/// What the host answers; empty if there is nothing.
struct EventAnswer: Codable {
  /// Where somebody is.
  struct Place: Codable {
    var player: String
    var position: PositionMessage
  }

  /// Positions that fit into a message.
  static let mostPlaces = 4000

  var isThere: Bool?
  var ruling: RulingMessage?
  var player: PlayerMessage?
  var board: BoardMessage?
  var positions: [Place]?
  var finds: TeamMessage?
  var messages: [SaidMessage]?
}

extension NATSEvent {
  /// Asks the host, as a player.
  func ask(
    _ question: EventQuestion, as player: PlayerID, timeout: Duration = .seconds(6)
  ) async throws(EventTrouble) -> EventAnswer {
    let reply: NATSMessage
    do throws(NATSError) {
      // A server that is cut off takes questions, and passes none on.
      reply = try await connection.request(
        subjects.questions(of: player.text), EventWire.bytes(question), timeout: timeout,
        again: .seconds(1))
    } catch { throw EventTrouble(error) }
    guard let answer = EventWire.read(EventAnswer.self, reply.bytes) else {
      throw .damaged("the host's answer is damaged")
    }
    return answer
  }
}

/// What the host answers to the questions of players and of those who have an invitation.
package struct EventAnswers: Sendable {
  private let event: NATSEvent
  private let sharesPositions: Bool

  /// The answers of an event.
  package init(_ plan: EventPlan, over connection: NATSConnection) {
    let subjects = EventSubjects(plan.id)
    event = NATSEvent(subjects, connection, player: nil, seen: subjects.allPositions)
    sharesPositions = plan.positions.areShared
  }

  /// The answer to a question of somebody, who may be nobody's player; `nil` for what is no question.
  ///
  /// - Parameter rulings: the referee's, who may have told what is not stored yet.
  package func answer(
    _ bytes: [UInt8], of name: String, rulings: any ClaimDesk, now: Timestamp
  ) async throws(EventTrouble) -> [UInt8]? {
    guard let question = EventWire.read(EventQuestion.self, bytes) else { return nil }
    return EventWire.bytes(try await answer(question, of: name, rulings: rulings, now: now))
  }

  private func answer(
    _ question: EventQuestion, of name: String, rulings: any ClaimDesk, now: Timestamp
  ) async throws(EventTrouble) -> EventAnswer {
    var answer = EventAnswer()
    if question.board == true { answer.board = try await event.board() }
    guard let id = PlayerID(name) else { return answer }
    if let number = question.claim, case let claim = ClaimID(id, number) {
      answer.isThere = question.isQuick == true ? try await event.isSeen(claim) : try await event.has(claim)
    }
    if let number = question.ruling {
      answer.ruling = try await rulings.ruling(on: ClaimID(id, number)).map(RulingMessage.init)
    }
    if let other = question.player.flatMap({ PlayerID($0) }) {
      answer.player = try await event.player(other).map(PlayerMessage.init)
    }
    if question.finds == true, let team = try await event.player(id)?.team {
      answer.finds = try await event.found(by: team)
    }
    if question.messages == true, let player = try await event.player(id) {
      answer.messages = try await event.said(to: player, now: now)
    }
    if question.positions == true, let player = try await event.player(id) {
      let seen = event.subjects.positions(seenBy: player, sharesAll: sharesPositions)
      answer.positions = try await event.all(of: event.subjects.positions, filter: seen, isFleeting: true).suffix(
        EventAnswer.mostPlaces
      )
      .compactMap { message in
        guard let position = EventWire.read(PositionMessage.self, message.bytes),
          let player = message.subject.split(separator: ".").last
        else { return nil }
        return EventAnswer.Place(player: String(player), position: position)
      }
    }
    return answer
  }
}
