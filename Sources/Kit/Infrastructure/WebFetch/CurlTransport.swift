internal import CCurl
internal import Glibc
internal import SystemKit

/// Fetches by libcurl, each page on a thread of its own: names are resolved and certificates read there, and no task
/// waits for that.
///
/// http and https only, certificates always checked, no cookies, no passwords. A proxy is taken from the environment
/// as curl takes it (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`). libcurl is loaded by the first fetch.
package struct CurlTransport: WebTransport {
  /// The certificate authorities to trust: a file and a folder; `nil` members mean the system's own.
  package struct Issuers: Hashable, Sendable {
    /// The path of a file of certificates.
    package var file: String?
    /// The path of a folder of certificates.
    package var folder: String?

    /// Trusts the certificate authorities of the system.
    package init() {}

    /// Trusts the certificate authorities that the environment names.
    ///
    /// The file is `SSL_CERT_FILE`, or else `CURL_CA_BUNDLE`; the folder is `SSL_CERT_DIR`. libcurl by itself looks at
    /// none of them.
    package init(environment: [String: String]) {
      func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
      file = path("SSL_CERT_FILE") ?? path("CURL_CA_BUNDLE")
      folder = path("SSL_CERT_DIR")
    }
  }

  let agent: String
  let issuers: Issuers

  /// - Parameters:
  ///   - agent: the User-Agent, printable ASCII: `trove/0.1.0 (+https://…)`.
  ///   - issuers: whose certificates are trusted.
  package init(agent: String, issuers: Issuers = Issuers()) { (self.agent, self.issuers) = (agent, issuers) }

  /// libcurl's version (`libcurl/7.88.1 OpenSSL/3.0.17 …`), `nil` if it is missing; loads it.
  package static var version: String? { trove_curl_version().map { String(cString: $0) } }

  /// Fetches one page on a thread of its own; cancelling the task ends the transfer.
  package func fetch(_ request: WebRequest, limits: WebLimits) async throws(WebError) -> WebResponse {
    let transfer = Transfer(request, limits: limits, settings: self)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<WebResponse, WebError>, Never>) in
        // Signals are for the player's threads; one about a closed connection would end the program.
        let started = SystemThread.start(stackSize: 1 << 20, blocksSignals: true) {
          transfer.run { continuation.resume(returning: $0) }
        }
        if !started { continuation.resume(returning: .failure(.other(request.address.place, "no thread to be had"))) }
      }
    } onCancel: {
      transfer.cancel()
    }
    return try result.get()
  }
}

/// One fetch by libcurl, on a thread of its own from its beginning to its end.
///
/// Only ``cancel()`` is called from elsewhere.
final class Transfer: @unchecked Sendable {
  private let request: WebRequest
  private let limits: WebLimits
  private let settings: CurlTransport
  private var reading: ReplyReading
  private let wish = Guarded(Wish())

  /// The handle while another thread may wake it, and whether the reply is no longer wanted.
  private struct Wish {
    var waking: Handle?
    var isCancelled = false
  }

  private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }

  init(_ request: WebRequest, limits: WebLimits, settings: CurlTransport) {
    (self.request, self.limits, self.settings) = (request, limits, settings)
    reading = ReplyReading(request.address, limits: limits)
  }

  /// Ends the transfer soon, wherever it is.
  func cancel() {
    wish.withLock { wish in
      wish.isCancelled = true
      if let handle = wish.waking { trove_curl_wake(handle.pointer) }
    }
  }

  /// Runs the transfer to its end and hands its outcome over before anything is cleaned up, which may take longer.
  func run(_ finish: (Result<WebResponse, WebError>) -> Void) {
    guard trove_curl_load() != 0 else { return finish(.failure(.noLibrary)) }
    guard let handle = open() else { return finish(.failure(.noLibrary)) }
    let waking = Handle(pointer: handle)
    let isWanted = wish.withLock { wish in
      wish.waking = waking
      return !wish.isCancelled
    }
    finish(isWanted ? perform(handle) : .failure(.cancelled))
    wish.withLock { $0.waking = nil }
    trove_curl_close(handle)
  }

  // MARK: - Running

  private func perform(_ handle: OpaquePointer) -> Result<WebResponse, WebError> {
    let start = ContinuousClock.now
    var code: CInt = 0
    while trove_curl_step(handle, 250, &code) != 0 {
      if wish.withLock({ $0.isCancelled }) { return .failure(.cancelled) }
      // libcurl looks at its own clock, but not while a name is resolved, and not between replies that never end.
      guard ContinuousClock.now - start < limits.total else { return .failure(.slow(place, after: limits.total)) }
    }
    if let fault = reading.fault { return .failure(fault.error(place, limits)) }
    guard code == 0 else { return .failure(error(CURLcode(rawValue: UInt32(bitPattern: code)), handle, since: start)) }
    return response(handle)
  }

  private func response(_ handle: OpaquePointer) -> Result<WebResponse, WebError> {
    let status = trove_curl_status(handle)
    guard (100...999).contains(status) else { return .failure(.badReply(place)) }
    let final = trove_curl_final_url(handle).flatMap { try? WebAddress(String(cString: $0)) }
    return .success(
      WebResponse(
        status: status, headers: reading.headers, body: reading.body, address: final ?? request.address))
  }

  private var place: String { request.address.place }

  private func error(_ code: CURLcode, _ handle: OpaquePointer, since start: ContinuousClock.Instant) -> WebError {
    switch code {
    case CURLE_OPERATION_TIMEDOUT:
      let time = ContinuousClock.now - start
      // libcurl's clock and this one are apart by some milliseconds.
      if time >= limits.total - .milliseconds(200) { return .slow(place, after: limits.total) }
      if reading.hasBegun || time >= limits.idle { return .silent(place, after: limits.idle) }
      return .slow(place, after: limits.connect)
    case CURLE_UNSUPPORTED_PROTOCOL:
      // libcurl's code for two things: where a redirect leads, and HTTP 0.9.
      return reading.headers.contains { $0.name == "location" } ? .badRedirect(place) : .badReply(place)
    case CURLE_PEER_FAILED_VERIFICATION:
      return .certificate(place, Self.reason(trove_curl_certificate_problem(handle)))
    default: return WebError(code, at: place, limits)
    }
  }

  /// OpenSSL's numbers (X509_V_ERR_…) in words.
  private static func reason(_ problem: Int) -> String {
    switch problem {
    // libcurl itself found the mismatch, after OpenSSL had accepted the certificate; 1 means not checked.
    case 0, 1: "its certificate is for another host"
    case 9: "its certificate is not valid yet; check the clock of this computer"
    case 10: "its certificate has expired"
    case 18, 19, 20, 21: "nobody known here has signed its certificate"
    case 23: "its certificate has been revoked"
    default: "its certificate is not valid (reason \(problem))"
    }
  }

  // MARK: - Preparing

  private func open() -> OpaquePointer? {
    let lines = ["Accept: \(request.accept)"] + request.conditions.map { "\($0.name): \($0.value)" }
    var copies = lines.map { UnsafePointer(strdup($0)) } + [nil]
    let texts = [request.address.text, settings.agent, settings.issuers.file, settings.issuers.folder, request.form]
      .map { $0.flatMap { UnsafePointer(strdup($0)) } }
    defer { (copies + texts).forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    return copies.withUnsafeMutableBufferPointer { lines in
      var fields = trove_curl_request()
      (fields.url, fields.agent, fields.body) = (texts[0], texts[1], texts[4])
      (fields.issuers_file, fields.issuers_folder) = (texts[2], texts[3])
      fields.headers = UnsafePointer(lines.baseAddress)
      fields.body_size = request.form?.utf8.count ?? 0
      limit(&fields)
      fields.context = Unmanaged.passUnretained(self).toOpaque()
      // Taking nothing ends the transfer.
      fields.on_header = { bytes, one, count, context in
        Transfer.of(context)?.reading.takeHead(bytes, one * count) ?? 0
      }
      fields.on_body = { bytes, one, count, context in
        Transfer.of(context)?.reading.takeBody(bytes, one * count) ?? 0
      }
      return trove_curl_open(&fields)
    }
  }

  private func limit(_ fields: inout trove_curl_request) {
    fields.connect_ms = Self.milliseconds(limits.connect)
    fields.idle_seconds = max(1, Self.milliseconds(limits.idle) / 1000)
    fields.total_ms = Self.milliseconds(limits.total)
    fields.redirects = limits.redirects
    fields.size = Int64(limits.size)
    fields.admits_plain_redirects = request.address.isSecure ? 0 : 1
  }

  private static func milliseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    // 0 would be no limit at all.
    return max(1, Int(min(max(0, seconds), 86_400)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    // libcurl hands back what `open` gave it, and `run` holds on to it.
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
