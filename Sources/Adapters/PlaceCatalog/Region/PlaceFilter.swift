package import HuntDomain

/// Which places of a region are meant: those of some categories, and those with some keys.
///
/// Quick: it looks at two numbers a place.
package struct PlaceFilter: Hashable, Sendable {
  private var categories: UInt32
  private var keys: UInt32

  /// All places.
  package static let all = PlaceFilter(categories: .max, keys: .max)

  private init(categories: UInt32, keys: UInt32) { (self.categories, self.keys) = (categories, keys) }

  /// The places of some categories.
  package init(_ categories: Set<PlaceCategory>) {
    self.init(categories: categories.reduce(0) { $0 | 1 << UInt32(PlaceCode.number($1)) }, keys: 0)
  }

  /// The places that a list of categories and keys means, any of them: `food,historic`; all for an empty one.
  ///
  /// Throws: where a word is neither.
  package init(_ list: String) throws(CatalogProblem) {
    self.init(categories: 0, keys: 0)
    for part in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      if let category = PlaceCategory(rawValue: part.lowercased()) {
        categories |= 1 << UInt32(PlaceCode.number(category))
      } else if let bits = PlaceCode.keyBits[String(part)] {
        keys |= bits
      } else {
        let words = PlaceCategory.allCases.map(\.rawValue) + PlaceVocabulary.keys
        throw CatalogProblem(
          .usage,
          "“\(PlaceText.clean(String(part), limit: 40))” is no kind of place: say one of \(words.joined(separator: ", "))."
        )
      }
    }
    if categories == 0, keys == 0 { self = .all }
  }

  /// Whether it leaves nothing out.
  var isAll: Bool { categories == .max }

  /// Whether it means a place with this category's number and these bits of keys.
  func takes(category: UInt8, keys bits: UInt32) -> Bool {
    categories >> UInt32(category & 31) & 1 == 1 || keys & bits != 0
  }
}
