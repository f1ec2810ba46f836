package import EventDomain
internal import FoundationEssentials
internal import Geodesy
internal import HuntDomain
package import NATSClient
package import Nearby
package import Numbers

/// Adapter: where the player's own phone is, which runs OwnTracks; the host of the event passes its positions on.
///
/// Positions are those that the phone measures, with all that it says of them. One that is older than
/// ``oldest``, or from as far in the future, is none: the phone sends late, or a clock is wrong. Nothing for ``silence``
/// is a loss.
package struct OwnTracksLocation: DeviceLocation {
  /// The greatest age of a position, by the clocks of phone and computer.
  package static let oldest = Duration.seconds(60)
  /// How long a phone may say nothing: OwnTracks sends a position at least every ten seconds, if it is set up so.
  package static let silence = Duration.seconds(60)

  private let messages: @Sendable () -> AsyncStream<[UInt8]>
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Timestamp

  /// Creates the adapter.
  ///
  /// - Parameters:
  ///   - messages: begins to listen to what the phone sends.
  ///   - clock: measures the silence.
  ///   - now: the civil time of this computer.
  package init(
    _ messages: @escaping @Sendable () -> AsyncStream<[UInt8]>, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Timestamp
  ) {
    (self.messages, self.clock, self.now) = (messages, clock, now)
  }

  /// Starts one subscription.
  ///
  /// Finishes: on cancellation, and when the connection to the event is closed. Throws: never.
  package func updates() -> AsyncStream<LocationUpdate> {
    let (messages, clock, now) = (messages(), clock, now)
    return AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
      let task = Task {
        var phone = PhonePositions()
        continuation.yield(.searching(satellitesInView: nil))
        var alarm = Self.alarm(clock) { continuation.yield(.lost(reason: PhonePositions.silent)) }
        for await message in messages {
          guard let update = phone.hear(message, at: now()) else { continue }
          alarm.cancel()
          continuation.yield(update)
          // What is lost is not lost once more.
          guard update.fix != nil else { continue }
          alarm = Self.alarm(clock) { continuation.yield(.lost(reason: PhonePositions.silent)) }
        }
        alarm.cancel()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Does something after the silence, unless it is cancelled before.
  private static func alarm(_ clock: any Clock<Duration>, _ ring: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task { if (try? await clock.sleep(for: silence)) != nil, !Task.isCancelled { ring() } }
  }
}

extension NATSEvents {
  /// Where the phone of a player is.
  package static func phone(
    _ plan: EventPlan, of player: Player, over connection: NATSConnection, now: @escaping @Sendable () -> Timestamp
  ) -> OwnTracksLocation {
    let subject = EventSubjects(plan.id).phone(of: player.id)
    return OwnTracksLocation(
      {
        let live = try? connection.subscribe(subject)
        return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
          let task = Task {
            if let live { for await message in live { continuation.yield(message.bytes) } }
            continuation.finish()
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      }, clock: .continuous, now: now)
  }
}

/// What the messages of a phone say about where it is: a value, without a clock.
struct PhonePositions {
  /// Said when nothing comes.
  static let silent = "nothing comes from your phone; OwnTracks has to run there with the settings of this event"

  /// Deviations of the circle that holds 68 of 100 errors, which is what phones call accuracy: √(-2 ln 0.32).
  private static let deviations = 1.51
  /// Metres per second of a kilometre per hour.
  private static let kilometresPerHour = 1 / 3.6

  /// When the first position and the newest were measured, in seconds since 1970.
  private var first: Int64?, last: Int64?
  /// Whether the last one came too late.
  private var isLate = false

  /// Takes a message at a civil time; `nil` if it says nothing new.
  mutating func hear(_ bytes: [UInt8], at now: Timestamp) -> LocationUpdate? {
    guard let message = EventWire.read(PositionMessage.self, bytes), let place = message.place else { return nil }
    let age = now.milliseconds / 1000 - message.tst
    guard abs(age) <= OwnTracksLocation.oldest.components.seconds else {
      defer { isLate = true }
      return isLate ? nil : .lost(reason: Self.late(age))
    }
    if let last, message.tst <= last { return nil }
    isLate = false
    last = message.tst
    let start = first ?? message.tst
    first = start
    return .fix(
      Fix(
        position: place, time: .seconds(message.tst - start), utc: Timestamp(milliseconds: message.tst * 1000),
        mode: message.alt == nil ? .twoD : .threeD,
        accuracy: message.acc.flatMap { $0 > 0 ? $0 * Fix.circleDeviations / Self.deviations : nil },
        accuracySource: .receiver, altitude: message.alt,
        speed: message.vel.map { $0 * Self.kilometresPerHour }, course: message.course))
  }

  private static func late(_ age: Int64) -> String {
    age > 0
      ? "positions of your phone come \(age) s late, or the clock there or here is wrong"
      : "your phone says that it is \(-age) s later than here: one of the clocks is wrong"
  }
}
