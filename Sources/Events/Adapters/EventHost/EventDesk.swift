package import EventDomain
package import Events
internal import HuntDomain
package import NATSClient
internal import NATSEvents
internal import Numbers
internal import Sealing

/// Answers those who come with an invitation: the first key that comes with it gets a pass.
package struct EventDesk: Sendable {
  let folder: EventFolder
  let connection: NATSConnection
  private let roster: any Roster
  private let now: @Sendable () -> Int64

  /// - Parameter now: seconds since 1970.
  package init(
    _ folder: EventFolder, over connection: NATSConnection, roster: any Roster, now: @escaping @Sendable () -> Int64
  ) {
    (self.folder, self.connection, self.roster, self.now) = (folder, connection, roster, now)
  }

  /// Answers until the task is cancelled.
  ///
  /// - Parameter admit: decides by the invitation, the key's name and the key who it is that comes; throws a
  ///   refusal as a sentence, or ``EventTrouble/unreachable(_:)`` for now.
  package func run(
    admit: @Sendable (_ invitation: String, _ id: PlayerID, _ key: String) throws(EventTrouble) -> Player
  ) async throws(EventTrouble) {
    let subjects = EventSubjects(folder.plan.id)
    let (passes, hunt) = (try EventPasses(folder), try folder.hunt())
    let questions: AsyncStream<NATSMessage>
    do throws(NATSError) { questions = try connection.subscribe(subjects.joins) } catch { throw EventTrouble(error) }
    var pace = QuestionPace(most: 1000)
    for await question in questions {
      guard pace.takes(question.subject, at: now()), let reply = Self.reply(to: question) else { continue }
      let answer = await self.answer(question, passes, hunt, admit)
      // An answer that is lost does no harm: the player sends the question again.
      try? connection.publish(reply, EventWire.bytes(answer))
    }
  }

  /// Where a question is answered; `nil` unless that is the inbox of whoever asks, because the host may write anywhere.
  static func reply(to question: NATSMessage) -> String? {
    guard let name = question.subject.split(separator: ".").last,
      question.reply?.hasPrefix(EventSubjects.inbox(of: String(name)) + ".") == true
    else { return nil }
    return question.reply
  }

  /// The answer to a question.
  private func answer(
    _ question: NATSMessage, _ passes: EventPasses, _ hunt: String,
    _ admit: (_ invitation: String, _ id: PlayerID, _ key: String) throws(EventTrouble) -> Player
  ) async -> EventPass.Answer {
    do throws(EventTrouble) {
      guard let invitation = question.subject.split(separator: ".").last,
        let asked = EventWire.read(EventPass.Question.self, question.bytes), case let text = asked.key,
        let key = PublicKey(text: text),
        let id = PlayerID(key.short)
      else { throw .refused("This is no question of a player's.") }
      let player = try admit(String(invitation), id, text)
      try await roster.add(player)
      return EventPass.Answer(
        folder.plan, player, token: passes.player(player, key: key, issued: now()), hunt: hunt,
        mapName: folder.mapName, map: folder.map())
    } catch {
      if case .unreachable(let why) = error { return EventPass.Answer(refusal: why, isBusy: true) }
      return EventPass.Answer(refusal: "\(error)", isKnown: error == .conflict)
    }
  }
}

extension EventDesk {
  /// Questions that are answered at the same time.
  private static let atOnce = 64

  /// Answers what players ask, until the task is cancelled.
  ///
  /// - Parameter rulings: the referee's, who may have told what is not stored yet.
  package func answerQuestions(rulings: any ClaimDesk) async throws(EventTrouble) {
    let subjects = EventSubjects(folder.plan.id)
    let answers = EventAnswers(folder.plan, over: connection)
    let questions: AsyncStream<NATSMessage>
    do throws(NATSError) { questions = try connection.subscribe(subjects.allQuestions) } catch {
      throw EventTrouble(error)
    }
    await withTaskGroup(of: Void.self) { group in
      var running = 0
      var pace = QuestionPace(most: 100)
      for await message in questions {
        guard pace.takes(message.subject, at: now()), let reply = Self.reply(to: message),
          let name = message.subject.split(separator: ".").last
        else { continue }
        if running == Self.atOnce { await group.next() } else { running += 1 }
        group.addTask { [connection, now] in
          // An answer that fails or is lost does no harm: the player sends the question again.
          guard
            let answer = try? await answers.answer(
              message.bytes, of: String(name), rulings: rulings, now: Timestamp(milliseconds: now() * 1000))
          else { return }
          try? connection.publish(reply, answer)
        }
      }
    }
  }

  /// Tells which player or invitation sends something to the event, and how many bytes, until the task is cancelled.
  package func hearPlayers(_ note: @Sendable (PlayerID, Int) -> Void) async throws(EventTrouble) {
    let messages: AsyncStream<NATSConnection.Heard>
    do throws(NATSError) { messages = try connection.listen(EventSubjects(folder.plan.id).sentByPlayers) } catch {
      throw EventTrouble(error)
    }
    for await case .message(let message) in messages {
      if let player = EventSubjects.sender(of: message.subject) { note(player, message.bytes.count) }
    }
  }

  /// The organiser's requests to end the host; each is answered by calling it.
  package static func closings(
    _ event: EventID, over connection: NATSConnection
  ) -> AsyncStream<@Sendable () -> Void> {
    guard let questions = try? connection.subscribe(EventSubjects(event).close) else {
      return AsyncStream { $0.finish() }
    }
    return AsyncStream { continuation in
      let task = Task {
        for await question in questions {
          continuation.yield { if let reply = question.reply { try? connection.publish(reply, []) } }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Asks the host to end; nothing happens if there is none.
  package static func close(_ event: EventID, over connection: NATSConnection) async {
    _ = try? await connection.request(EventSubjects(event).close, [])
    await connection.close()
  }
}
