internal import CCurl

extension WebError {
  /// What a code of libcurl says of a transfer from `place`.
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
