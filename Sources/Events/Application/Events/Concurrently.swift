extension Collection where Element: Sendable {
  /// Does something with each element, with so many at the same time, in any order.
  ///
  /// Throws: what the first one that failed has thrown, when all that had begun have ended.
  package func concurrently(
    atMost count: Int, _ body: @escaping @Sendable (Element) async throws(EventTrouble) -> Void
  ) async throws(EventTrouble) {
    let trouble = await withTaskGroup(of: EventTrouble?.self) { group in
      var trouble: EventTrouble?
      for (index, element) in enumerated() {
        if index >= count { trouble = await group.next() ?? nil }
        guard trouble == nil else { break }
        group.addTask {
          do throws(EventTrouble) { try await body(element) } catch { return error }
          return nil
        }
      }
      for await late in group { trouble = trouble ?? late }
      return trouble
    }
    if let trouble { throw trouble }
  }
}
