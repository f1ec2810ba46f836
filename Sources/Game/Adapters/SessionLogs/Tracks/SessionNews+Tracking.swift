internal import Game
internal import HuntDomain

extension SessionNews {
  /// The name of a piece of news in a track, and the id of the treasure that it is about; `nil` for what is in none, and for
  /// positions.
  var tracked: (name: String, treasure: String?)? {
    switch self {
    case .fix, .held, .searching, .remark: nil
    case .started: ("started", nil)
    case .unsealed: ("unsealed", nil)
    case .lost: ("lost", nil)
    case .found(let find, _, _): ("found", find.treasure.id)
    case .hint(let treasure, _): ("hint", treasure.id)
    case .opened(let treasure): ("opened", treasure.id)
    case .entered(let treasure): ("entered", treasure.id)
    case .left(let treasure): ("left", treasure.id)
    case .asked(let treasure, _): ("asked", treasure.id)
    case .answered(let treasure, _): ("answered", treasure.id)
    case .answeredWrongly(let treasure, _): ("answered_wrongly", treasure.id)
    case .claimed(let treasure, _, _, _): ("claimed", treasure.id)
    case .expired(let treasure): ("expired", treasure.id)
    case .timeUp: ("time_up", nil)
    case .gained: ("gained", nil)
    case .obstacle(let treasure, _): ("obstacle", treasure.id)
    case .reply: ("reply", nil)
    case .resumed: ("resumed", nil)
    case .notSaved: ("not_saved", nil)
    case .savedAgain: ("saved_again", nil)
    case .slept: ("slept", nil)
    case .announced: ("announced", nil)
    case .mates, .board: ("reply", nil)
    case .finished: ("finished", nil)
    }
  }
}
