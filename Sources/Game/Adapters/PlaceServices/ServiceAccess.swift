internal import GeoFormats
internal import WebFetch

/// The error of a service, as a sentence for the player.
struct ServiceTrouble: Error, Hashable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Reads a service for one query, from the cache or the network, and notes the age of the oldest page.
struct ServiceAccess {
  enum Mode {
    /// Uses the cache only, without a request.
    case held
    /// Until that time, in the client's.
    case asking(until: Duration)
  }

  private let client: WebClient
  private let mode: Mode
  /// The age of the oldest page.
  private(set) var age: Duration?
  /// Why a page is not the newest.
  private(set) var trouble: String?

  init(_ client: WebClient, _ mode: Mode) { (self.client, self.mode) = (client, mode) }

  /// Reads one page and parses it with `read`; only a page that parses is cached.
  mutating func read<Content>(
    _ request: WebRequest, freshness: Duration, _ read: (WebResponse) throws(ServiceTrouble) -> Content
  ) async throws(ServiceTrouble) -> Content {
    guard case .asking(let deadline) = mode else { return try held(request, read) }
    do throws(ServiceTrouble) {
      let answer = try await ask(request, freshness, deadline)
      let content: Content
      do throws(ServiceTrouble) { content = try read(answer.response) } catch {
        await client.reject(request)
        throw error
      }
      client.keep(answer, for: request)
      note(answer.age)
      return content
    } catch {
      // An old page is better than none.
      guard let content = try? held(request, read) else { throw error }
      trouble = trouble ?? error.text
      return content
    }
  }

  private mutating func held<Content>(
    _ request: WebRequest, _ read: (WebResponse) throws(ServiceTrouble) -> Content
  ) throws(ServiceTrouble) -> Content {
    guard let answer = client.held(request) else { throw ServiceTrouble("nothing is at hand") }
    let content = try read(answer.response)
    note(answer.age)
    return content
  }

  private func ask(
    _ request: WebRequest, _ freshness: Duration, _ deadline: Duration
  ) async throws(ServiceTrouble) -> WebClient.Answer {
    do throws(WebError) { return try await client.answer(request, freshness: freshness, deadline: deadline) } catch {
      guard case .refused(_, _, let body, _) = error, let words = ServerWords.complaint(in: body) else {
        throw ServiceTrouble(error.description)
      }
      throw ServiceTrouble("\(error.description); it says \(words)")
    }
  }

  private mutating func note(_ age: Duration) { self.age = max(self.age ?? .zero, age) }
}

/// Extracts printable error messages from servers' responses.
enum ServerWords {
  private static let limit = 160

  /// The complaint in a page, in quotation marks: JSON or HTML that means one.
  static func complaint(in body: [UInt8]) -> String? {
    if let root = try? JSONDocument(body).root {
      let words = root["description"] ?? root["detail"] ?? root["title"] ?? root["message"]
      return words.flatMap { $0.text(limit: limit) }.flatMap(quoted)
    }
    guard looksLikePage(body) else { return nil }
    let lines = PlainHTML.paragraphs(String(decoding: body, as: UTF8.self))
    return lines.first { $0.lowercased().hasPrefix("error") }.flatMap(quoted)
  }

  /// Whether bytes are a page for people.
  static func looksLikePage(_ body: [UInt8]) -> Bool {
    body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
  }

  /// Creates the error for a page with unexpected content.
  static func misfit(_ body: [UInt8], from place: String, _ detail: String) -> ServiceTrouble {
    if body.isEmpty { return ServiceTrouble("\(place) sent nothing: check the address") }
    if looksLikePage(body) {
      return ServiceTrouble(
        "\(place) sent a page for people, no places: check the address, and whether the net wants you to sign in")
    }
    return ServiceTrouble("\(place) sent no places: \(detail): check the address")
  }

  private static func quoted(_ text: String) -> String? {
    text.isEmpty ? nil : "“\(SafeText.clean(text, limit: limit))”"
  }
}
