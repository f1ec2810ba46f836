/// A name that the format gives to a member of one of its objects.
protocol HuntKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The object, as the schema calls it.
  static var object: String { get }
  /// The members without which the hunt would be another: a misspelt one is an error.
  static var rules: Set<Self> { get }
}

extension HuntKey {
  static var rules: Set<Self> { Set(allCases) }
}

/// The names of all members of the format, by object; readers use only these names.
package enum HuntKeys {
  /// The names by object, as the schema and the documentation have to say them too.
  package static let all: [String: Set<String>] = {
    let objects: [any HuntKey.Type] = [
      About.self, Stage.self, Item.self, Hint.self, Question.self, Requirement.self, Projection.self, Visibility.self,
      Window.self, Event.self, Listing.self, Log.self, Seals.self, Box.self, Lock.self,
    ]
    return Dictionary(uniqueKeysWithValues: objects.map { ($0.object, names($0)) })
  }()

  private static func names<Key: HuntKey>(_ keys: Key.Type) -> Set<String> { Set(keys.allCases.map(\.rawValue)) }

  /// The collection's member `trove`.
  enum About: String, HuntKey {
    static let object = "trove"
    case type, version, id, title, summary, place, author, licence, order, map, trace
    case goal, items, window, message, event, sealed
    case limit = "limit_s"

    /// The members that version 1 of the format did not have.
    static let new: Set<About> = [.id, .goal, .items, .window, .message, .event, .sealed, .limit]
    static let rules: Set<About> = [.order, .goal, .items, .window, .event, .sealed, .limit]
  }

  /// A treasure's `properties`.
  enum Stage: String, HuntKey {
    static let object = "treasure"
    case id, name, kind, order, points, hint, message
    case at, hints, arrival, sound, question, requires, visibility, projection, window, items, prize, listing
    case radius = "radius_m"
    case limit = "limit_s"

    /// The members that version 1 of the format did not have.
    static let new: Set<Stage> = [
      .at, .hints, .arrival, .sound, .question, .requires, .visibility, .projection, .window, .items, .prize, .listing,
      .limit,
    ]
    static let rules: Set<Stage> = [.question, .requires, .visibility, .projection, .window, .limit]
  }

  enum Item: String, HuntKey {
    static let object = "item"
    static let rules: Set<Item> = [.id]
    case id, name
  }

  enum Hint: String, HuntKey {
    static let object = "hint"
    case text, price
    case after = "after_s"
  }

  enum Question: String, HuntKey {
    static let object = "question"
    case prompt, text, number, tolerance, options, right, name, price, sealed
  }

  enum Projection: String, HuntKey {
    static let object = "projection"
    case from, latitude, longitude
    case bearing = "bearing_deg"
    case distance = "distance_m"
  }

  enum Visibility: String, HuntKey {
    static let object = "visibility"
    case revealed
    case near = "near_m"
  }

  enum Window: String, HuntKey {
    static let object = "window"
    case from, to
  }

  enum Event: String, HuntKey {
    static let object = "event"
    case scoring, starts, ends
    case grace = "grace_s"
  }

  enum Listing: String, HuntKey {
    static let object = "listing"
    static let rules: Set<Listing> = []
    case code, owner, type, size, difficulty, terrain, description, logs
    case encodedHint = "encoded_hint"
  }

  enum Log: String, HuntKey {
    static let object = "log"
    static let rules: Set<Log> = []
    case date, kind, finder, text
  }

  /// The members that describe a hunt's sealed parts.
  enum Seals: String, HuntKey {
    static let object = "seals"
    case stages, goal, boxes
  }

  enum Box: String, HuntKey {
    static let object = "box"
    case locks, content, sum
  }

  enum Lock: String, HuntKey {
    static let object = "lock"
    case lock, kind, passes, salt, slots, sum
    case memory = "memory_kib"
  }
}
