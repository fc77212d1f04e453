// Which pictures of a film cannot be decoded. A damaged film may have a million of them in a row, and each frame asks
// for the one that shows in their place.
//
// Tested by ClipWorkTests.

/// Pictures that cannot be decoded, by their places in the order of showing.
struct LostPictures {
  private var runs = RangeSet<Int>()

  func contains(_ picture: Int) -> Bool { run(of: picture) != nil }

  mutating func insert(_ picture: Int) { runs.insert(contentsOf: picture..<picture + 1) }

  mutating func remove(_ picture: Int) { runs.remove(contentsOf: picture..<picture + 1) }

  /// The picture that shows in place of one: itself where it is not lost, or else the last one before that is not, or
  /// else the first one after; nil where all are.
  ///
  /// - Parameter count: the number of pictures.
  func standIn(for picture: Int, of count: Int) -> Int? {
    guard let run = run(of: picture) else { return picture }
    guard run.lowerBound == 0 else { return run.lowerBound - 1 }
    return run.upperBound < count ? run.upperBound : nil
  }

  /// The lost pictures in a row around one; nil where it is not lost.
  private func run(of picture: Int) -> Range<Int>? {
    let ranges = runs.ranges
    let first = ranges.partitioningIndex { $0.upperBound > picture }
    return first < ranges.count && ranges[first].contains(picture) ? ranges[first] : nil
  }
}
