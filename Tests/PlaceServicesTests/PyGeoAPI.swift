import Foundation
import ProcessTesting
import SystemKit
import WebFetch

/// A real server of OGC API Features: pygeoapi, in an environment of its own, on a port of its own.
final class PyGeoAPI: Sendable {
  private static let version = "0.21.0"
  private static let packages = ["pygeoapi==\(version)", "gunicorn==23.0.0"]

  let port: UInt16
  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-ogc-\(UUID().uuidString)")
  private let server = Guarded<ChildProcess?>(nil)

  /// Where the environment lies that all runs share.
  private static let home: URL = {
    let variables = ProcessInfo.processInfo.environment
    let cache =
      variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? (variables["HOME"] ?? "/tmp") + "/.cache"
    return URL(filePath: cache).appending(path: "trove-tests/pygeoapi-\(version)")
  }()

  private static func program(_ name: String) -> String { home.appending(path: "V/bin/\(name)").path }

  /// Installs the server if need be, once for all runs; whether it is there now.
  static func install() async -> Bool {
    let ready = home.appending(path: "ready").path
    if FileManager.default.fileExists(atPath: ready) { return true }
    try? FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    // Two runs at a time: the second waits for the first. What was begun and not ended is begun anew.
    let script = """
      [ -e ready ] && exit 0
      rm -rf V
      for python in /usr/bin/python3 python3; do "$python" -m venv V && break; done
      V/bin/pip install -q --retries 1 --timeout 30 \(packages.joined(separator: " ")) && touch ready
      """
    let run = try? await Command.run(
      "flock", [home.appending(path: "lock").path, "sh", "-c", "cd '\(home.path)' && { \(script)\n}"], limit: 400)
    return run?.status == 0 && FileManager.default.fileExists(atPath: ready)
  }

  /// Starts a server of two collections, each with the given features.
  init(_ collections: [String: [String]]) async throws {
    port = try freePort(SOCK_STREAM)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, features) in collections {
      try Data(page(features).utf8).write(to: folder.appending(path: "\(name).geojson"))
    }
    let config = folder.appending(path: "config.json")
    try Data(configuration(collections.keys.sorted()).utf8).write(to: config)
    let environment = [
      "PYGEOAPI_CONFIG": config.path, "PYGEOAPI_OPENAPI": folder.appending(path: "openapi.json").path,
    ]
    let made = try await Command.run(
      Self.program("pygeoapi"), ["openapi", "generate", config.path, "--output-file", folder.path + "/openapi.json"],
      environment: environment)
    guard made.status == 0 else { throw Failure(description: made.error) }
    let child = try ChildProcess(
      [Self.program("gunicorn"), "-w", "2", "-b", "127.0.0.1:\(port)", "pygeoapi.flask_app:APP"],
      error: folder.path + "/log", environment: environment, limit: 300)
    server.withLock { $0 = child }
    try await waitUntilReady(child)
  }

  deinit {
    server.withLock { $0?.kill() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Kills the server, and waits until its port takes no connections: on a busy machine that is a moment later.
  func kill() async throws {
    server.withLock {
      $0?.kill()
      $0 = nil
    }
    for _ in 0..<6000 where takesConnections(port) { try await Task.sleep(for: .milliseconds(10)) }
  }

  var address: String { "http://127.0.0.1:\(port)" }

  private func waitUntilReady(_ child: ChildProcess) async throws {
    for _ in 0..<600 {
      guard !child.hasEnded else { throw Failure(description: log) }
      if await answers() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Failure(description: "it does not answer: \(log)")
  }

  /// Why it does not run, in its own words.
  struct Failure: Error, CustomStringConvertible { let description: String }

  private var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

  /// It takes connections before it answers.
  private func answers() async -> Bool {
    guard let address = try? WebAddress(address + "/collections") else { return false }
    let response = try? await CurlTransport(agent: "trove-tests").fetch(WebRequest(address), limits: WebLimits())
    return response?.status == 200
  }

  /// The server gives 100 features a page however many are asked for.
  ///
  /// JSON is YAML, and needs no care with indents.
  private func configuration(_ collections: [String]) -> String {
    let resources = collections.map { name in
      """
      "\(name)": {"type": "collection", "title": {"en": "\(name)"}, "description": {"en": "d"}, "keywords": {"en": ["k"]},
        "extents": {"spatial": {"bbox": [-180, -90, 180, 90], "crs": "http://www.opengis.net/def/crs/OGC/1.3/CRS84"}},
        "links": [{"type": "text/html", "rel": "license", "title": "Licence of \(name)", "href": "http://x.example/"}],
        "providers": [{"type": "feature", "name": "GeoJSON", "data": "\(folder.path)/\(name).geojson", "id_field": "id"}]}
      """
    }
    return """
      {"server": {"bind": {"host": "127.0.0.1", "port": \(port)}, "url": "\(address)", "mimetype": "application/json",
        "encoding": "utf-8", "gzip": true, "languages": ["en-US"], "pretty_print": false,
        "limits": {"default_items": 10, "max_items": 100, "on_exceed": "throttle"},
        "map": {"url": "http://x.example/{z}/{x}/{y}.png", "attribution": "a"}},
      "logging": {"level": "ERROR"},
      "metadata": {"identification": {"title": {"en": "t"}, "description": {"en": "d"}, "keywords": {"en": ["k"]},
        "keywords_type": "theme", "terms_of_service": "none", "url": "http://x.example"},
        "license": {"name": "l", "url": "http://x.example"}, "provider": {"name": "p"}, "contact": {"name": "c"}},
      "resources": {\(resources.joined(separator: ",\n"))}}
      """
  }
}
