// The numbers of the statements on Core Animation's behaviour, and where they are cited.
//
//   2.3          section and statement
//   4.8-4.10     several statements of a section
//   17 Words     a whole section, as a suite's title
//   X-A12, X-A2b, X-C    measured
//   L-4, C-10, R-A4a, R-C, D-1    found by use and attack
//   U-5          UIKit's blocks

import Foundation

/// A statement's number.
enum StatementNumber {
  /// `2.3`.
  nonisolated(unsafe) private static let dotted = /[1-9][0-9]?\.[1-9][0-9]?/
  /// `X-A12`, and those of the other lists.
  nonisolated(unsafe) static let lettered = /X-C|X-[AB][0-9]{1,2}b?|[LCDU]-[0-9]{1,2}|R-C|R-[AB][0-9]{1,2}[ab]?/

  static func isNumber(_ word: some StringProtocol) -> Bool {
    let word = String(word)
    return word.wholeMatch(of: dotted) != nil || word.wholeMatch(of: lettered) != nil
  }

  /// The numbers that a word stands for: itself, all from one to another, or none.
  static func expand(_ word: Substring) -> [String] {
    if isNumber(word) { return [String(word)] }
    let ends = word.split(separator: "-")
    guard ends.count == 2, ends.allSatisfy({ $0.wholeMatch(of: dotted) != nil }) else { return [] }
    let parts = ends.map { $0.split(separator: ".") }
    guard parts[0][0] == parts[1][0], let low = Int(parts[0][1]), let high = Int(parts[1][1]), low < high else {
      return []
    }
    return (low...high).map { "\(parts[0][0]).\($0)" }
  }

  /// The numbers that the title of a test or suite cites: at its beginning, after a semicolon or an opening
  /// parenthesis, and those with letters anywhere.
  static func cited(byTitle title: String) -> [String] {
    var numbers: [String] = []
    var mayCite = true
    for word in title.split(separator: " ") {
      let isOpened = word.hasPrefix("(")
      let bare = word.drop(while: { $0 == "(" }).prefix(while: { !"),;:".contains($0) })
      let found = expand(bare)
      if (mayCite || isOpened) || found.first?.first?.isLetter == true { numbers += found }
      mayCite = (mayCite && !found.isEmpty) || word.hasSuffix(";")
    }
    return numbers
  }

  /// The section that a suite's title names: a number, then a word in upper case.
  static func section(ofTitle title: String) -> String? {
    let words = title.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].count <= 2, Int(words[0]) != nil, words[1].first?.isUppercase == true else {
      return nil
    }
    return String(words[0])
  }
}

/// The titles of tests and suites in a source.
func titles(in source: String) -> [String] {
  ["@Test(", "@Suite("].flatMap { mark in
    source.components(separatedBy: mark).dropFirst().compactMap { rest in
      let start = rest.drop(while: \.isWhitespace)
      guard start.first == "\"" else { return nil }
      var title = ""
      var isEscaped = false
      for character in start.dropFirst() {
        if character == "\"" && !isEscaped { return title }
        isEscaped = character == "\\" && !isEscaped
        title.append(character)
      }
      return nil
    }
  }
}
