package import EventDomain
package import HuntDomain
package import Numbers
package import Room
internal import SystemKit
package import Views

/// The page for spectators of an event: a web server that shows what ``Spectators`` say.
package final class SpectatorPage: Sendable {
  /// The channels of the stream.
  private enum Channel: Int { case event, board, people, beat }

  private static let stream = "/events"
  /// Nothing but what the server itself has; no script, style or frame of anybody else.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  private let server: WebServer
  /// What was last said on each channel.
  private let said = Guarded<[Channel: String]>([:])

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - map: what the map shows below players and treasures.
  ///   - secrets: what names on the map must not tell.
  package init(
    of plan: EventPlan, map: BaseMap, keeping secrets: Secrets, leaflet: LeafletFiles, at place: WebServer.Listening,
    limits: VisitorLimits = VisitorLimits()
  ) throws(WebServerError) {
    var pages = [
      WebPage("/", type: "text/html; charset=utf-8", bytes: PackageResources.page_html),
      WebPage("/page.css", type: "text/css; charset=utf-8", bytes: PackageResources.page_css),
      WebPage("/page.js", type: "text/javascript; charset=utf-8", bytes: PackageResources.page_js),
      WebPage("/icon.svg", type: "image/svg+xml; charset=utf-8", bytes: PackageResources.icon_svg),
    ]
    pages.append(contentsOf: leaflet.pages)
    if let picture = GroundPicture.svg(map) {
      pages.append(WebPage("/map.svg", type: "image/svg+xml", text: picture))
    }
    server = try WebServer(
      pages, stream: Self.stream,
      headers: [
        ("Content-Security-Policy", Self.policy), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
      ], at: place, limits: limits)
    let rules = plan.positions
    let precision = rules.areShared ? rules.precision : nil
    publish(SpectatorMessages.event(map: map, precision: precision, keeping: secrets), .event)
  }

  /// The port that it listens at.
  package var port: UInt16 { server.port }

  /// Shows another leaderboard.
  package func show(_ screen: SpectatorScreen) { publish(SpectatorMessages.board(screen), .board) }

  /// Shows where players are now.
  package func show(_ people: [SpectatorPerson]) { publish(SpectatorMessages.people(people), .people) }

  /// Tells pages that the host is still there; those of whom nobody is there any more are noticed by it.
  package func beat(at now: Timestamp) { publish(SpectatorMessages.beat(at: now), .beat) }

  /// Ends the server.
  package func stop() { server.stop() }

  /// Says something, unless it is what was said before.
  private func publish(_ message: String, _ channel: Channel) {
    let isNew = said.withLock { said in
      defer { said[channel] = message }
      return said[channel] != message
    }
    if isNew { server.publish(message, on: channel.rawValue) }
  }
}
