/// The cipher of geocaching hints: every Latin letter moves by half the alphabet, so that reading takes a decision.
///
/// ```swift
/// ROT13.turned("Under the oak [in German: Eiche]")  // "Haqre gur bnx [in German: Eiche]"
/// ```
package enum ROT13 {
  /// The text encoded, or decoded: doing it twice changes nothing.
  ///
  /// What stands in square brackets is not encoded, as listings have it.
  package static func turned(_ text: String) -> String {
    var isPlain = false
    var turned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "[": isPlain = true
      case "]": isPlain = false
      default: break
      }
      turned.append(isPlain ? scalar : moved(scalar))
    }
    return String(turned)
  }

  private static func moved(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "a"..."m", "A"..."M": Unicode.Scalar(UInt8(ascii: scalar) + 13)
    case "n"..."z", "N"..."Z": Unicode.Scalar(UInt8(ascii: scalar) - 13)
    default: scalar
    }
  }
}
