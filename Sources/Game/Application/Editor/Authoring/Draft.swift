package import HuntDomain

/// A hunt that is being made: unlike a ``Hunt`` it may have no stage yet.
package struct Draft: Hashable, Sendable {
  /// Characters of a title, a name or an author that are kept.
  package static let nameLimit = 200

  /// The hunt's name for players.
  package var title: String
  /// The name of the hunt's author; empty if the file gives none.
  package var author: String
  /// In the order in which they are to be found; ids are unique.
  package private(set) var treasures: [Treasure]
  /// The hunt from which the draft was made, with the properties that the editor does not change; `nil` for a new
  /// draft.
  private let base: Hunt?

  /// An empty draft.
  package init(title: String, author: String = "") {
    (self.title, self.author, treasures, base) = (title, author, [], nil)
  }

  /// A draft of a hunt that there is.
  package init(_ hunt: Hunt) { (title, author, treasures, base) = (hunt.title, hunt.author, hunt.treasures, hunt) }

  /// The hunt as it can be played; `nil` while it has no stage.
  package var hunt: Hunt? {
    guard
      var hunt = Hunt(
        title: title, id: base?.id, summary: base?.summary ?? "", author: author, licence: base?.licence ?? "",
        order: base?.order ?? .sequence, treasures: treasures)
    else { return nil }
    guard let base else { return hunt }
    (hunt.goal, hunt.items, hunt.limit, hunt.window, hunt.message) =
      (base.goal, base.items, base.limit, base.window, base.message)
    return hunt
  }

  /// The place of a stage in the order, from 0.
  package func index(of id: String) -> Int? { treasures.firstIndex { $0.id == id } }

  /// The draft after a change, or `nil` if the change does not fit it or changes nothing.
  package func applying(_ change: DraftChange) -> Draft? {
    var draft = self
    switch change {
    case .add(let treasure, let index):
      guard self.index(of: treasure.id) == nil, (0...treasures.count).contains(index) else { return nil }
      draft.treasures.insert(treasure, at: index)
    case .replace(let treasure):
      guard let index = index(of: treasure.id) else { return nil }
      draft.treasures[index] = treasure
    case .remove(let id):
      guard let index = index(of: id) else { return nil }
      draft.treasures.remove(at: index)
    case .move(let id, let target):
      guard let index = index(of: id), treasures.indices.contains(target) else { return nil }
      draft.treasures.insert(draft.treasures.remove(at: index), at: target)
    case .title(let title): draft.title = title
    }
    return draft == self ? nil : draft
  }

  /// An id that no stage has yet, made of a name: `the-old-mill`, `the-old-mill-2`.
  package func freeID(for name: String) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let stem = words.isEmpty ? "stage" : String(words.joined(separator: "-").prefix(60))
    let taken = Set(treasures.map(\.id))
    guard taken.contains(stem) else { return stem }
    // One more than there are stages is always enough.
    return (2...(taken.count + 2)).lazy.map { "\(stem)-\($0)" }.first { !taken.contains($0) } ?? stem
  }
}
