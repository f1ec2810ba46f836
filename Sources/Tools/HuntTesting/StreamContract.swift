/// The contract of every sensor's stream: enough updates, an end on cancellation, independent subscriptions.
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

  /// Whether `work` ends in time; a task that hangs is abandoned, because it cannot be stopped.
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
