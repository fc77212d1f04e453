// Key paths to colours, as Lottie players have them: names with dots between them, `*` for one and `**` for any number.

/// A key path, and how far names match it.
///
/// A place is a set of positions in the path, as `**` lets there be several: bit `n` stands for "the first `n` parts
/// are matched".
struct LottieKeyPath {
  typealias Place = UInt64

  private let parts: [String]

  /// Reads a path; nil for one that is empty or of more than 62 names.
  init?(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard 1...62 ~= parts.count, !text.isEmpty else { return nil }
  }

  /// The place before all names.
  var start: Place { closure(of: 1) }

  /// The place after one more name, which may have dots in it.
  func advance(_ place: Place, by name: String) -> Place {
    guard place != 0 else { return 0 }
    let names = name.split(separator: ".", omittingEmptySubsequences: false)
    var next: Place = 0
    for position in parts.indices where place >> Place(position) & 1 == 1 {
      switch parts[position] {
      case "**": next |= 1 << Place(position)
      case "*": next |= 1 << Place(position + 1)
      default:
        let end = position + names.count
        if end <= parts.count, zip(parts[position..<end], names).allSatisfy({ $0 == $1 }) { next |= 1 << Place(end) }
      }
    }
    return closure(of: next)
  }

  /// Whether a colour is meant whose name is that of the place, `Color` written or not.
  func isColor(_ place: Place) -> Bool { isEnd(place) || isEnd(advance(place, by: "Color")) }

  private func isEnd(_ place: Place) -> Bool { place >> Place(parts.count) & 1 == 1 }

  /// With the places that `**` for no name at all leads to.
  private func closure(of place: Place) -> Place {
    var place = place
    for (position, part) in parts.enumerated() where part == "**" && place >> Place(position) & 1 == 1 {
      place |= 1 << Place(position + 1)
    }
    return place
  }
}
