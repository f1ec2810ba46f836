package import Views

/// What lies over the views of a game and gets the keys: one thing at a time.
enum Overlay: Hashable, Sendable {
  case page(PageOverlay)
  /// The way to another source, which ``Play/switching`` keeps.
  case switching
  /// The question which place the player faces.
  case landmarks(Landmarks)
  /// The line or the choice in which the player answers.
  case answer(AnswerLine)
}

/// What is shown over the views of a game.
package enum OverlayScreen: Hashable, Sendable {
  case page(PageScreen)
  case switching(SwitchScreen)
  case landmarks(LandmarkScreen)
  case answer(AnswerScreen)
}

extension Play {
  /// The page that is open; `nil` closes it.
  var page: PageOverlay? {
    get { if case .page(let page) = overlay { page } else { nil } }
    set { overlay = newValue.map(Overlay.page) }
  }

  /// The places that the player may face, while they are asked; `nil` closes the list.
  var landmarks: Landmarks? {
    get { if case .landmarks(let landmarks) = overlay { landmarks } else { nil } }
    set { overlay = newValue.map(Overlay.landmarks) }
  }

  /// The answer that the player is giving; `nil` closes the line.
  var answering: AnswerLine? {
    get { if case .answer(let line) = overlay { line } else { nil } }
    set { overlay = newValue.map(Overlay.answer) }
  }

  /// Whether an answer, a path or a search is being typed.
  var takesText: Bool {
    switch overlay {
    case .answer(let line): line.options == nil
    case .switching: switching.question != nil
    case .page(let page): if case .around = page.kind { aroundList.isTyping } else { false }
    case .landmarks, nil: false
    }
  }
}

extension PlayScreen {
  /// The page over the views, if it is open.
  package var page: PageScreen? { if case .page(let page) = overlay { page } else { nil } }

  /// The way to another source, if it is open.
  package var switching: SwitchScreen? { if case .switching(let screen) = overlay { screen } else { nil } }

  /// The places that the player may face, if they are asked.
  package var landmarks: LandmarkScreen? { if case .landmarks(let screen) = overlay { screen } else { nil } }

  /// The answer that the player is giving, if a line is open.
  package var answering: AnswerScreen? { if case .answer(let screen) = overlay { screen } else { nil } }
}
