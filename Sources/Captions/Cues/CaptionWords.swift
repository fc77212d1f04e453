// The words of a cue, and when each is said: as the file says, else shared out by their length.

/// A word of a cue.
struct CaptionWord: Equatable {
  /// In UTF-16 units of the cue's text.
  var range: Range<Int>
  /// In seconds.
  var start: Double
  var end: Double
}

extension CaptionTrack.Cue {
  /// A stretch of text whose words share a time.
  private struct Group {
    var start: Double
    var end: Double?
    /// Whether its words are said together: it is not known when each is.
    var isTogether = false
    var words: [(range: Range<Int>, length: Int)] = []
  }

  /// The words in the order of the text. What stands between them is white space.
  ///
  /// Words end at white space, and where a span with a time of its own begins; scripts that have no spaces are taken
  /// character by character. Words behind a time share what is left until the next one by their length, and so do the
  /// words of a cue without any time. Those in front of the first time are shown from the beginning (WebVTT's `:past`):
  /// those on its line are said until then, and those on lines above were said before.
  var words: [CaptionWord] {
    let isTimed = spans.contains { $0.start != nil }
    var groups = [Group(start: start, isTogether: isTimed)]
    var offset = 0
    var isInWord = false
    for span in spans {
      if let time = span.start {
        groups.append(Group(start: min(max(time, start), end), end: span.end.map { min($0, end) }))
        isInWord = false
      }
      for character in span.text {
        let length = character.utf16.count
        defer { offset += length }
        guard !character.isWhitespace else {
          isInWord = false
          if character.isNewline, groups[groups.count - 1].isTogether {
            groups[groups.count - 1].end = start
            groups.append(Group(start: start, isTogether: true))
          }
          continue
        }
        let isAlone = character.standsAlone
        if isInWord, !isAlone, let last = groups[groups.count - 1].words.indices.last {
          groups[groups.count - 1].words[last].range =
            groups[groups.count - 1].words[last].range.lowerBound..<offset + length
          groups[groups.count - 1].words[last].length += 1
        } else {
          groups[groups.count - 1].words.append((offset..<offset + length, 1))
        }
        isInWord = !isAlone
      }
    }
    return Self.timed(groups.filter { !$0.words.isEmpty }, until: end)
  }

  private static func timed(_ groups: [Group], until end: Double) -> [CaptionWord] {
    var words: [CaptionWord] = []
    for (index, group) in groups.enumerated() {
      let next = index + 1 < groups.count ? groups[index + 1].start : end
      // Words that are said before those in front of them are said with them.
      let start = max(group.start, words.last?.start ?? group.start)
      let stop = max(group.end ?? next, start)
      let total = Double(group.words.reduce(0) { $0 + $1.length })
      var done = 0
      for word in group.words {
        let from = start + (stop - start) * Double(done) / total
        done += word.length
        let to = Double(done) == total ? stop : start + (stop - start) * Double(done) / total
        words.append(
          CaptionWord(
            range: word.range, start: group.isTogether ? start : from, end: group.isTogether ? stop : to))
      }
    }
    return words
  }
}

extension Character {
  /// Whether it is a word by itself: of scripts that are written without spaces.
  fileprivate var standsAlone: Bool {
    guard let scalar = unicodeScalars.first?.value, scalar >= 0xE00 else { return false }
    switch scalar {
    // Thai, Lao, Myanmar, Khmer; Japanese kana; ideographs.
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      return true
    default: return false
    }
  }
}
