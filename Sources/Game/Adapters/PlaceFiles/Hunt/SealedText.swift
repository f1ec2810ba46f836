internal import GeoFormats
internal import HuntDomain
internal import Sealing

/// The text of a hunt that is being sealed.
struct SealedText {
  let text: String
  /// The locks' secrets, by their numbers.
  private let secrets: [Int: [UInt8]]

  /// The content of one box.
  fileprivate struct Content {
    var features: [String] = []
    var items: [String] = []
    var members: [JSONContent.Member] = []
  }

  /// Seals a file; `nil` if there is not enough memory for the locks, or a box would be too large.
  init?(_ document: HuntDocument, _ hunt: Hunt, _ plan: SealPlan, cost: SealingCost, chance: (Int) -> [UInt8]) {
    var (secrets, locks) = ([Int: [UInt8]](), [String: JSONContent]())
    for (index, id) in plan.locks.enumerated() {
      guard let sealable = hunt.treasure(id)?.question?.sealable else { return nil }
      let (number, secret) = (index + 1, chance(Lock.secretLength))
      let answers = sealable.forms.compactMap { form in
        UInt8(exactly: form.word).map { (text: form.form, mark: $0) }
      }
      guard answers.count == sealable.forms.count,
        let lock = Lock(
          secret, answers: answers, label: SealedHunt.label(ofLock: number), cost: cost, chance: chance)
      else { return nil }
      secrets[number] = secret
      locks[id] = JSONContent(lock, number: number, kind: sealable.kind)
    }
    self.secrets = secrets
    var contents: [Set<Int>: Content] = [:]
    guard let root = try? JSONDocument(document.bytes).root else { return nil }
    Self.deal(document, root, plan, locks, to: &contents)
    Self.dealRest(hunt, root, plan, to: &contents)
    let open = contents.removeValue(forKey: []) ?? Content()
    var parts: [SealedHunt.Part] = []
    for (behind, content) in contents.sorted(by: { $0.key.sorted().lexicographicallyPrecedes($1.key.sorted()) }) {
      let numbers = behind.map { $0 + 1 }.sorted()
      let box = Box.seal(
        Array(content.text.utf8), secrets: numbers.compactMap { secrets[$0] },
        label: SealedHunt.label(ofPart: numbers), chance: chance)
      guard let box else { return nil }
      parts.append(SealedHunt.Part(locks: numbers, content: box))
    }
    guard let text = Self.text(of: root, open, parts, hunt, hasGoal: !plan.goal.isEmpty) else { return nil }
    self.text = text
  }

  /// Whether the text shows just the treasures of these ids, and all secrets together open it to a hunt.
  func opens(from visible: [String], to hunt: Hunt) -> Bool {
    guard let file = try? HuntFile(Array(text.utf8), path: ""), file.hunt.treasures.map(\.id) == visible,
      file.hunt.count == hunt.treasures.count, file.hunt.id == hunt.id, var sealed = file.sealed
    else { return false }
    for (number, secret) in secrets { sealed = sealed.with(secret, ofLock: number) }
    guard let opened = sealed.hunt() else { return false }
    return opened.treasures == hunt.treasures && opened.goal == hunt.goal && opened.message == hunt.message
      && Set(opened.items) == Set(hunt.items) && opened.order == hunt.order && opened.id == hunt.id
  }

  // MARK: - What goes where

  /// Deals the features out: treasures with their turns, so that they find their places again.
  private static func deal(
    _ document: HuntDocument, _ root: JSONValue, _ plan: SealPlan, _ locks: [String: JSONContent],
    to contents: inout [Set<Int>: Content]
  ) {
    var stages: [Int: (id: String, turn: Int)] = [:]
    for (turn, stage) in document.stages.enumerated() {
      stages[stage.feature.value.range.lowerBound] = (stage.treasure.id, turn + 1)
    }
    for value in HuntMerger.elements(root["features"]) {
      // Features other than treasures may reveal positions, so they are not written.
      guard let stage = stages[value.range.lowerBound] else { continue }
      let whole = edited(value) { editor, start in
        HuntDocument.setProperty("order", to: .number(Double(stage.turn)), inFeatureAt: start, &editor)
      }
      let behind = plan.locks(before: stage.id)
      guard let lock = plan.lock(at: stage.id), let seal = locks[stage.id] else {
        contents[behind, default: Content()].features.append(whole)
        continue
      }
      contents[behind, default: Content()].features.append(asking(whole, seal))
      contents[behind.union([lock]), default: Content()].features.append(whole)
    }
  }

  /// The open form of a treasure, before its question is answered: the known members except those revealed by the
  /// answer.
  private static func asking(_ feature: String, _ seal: JSONContent) -> String {
    guard let value = try? JSONDocument(feature).root else { return feature }
    let question = members(of: value["properties"]?["question"], [HuntKeys.Question.prompt, .price])
    let later: Set<HuntKeys.Stage> = [.question, .message, .items, .listing]
    let known = HuntKeys.Stage.allCases.filter { !later.contains($0) }
    let properties =
      members(of: value["properties"], known) + [
        "\"question\": " + object(question + [JSONContent.Member(HuntKeys.Question.sealed.rawValue, seal).text])
      ]
    let own = ["id", "geometry"].compactMap { key in value[named: key].map { "\"\(key)\": \(HuntMerger.text($0))" } }
    return object(["\"type\": \"Feature\"", "\"properties\": " + object(properties)] + own)
  }

  /// Distributes what is no feature to the boxes: items, the goal, and the winning text.
  private static func dealRest(
    _ hunt: Hunt, _ root: JSONValue, _ plan: SealPlan, to contents: inout [Set<Int>: Content]
  ) {
    for value in HuntMerger.elements(root["trove"]?["items"]) {
      guard let id = value["id"]?.text(limit: SafeText.nameLimit) else { continue }
      contents[plan.locks(beforeItem: id), default: Content()].items.append(HuntMerger.text(value))
    }
    if let goal = hunt.goal, !plan.goal.isEmpty {
      contents[plan.goal, default: Content()].members.append(.init("goal", JSONContent(goal)))
    }
    guard let message = hunt.message else { return }
    contents[plan.win, default: Content()].members.append(.init("message", .string(message)))
  }

  // MARK: - Texts

  /// The text of a value after edits of it alone.
  private static func edited(_ value: JSONValue, _ change: (inout JSONEditor, Int) -> Void) -> String {
    guard let document = try? JSONDocument(Array(value.bytes)) else { return HuntMerger.text(value) }
    var editor = JSONEditor(document)
    change(&editor, document.root.range.lowerBound)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  /// The text of the file: the open part, and the boxes.
  private static func text(
    of root: JSONValue, _ open: Content, _ parts: [SealedHunt.Part], _ hunt: Hunt, hasGoal: Bool
  ) -> String? {
    // A recorded walk would reveal everything; the other members are written anew or go into boxes.
    let anew: Set<HuntKeys.About> = [.trace, .type, .version, .title, .items, .message, .sealed]
    let known = HuntKeys.About.allCases.filter { !anew.contains($0) && !(hasGoal && $0 == .goal) }
    let seals: JSONContent = [
      "stages": .number(Double(hunt.treasures.count)), "goal": .bool(hasGoal),
      "boxes": .list(parts.map { JSONContent($0) }),
    ]
    let first: JSONContent = [
      "type": "hunt", "version": .number(Double(HuntFile.version)), "title": .string(hunt.title),
    ]
    guard case .object(let called) = first, parts.count <= HuntLimits.list else { return nil }
    let about =
      called.map(\.text) + members(of: root["trove"], known) + open.members.map(\.text)
      + ["\"items\": \(HuntMerger.list(open.items))", JSONContent.Member("sealed", seals).text]
    return """
      {
        "type": "FeatureCollection",
        "trove": {
          \(about.joined(separator: ",\n    "))
        },
        "features": \(HuntMerger.list(open.features))
      }

      """
  }

  /// Those members of an object that there are, as they are written; of doubled ones the last, which counts.
  private static func members<Key: HuntKey>(of object: JSONValue?, _ keys: [Key]) -> [String] {
    keys.compactMap { key in
      object?[named: key.rawValue].map { "\"\(key.rawValue)\": \(HuntMerger.text($0))" }
    }
  }

  private static func object(_ members: [String]) -> String { "{" + members.joined(separator: ", ") + "}" }
}

extension SealedText.Content {
  /// A GeoJSON text.
  fileprivate var text: String {
    let about = ["\"items\": \(HuntMerger.list(items))"] + members.map(\.text)
    return
      "{\"type\": \"FeatureCollection\", \"trove\": {\(about.joined(separator: ", "))}, \"features\": "
      + HuntMerger.list(features) + "}"
  }
}
