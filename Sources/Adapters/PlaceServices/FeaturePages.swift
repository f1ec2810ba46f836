internal import GeoFormats
internal import WebFetch

/// The way through the pages of a collection, link by link.
struct FeaturePages {
  /// Pages of one question.
  static let pageLimit = 10
  /// Features of one page, as many as are asked for; servers may give fewer.
  static let pageSize = 1000

  /// The page to ask for next; nothing at the end.
  private(set) var next: WebAddress?
  /// Why not all pages were asked for.
  private(set) var trouble: String?
  private var seen: Set<WebAddress> = []

  init(first: WebAddress) { next = first }

  /// Goes on from a page that has been read.
  ///
  /// - Parameters:
  ///   - address: where it was in the end, which its links are relative to.
  ///   - count: places so far.
  mutating func read(_ root: JSONValue, at address: WebAddress, count: Int) {
    guard let asked = next else { return }
    next = nil
    seen.insert(asked)
    let page = address
    guard let link = Self.next(in: root) else { return }
    let following: WebAddress
    do throws(WebError) { following = try page.resolving(link) } catch {
      trouble = "\(page.place) links to a next page that is no address; \(Self.shown(count, root))"
      return
    }
    guard let following = Self.sameServer(following, as: page) else {
      trouble = "\(page.place) goes on at another server, which was not asked; \(Self.shown(count, root))"
      return
    }
    // A last page that links to itself, or pages in a ring.
    guard !seen.contains(following) else { return }
    guard seen.count < Self.pageLimit, count < PlaceService.placeLimit else {
      trouble = "\(page.place) has more; \(Self.shown(count, root)): ask for a smaller radius"
      return
    }
    next = following
  }

  /// Ends because of a trouble.
  mutating func stop(_ trouble: String) { (next, self.trouble) = (nil, trouble) }

  private static func shown(_ count: Int, _ root: JSONValue) -> String {
    guard let all = root["numberMatched"]?.integer, all > count else { return "\(count) places are shown" }
    return "\(count) of \(all) places are shown"
  }

  private static func next(in root: JSONValue) -> String? {
    guard let links = root["links"], links.isArray else { return nil }
    let found = links.elements.first { $0["rel"]?.rawString == "next" && $0["href"]?.isString == true }
    return found?["href"]?.rawString
  }

  /// The address when it is of the same server.
  ///
  /// One that speaks http behind a gate that speaks https often does not know, and links to http; that link is meant,
  /// and taken as https.
  private static func sameServer(_ link: WebAddress, as page: WebAddress) -> WebAddress? {
    if link.origin == page.origin { return link }
    guard link.host == page.host, link.port == nil, page.port == nil else { return nil }
    return link.isSecure ? link : try? WebAddress("https://" + link.text.dropFirst("http://".count))
  }
}
