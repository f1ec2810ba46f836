internal import GeoFormats
internal import HuntDomain
internal import Sealing

/// The text of a hunt that is being sealed.
struct SealedText {
  let text: String
  /// The locks' secrets, by their numbers.
  private let secrets: [Int: [UInt8]]

  /// What goes into one box.
  fileprivate struct Content {
    var features: [String] = []
    var items: [String] = []
    var members: [JSONContent.Member] = []
  }

  /// Seals a file; nothing when there is not enough memory for the locks, or a box would be too large.
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

  /// Whether all secrets together open the text to a hunt.
  func opens(to hunt: Hunt) -> Bool {
    guard let file = try? HuntFile(Array(text.utf8), path: ""), var sealed = file.sealed else { return false }
    for (number, secret) in secrets { sealed = sealed.with(secret, ofLock: number) }
    guard let opened = sealed.hunt() else { return false }
    return opened.treasures == hunt.treasures && opened.goal == hunt.goal && opened.message == hunt.message
      && Set(opened.items) == Set(hunt.items) && opened.order == hunt.order
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
    for value in HuntPatchwork.elements(root["features"]) {
      guard let stage = stages[value.range.lowerBound] else {
        contents[[], default: Content()].features.append(HuntPatchwork.text(value))
        continue
      }
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

  /// A treasure as it is read before its question is answered.
  private static func asking(_ feature: String, _ seal: JSONContent) -> String {
    guard let value = try? JSONDocument(feature).root else { return feature }
    return edited(value) { editor, start in
      for key in [HuntKeys.Stage.message, .items] {
        HuntDocument.setProperty(key.rawValue, to: nil, inFeatureAt: start, &editor)
      }
      guard let question = editor.document.root["properties"]?["question"]?.range.lowerBound else { return }
      for key in [HuntKeys.Question.text, .number, .tolerance, .options, .right, .name] {
        editor.set(key.rawValue, to: nil, inObjectAt: question)
      }
      editor.set(HuntKeys.Question.sealed.rawValue, to: seal, inObjectAt: question)
    }
  }

  /// Deals out what is no feature: items, the goal, and the last message to every end.
  private static func dealRest(
    _ hunt: Hunt, _ root: JSONValue, _ plan: SealPlan, to contents: inout [Set<Int>: Content]
  ) {
    for value in HuntPatchwork.elements(root["trove"]?["items"]) {
      guard let id = value["id"]?.text(limit: SafeText.nameLimit) else { continue }
      contents[plan.locks(beforeItem: id), default: Content()].items.append(HuntPatchwork.text(value))
    }
    if let goal = hunt.goal, !plan.goal.isEmpty {
      contents[plan.goal, default: Content()].members.append(.init("goal", JSONContent(goal)))
    }
    guard let message = hunt.message else { return }
    for end in plan.ends { contents[end, default: Content()].members.append(.init("message", .string(message))) }
  }

  // MARK: - Texts

  /// The text of a value after edits of it alone.
  private static func edited(_ value: JSONValue, _ change: (inout JSONEditor, Int) -> Void) -> String {
    guard let document = try? JSONDocument(Array(value.bytes)) else { return HuntPatchwork.text(value) }
    var editor = JSONEditor(document)
    change(&editor, document.root.range.lowerBound)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  /// The file with what stays open, and the boxes.
  private static func text(
    of root: JSONValue, _ open: Content, _ parts: [SealedHunt.Part], _ hunt: Hunt, hasGoal: Bool
  ) -> String? {
    guard let document = try? JSONDocument(Array(root.bytes)) else { return nil }
    var editor = JSONEditor(document)
    let start = document.root.range.lowerBound
    // A box around all places would tell where they are.
    editor.set("bbox", to: nil, inObjectAt: start)
    editor.set("features", toText: HuntPatchwork.list(open.features), inObjectAt: start)
    guard let about = HuntDocument.about(&editor, isNeeded: true) else { return nil }
    HuntDocument.raiseVersion(&editor)
    // What it is called must not depend on where it lies.
    if editor.document.root["trove"]?["title"]?.text()?.isEmpty ?? true {
      editor.set(HuntKeys.About.title.rawValue, to: .string(hunt.title), inObjectAt: about)
    }
    // A recorded walk leads past everything.
    for key in [HuntKeys.About.trace, .message] { editor.set(key.rawValue, to: nil, inObjectAt: about) }
    if hasGoal { editor.set(HuntKeys.About.goal.rawValue, to: nil, inObjectAt: about) }
    editor.set(
      HuntKeys.About.items.rawValue, toText: HuntPatchwork.list(open.items), inObjectAt: about)
    let seals: JSONContent = [
      "stages": .number(Double(hunt.treasures.count)), "goal": .bool(hasGoal),
      "boxes": .list(parts.map { JSONContent($0) }),
    ]
    editor.set(HuntKeys.About.sealed.rawValue, to: seals, inObjectAt: about)
    return editor.isRefused ? nil : String(decoding: editor.bytes, as: UTF8.self) + "\n"
  }
}

extension SealedText.Content {
  /// A GeoJSON text.
  fileprivate var text: String {
    let about = ["\"items\": \(HuntPatchwork.list(items))"] + members.map(\.text)
    return
      "{\"type\": \"FeatureCollection\", \"trove\": {\(about.joined(separator: ", "))}, \"features\": "
      + HuntPatchwork.list(features) + "}"
  }
}
