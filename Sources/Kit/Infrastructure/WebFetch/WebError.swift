internal import CCurl

/// Why a page of the web could not be had, with what to do.
///
/// Every description is one printable sentence without full stop; of the server's data it quotes only the name of a
/// host, which has letters, digits, dots and hyphens only.
package enum WebError: Error, Hashable {
  /// An address is none; what is wrong with it.
  case badAddress(String)
  /// libcurl is not installed, or too old.
  case noLibrary
  /// No address is known for a place.
  case unknownHost(String)
  /// The place takes no connections.
  case unreachable(String)
  /// Not ended in time; of which place, after how long.
  case slow(String, after: Duration)
  /// The server stopped sending.
  case silent(String, after: Duration)
  /// A reply longer than `limit` bytes; of which place.
  case tooLarge(String, limit: Int)
  /// A reply whose head is too long; of which place.
  case headTooLarge(String)
  /// More redirects than `limit`; of which place.
  case tooManyRedirects(String, limit: Int)
  /// A redirect to another host than was asked; of which place, to which host.
  case otherHost(String, String)
  /// A redirect to something that is not asked for: a file, http after https, an address with a password.
  case badRedirect(String)
  /// Its certificate is not to be trusted, and why.
  case certificate(String, String)
  /// No secure connection came about.
  case notSecure(String)
  /// The connection broke off in the middle.
  case cutOff(String)
  /// What came is no reply of HTTP.
  case badReply(String)
  /// The proxy to the place does not work.
  case proxy(String)
  /// The server's status says no; a status of HTTP, and the beginning of what it sent.
  case refused(String, status: Int, body: [UInt8], wait: Duration?)
  /// Not asked, because it refused or failed lately; when it may be asked again.
  case resting(String, for: Duration)
  /// The caller stopped the request.
  case cancelled
  /// Something else, in libcurl's own words.
  case other(String, String)
}

extension WebError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badAddress(let detail): "not an address of the web: \(detail)"
    case .noLibrary: "libcurl is not installed: install the package libcurl4 to have places from the web"
    case .unknownHost(let place): "there is no host \(place), or no net: check the address and the connection"
    case .unreachable(let place): "\(place) takes no connections: check the address, or try again later"
    case .slow(let place, let time): "\(place) took more than \(Self.seconds(time)): try again later"
    case .silent(let place, let time): "\(place) said nothing for \(Self.seconds(time)): try again later"
    case .tooLarge(let place, let limit):
      "\(place) sent more than \(limit >> 20) MiB: ask for a smaller radius, or of another server"
    case .headTooLarge(let place): "\(place) sent far too long a head: it is broken or means harm"
    case .tooManyRedirects(let place, let limit): "\(place) redirected more than \(limit) times: check the address"
    case .otherHost(let place, let host):
      "\(place) redirected to another host, \(host), which is not asked in its place: take that address if you trust it"
    case .badRedirect(let place): "\(place) redirected to what may not be fetched: check the address"
    case .certificate(let place, let why): "\(place) is not to be trusted: \(why)"
    case .notSecure(let place): "no secure connection to \(place): it may speak http, not https"
    case .cutOff(let place): "\(place) broke off in the middle: try again later"
    case .badReply(let place): "\(place) did not reply as a server of the web does: check the address"
    case .proxy(let place): "the proxy to \(place) does not work: check http_proxy and https_proxy"
    case .refused(let place, let status, _, let wait): Self.refusal(of: place, status, wait)
    case .resting(let place, let time): "\(place) is not asked again for \(Self.seconds(time)), to spare it"
    case .cancelled: "cancelled"
    case .other(let place, let text): "\(place): \(text)"
    }
  }

  private static func refusal(of place: String, _ status: Int, _ wait: Duration?) -> String {
    let later = wait.map { "in \(seconds($0))" } ?? "later"
    return switch status {
    case 401, 403, 407: "\(place) wants a permission that there is none for (status \(status))"
    case 404, 410: "\(place) has no such page (status \(status)): check the address"
    case 429: "\(place) was asked too often (status 429): it is asked again \(later)"
    case 500...: "\(place) is in trouble or busy (status \(status)): it is asked again \(later)"
    default: "\(place) refused (status \(status)): check the address"
    }
  }

  /// `1 s`, `40 s`, `12 min`: rounded up.
  package static func seconds(_ time: Duration) -> String {
    let (whole, rest) = time.components
    let seconds = max(0, whole + (rest > 0 ? 1 : 0))
    return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}

extension WebError {
  /// Translates a libcurl error code of a transfer from `place`.
  init(_ code: CURLcode, at place: String, _ limits: WebLimits) {
    self =
      switch code {
      case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .badRedirect(place)
      case CURLE_COULDNT_RESOLVE_HOST: .unknownHost(place)
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy(place)
      case CURLE_COULDNT_CONNECT: .unreachable(place)
      case CURLE_FILESIZE_EXCEEDED: .tooLarge(place, limit: limits.size)
      case CURLE_SSL_CACERT_BADFILE:
        .certificate(place, "the file of trusted issuers cannot be read: check SSL_CERT_FILE")
      // libcurl's bounds for one line of a head, under the old code and the new one.
      case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): .headTooLarge(place)
      case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(place, limit: limits.redirects)
      case CURLE_SSL_CONNECT_ERROR: .notSecure(place)
      case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: .cutOff(place)
      case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2,
        CURLE_HTTP2_STREAM, CURLE_WRITE_ERROR:
        .badReply(place)
      default: .other(place, String(cString: trove_curl_text(CInt(bitPattern: code.rawValue))))
      }
  }
}
