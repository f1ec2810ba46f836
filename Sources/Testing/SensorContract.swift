package import HuntApplication
internal import HuntDomain

/// What every location sensor promises, adapters and doubles alike; checked on the outside only.
///
/// ```swift
/// #expect(await LocationContract(atLeast: 3) { ScriptedLocation(walk) }.violations() == [])
/// ```
package struct LocationContract: Sendable {
  /// The kinds of update there are.
  package enum Kind: String, Hashable, Sendable {
    case fix, searching, lost

    /// The kind of an update.
    package init(_ update: LocationUpdate) {
      switch update {
      case .fix: self = .fix
      case .searching: self = .searching
      case .lost: self = .lost
      }
    }
  }

  private let count: Int
  private let kinds: [Kind]
  private let isRepeatable: Bool
  private let patience: Duration
  private let make: @Sendable () -> any DeviceLocation

  /// Creates the contract for the sensors that `make` makes.
  ///
  /// Each subscription must bring `count` updates, among them one of each of `kinds`; those of a repeatable source
  /// are the same each time. `patience` bounds a hang, nothing else: no promise is about speed.
  package init(
    atLeast count: Int, kinds: [Kind] = [.fix], isRepeatable: Bool = false, patience: Duration = .seconds(20),
    make: @escaping @Sendable () -> any DeviceLocation
  ) {
    self.count = count
    self.kinds = kinds
    self.isRepeatable = isRepeatable
    self.patience = patience
    self.make = make
  }

  /// The promises that are broken, as sentences; none for a good sensor.
  package func violations() async -> [String] {
    let sensor = make()
    let stream = StreamContract(count: count, isRepeatable: isRepeatable, patience: patience) { sensor.updates() }
    let (updates, violations) = await stream.check()
    return violations + updates.flatMap(timeViolations) + (updates.first.map(missingKinds) ?? [])
  }

  private func timeViolations(_ updates: [LocationUpdate]) -> [String] {
    let times = updates.compactMap { if case .fix(let fix) = $0 { fix.time } else { nil } }
    let backwards = zip(times, times.dropFirst()).filter { $0 > $1 }
    return backwards.map { "time goes back, from \($0) to \($1)" }
      + times.filter { $0 < .zero }.map { "time \($0) is before the subscription" }
  }

  private func missingKinds(_ updates: [LocationUpdate]) -> [String] {
    kinds.filter { !updates.map(Kind.init).contains($0) }.map { "no .\($0.rawValue) among the updates" }
  }
}

/// What every compass promises.
package struct HeadingContract: Sendable {
  private let stream: StreamContract<Heading>

  /// Creates the contract for the compasses that `make` makes; see ``LocationContract``.
  package init(
    atLeast count: Int, isRepeatable: Bool = false, patience: Duration = .seconds(20),
    make: @escaping @Sendable () -> any DeviceHeading
  ) {
    let sensor = make()
    stream = StreamContract(count: count, isRepeatable: isRepeatable, patience: patience) { sensor.headings() }
  }

  /// The promises that are broken, as sentences; none for a good compass.
  package func violations() async -> [String] { await stream.check().violations }
}

/// What every stream of a sensor promises: enough updates, an end on cancellation, subscriptions that do not meet.
struct StreamContract<Update: Sendable & Equatable>: Sendable {
  let count: Int
  let isRepeatable: Bool
  let patience: Duration
  let subscribe: @Sendable () -> AsyncStream<Update>

  /// The updates of two subscriptions that ran side by side, and the promises that are broken.
  func check() async -> (updates: [[Update]], violations: [String]) {
    // A third one is cancelled between them: neither may notice.
    let first = subscribe()
    let second = subscribe()
    let ended = await ends(onCancelling: subscribe())
    async let one = take(from: first)
    async let other = take(from: second)
    let updates = await [one, other]
    var violations = updates.filter { $0.count < count }.map { "\($0.count) updates instead of \(count)" }
    if !ended { violations.append("cancelling the consuming task does not end the stream") }
    if isRepeatable, updates[0] != updates[1] { violations.append("two subscriptions bring different updates") }
    return (updates, violations)
  }

  private func ends(onCancelling stream: AsyncStream<Update>) async -> Bool {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var iterator = stream.makeAsyncIterator()
      start.finish()
      while await iterator.next() != nil {}
    }
    for await _ in started {}
    task.cancel()
    return await finishes { await task.value }
  }

  private func take(from stream: AsyncStream<Update>) async -> [Update] {
    let (taken, sink) = AsyncStream.makeStream(of: Update.self)
    let task = Task {
      for await update in stream.prefix(count) { sink.yield(update) }
    }
    _ = await finishes { await task.value }
    task.cancel()
    sink.finish()
    return await taken.reduce(into: []) { $0.append($1) }
  }

  /// Whether `work` comes to an end; a task that hangs is left behind, for nothing could end it.
  private func finishes(_ work: @escaping @Sendable () async -> Void) async -> Bool {
    let (result, report) = AsyncStream.makeStream(of: Bool.self)
    let worker = Task {
      await work()
      report.yield(true)
    }
    let watchdog = Task {
      try? await Task.sleep(for: patience)
      report.yield(false)
    }
    defer {
      worker.cancel()
      watchdog.cancel()
    }
    return await result.first { _ in true } ?? false
  }
}
