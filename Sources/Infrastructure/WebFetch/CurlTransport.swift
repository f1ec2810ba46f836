internal import CCurl
internal import Glibc
internal import SystemKit

/// Fetches by libcurl, each page on a thread of its own: names are resolved and certificates read there, and no task
/// waits for that.
///
/// http and https only, certificates always checked, no cookies, no passwords. A proxy is taken from the environment
/// as curl takes it (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`). libcurl is loaded by the first fetch.
package struct CurlTransport: WebTransport {
  /// Who is trusted to sign certificates: a file, a folder; nothing for those that the system trusts.
  package struct Issuers: Hashable, Sendable {
    package var file: String?
    package var folder: String?

    /// Those of the system.
    package init() {}

    /// Those that the environment names.
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
  ///   - agent: who asks, printable ASCII: `trove/0.1.0 (+https://…)`.
  ///   - issuers: whose certificates are trusted.
  package init(agent: String, issuers: Issuers = Issuers()) { (self.agent, self.issuers) = (agent, issuers) }

  /// libcurl's version (`libcurl/7.88.1 OpenSSL/3.0.17 …`), or nothing where it is missing; loads it.
  package static var version: String? { trove_curl_version().map { String(cString: $0) } }

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
