/// What is asked of a server: one page, by GET, or by POST when there is something to send.
package struct WebRequest: Hashable, Sendable {
  /// Where to ask.
  package let address: WebAddress
  /// What kinds of replies are understood, as the header `Accept` says it; printable ASCII.
  package let accept: String
  /// What is sent: a form (`data=…`), printable ASCII; `nil` for GET.
  package let form: String?
  /// More lines of the head, names and values printable ASCII.
  package var conditions: [WebHeader] = []

  /// Creates a request.
  package init(_ address: WebAddress, accept: String = "*/*", form: String? = nil) {
    (self.address, self.accept, self.form) = (address, accept, form)
  }

  /// What tells its answer from others.
  package var key: String { form.map { "POST \(address.text) \($0)" } ?? "GET \(address.text)" }
}

/// One line of a head.
package struct WebHeader: Hashable, Sendable {
  /// In small letters.
  package let name: String
  /// As it came, without white space around it: to compare and to read, never to print.
  package let value: String

  /// Creates a line.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name.lowercased(), value) }
}

/// A server's reply with any status.
package struct WebResponse: Hashable, Sendable {
  /// 100 to 999.
  package let status: Int
  /// Of the last reply, when redirects led to it.
  package let headers: [WebHeader]
  /// Unpacked; at most ``WebLimits/size`` bytes.
  package let body: [UInt8]
  /// Where redirects led.
  package let address: WebAddress

  /// Creates a response.
  package init(status: Int, headers: [WebHeader] = [], body: [UInt8] = [], address: WebAddress) {
    (self.status, self.headers, self.body, self.address) = (status, headers, body, address)
  }

  /// The value of the first line of that name, given in small letters.
  package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// How much time and memory one fetch may take.
package struct WebLimits: Hashable, Sendable {
  /// Until there is a connection, TLS included.
  package var connect = Duration.seconds(3)
  /// The longest pause in a transfer; counted in whole seconds.
  package var idle = Duration.seconds(5)
  /// From beginning to end, redirects included.
  package var total = Duration.seconds(10)
  /// Bytes of a body after it was unpacked.
  package var size = 8 << 20
  /// Bytes of all heads together.
  package var heads = 64 << 10
  /// Redirects that are followed.
  package var redirects = 3

  /// The usual limits.
  package init() {}
}

/// Seam: fetches one page, independent of the page before.
package protocol WebTransport: Sendable {
  /// Fetches within the limits; every status is a response.
  ///
  /// Ends at once when its task is cancelled. Throws: ``WebError``, and no other way out.
  func fetch(_ request: WebRequest, limits: WebLimits) async throws(WebError) -> WebResponse
}
