// The names of a sequence's files: `frames/%05d.png`.

/// A printf pattern with one number in it.
struct SequencePattern: Equatable {
  /// The folder of the files, with its slash; empty for the current folder.
  let folder: String
  private let prefix: String
  private let suffix: String
  /// Digits to fill up with zeros to.
  private let digits: Int

  /// Takes a pattern apart: exactly one `%d` or `%0Nd` (N from 1 to 9) in the last component, `%%` for a percent sign,
  /// ending in a suffix.
  ///
  /// - Parameter suffix: of its pictures, such as `.png`.
  /// - Throws: `VideoError.badOutputName` for any other.
  init(_ path: String, suffix: String) throws(VideoError) {
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<folderEnd])
    var rest = path[folderEnd...]
    guard rest.lowercased().hasSuffix(suffix) else { throw Self.bad(path, "a sequence's name must end in \(suffix)") }
    guard !folder.contains("%") else { throw Self.bad(path, "the number must be in the last part of the path") }

    var literals = [""]
    var digits = 0
    while let character = rest.popFirst() {
      if character != "%" {
        literals[literals.count - 1].append(character)
      } else if rest.first == "%" {
        rest.removeFirst()
        literals[literals.count - 1].append("%")
      } else {
        if rest.first == "0" {
          rest.removeFirst()
          guard let digit = rest.popFirst()?.wholeNumberValue, digit > 0 else { throw Self.bad(path, Self.rule) }
          digits = digit
        }
        guard rest.popFirst() == "d" else { throw Self.bad(path, Self.rule) }
        literals.append("")
      }
    }
    guard literals.count == 2 else { throw Self.bad(path, Self.rule) }
    prefix = literals[0]
    self.suffix = literals[1]
    self.digits = digits
  }

  /// The file name of frame `index`, without the folder.
  func name(ofFrame index: Int) -> String {
    let number = String(index)
    return prefix + String(repeating: "0", count: max(digits - number.count, 0)) + number + suffix
  }

  /// Returns the number in the name of a file of the sequence, or nil for other names.
  func number(in name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else { return nil }
    let text = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), self.name(ofFrame: number) == name else {
      return nil
    }
    return number
  }

  private static let rule = "a sequence's name must hold one %d or %0Nd, N from 1 to 9 (%% for a percent sign)"

  private static func bad(_ path: String, _ reason: String) -> VideoError {
    .badOutputName(path: path, reason: "\(reason); for example frames/%05d.png")
  }
}
