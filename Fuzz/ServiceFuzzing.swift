import Dispatch
import Geodesy
import Nearby
import Numbers
import PlaceServices
import Places
import SystemKit
import WebFetch

/// Bytes as what services of places reply: pages behind lines of equal signs, each with a status and heads above an empty
/// line where it begins with `HTTP `.
enum ServiceFuzzing {
  private static let mark = Array("\n====\n".utf8)
  private static let addresses = [
    "https://places.example", "https://places.example/collections/c/items", "https://places.example/api/interpreter",
  ]

  /// Asks one of each kind: whatever it replies, there is an answer, and nothing of it harms a terminal.
  static func answer(_ bytes: [UInt8]) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      for address in addresses { await ask(address, bytes) }
      done.signal()
    }
    done.wait()
  }

  private static func ask(_ address: String, _ bytes: [UInt8]) async {
    let passed = Guarded(Duration.zero)
    let time = WebClient.Time(
      date: { 1_800_000_000 }, now: { passed.withLock { $0 } },
      sleep: { time in passed.withLock { $0 += max(time, .milliseconds(1)) } })
    let client = WebClient(
      transport: FuzzedServer(bytes.split(mark)), cache: nil, time: time, generator: SeededGenerator(seed: 1))
    guard let service = try? PlaceService(address, client: client),
      let centre = Coordinate(latitude: 48.137, longitude: 11.575)
    else { return }
    var (last, count) = (PlacesAnswer?.none, 0)
    for await answer in service.answers(near: centre, within: 500) {
      (last, count) = (answer, count + 1)
      require(answer.attribution + [answer.trouble].compactMap(\.self))
      for place in answer.places {
        require([place.name, place.kind ?? ""] + place.tags.pairs.flatMap { [$0.key, $0.value] })
        precondition(place.position.distance(to: centre) <= 500)
      }
      precondition(Set(answer.places.map(\.id)).count == answer.places.count)
    }
    precondition(count > 0 && last?.isAwaitingBetter == false)
  }

  private static func require(_ texts: [String]) {
    for text in texts { precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }) }
  }
}

/// All servers of a net: the pages one after the other, the last one again and again.
private struct FuzzedServer: WebTransport {
  private let pages: [[UInt8]]
  private let count = Guarded(0)

  init(_ pages: [[UInt8]]) { self.pages = pages }

  func fetch(_ request: WebRequest, limits: WebLimits) async throws(WebError) -> WebResponse {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let page = pages[min(number, pages.count) - 1]
    let begin = Array("HTTP ".utf8)
    let parts = page.starts(with: begin) ? page.dropFirst(begin.count).split([0x0A, 0x0A], limit: 2) : []
    guard parts.count == 2 else { return WebResponse(status: 200, body: page, address: request.address) }
    let lines = String(decoding: parts[0], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let headers = lines.dropFirst().prefix(20).map { line in
      let words = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return WebHeader(String(words[0]), words.count > 1 ? String(words[1]) : "")
    }
    let response = WebResponse(
      status: lines.first.flatMap { Int($0) } ?? 200, headers: headers, body: parts[1], address: request.address)
    precondition(response.wait(now: 1_800_000_000).map { $0 >= .zero } ?? true)
    precondition(response.freshness.map { $0 >= .zero } ?? true)
    return response
  }
}

extension Collection<UInt8> where SubSequence: Sendable {
  /// The parts between the marks.
  fileprivate func split(_ mark: [UInt8], limit: Int = 8) -> [[UInt8]] {
    Array(self).split(separator: mark, maxSplits: limit - 1, omittingEmptySubsequences: false).map(Array.init)
  }
}
