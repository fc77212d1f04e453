// The ported source from the changes of its draft, with the lines that its remarks have there.

struct Assembly {
  /// What there is to do at a place.
  private enum Step {
    case change(Change)
    case leaveOut(Range<Int>)
    case put(Move)
  }

  private(set) var result: [UInt8] = []
  private(set) var remarks: [(line: Int, remark: Remark)] = []

  private let source: [UInt8]
  /// In order.
  private let steps: [(position: Int, step: Step)]
  private let sortedRemarks: [Remark]
  /// The line that the result has come to.
  private var line = 1

  /// - Parameter changes: the draft's in order.
  init(source: [UInt8], changes: [Change], draft: Draft) {
    self.source = source
    // Of what begins where a moved range does, all is moved with it.
    var steps = draft.moves.map { (position: $0.range.lowerBound, step: Step.leaveOut($0.range)) }
    steps += changes.map { ($0.range.lowerBound, .change($0)) } + draft.moves.map { ($0.place, .put($0)) }
    self.steps = steps.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
    sortedRemarks = draft.remarks.sorted { $0.position < $1.position }
  }

  /// How far a range has been written.
  private struct Cursor {
    /// In the source.
    var position: Int
    /// Of the remarks, the first that stands behind.
    var remark: Int
  }

  /// Writes a range of the source, changed.
  ///
  /// - Parameter isMoved: whether it is a moved one, which comes to its new place.
  mutating func write(_ range: Range<Int>, isMoved: Bool = false) {
    var cursor = Cursor(
      position: range.lowerBound, remark: sortedRemarks.partition { $0.position >= range.lowerBound })
    var next = steps.partition { $0.position >= range.lowerBound }
    // What is put in at the end of the source is no part of a range before it.
    let end = isMoved ? range.upperBound : .max
    while next < steps.count, steps[next].position < end {
      let (position, step) = steps[next]
      next += 1
      // What a moved range has in it.
      if position < cursor.position { continue }
      switch step {
      case .change(let change):
        pass(&cursor, to: position)
        // What stands in a change is in the line where that begins.
        cursor.position = change.range.upperBound
        while let remark = remark(&cursor, before: change.range.upperBound) { remarks.append((line, remark)) }
        put(change.replacement)
      case .leaveOut(let moved) where !(isMoved && moved == range):
        pass(&cursor, to: position)
        cursor.position = moved.upperBound
        while remark(&cursor, before: moved.upperBound) != nil {}
      case .leaveOut: break
      case .put(let move):
        pass(&cursor, to: position)
        put(move.before)
        write(move.range, isMoved: true)
        put(move.after)
      }
    }
    pass(&cursor, to: range.upperBound)
    guard !isMoved else { return }
    while let remark = remark(&cursor, before: .max) { remarks.append((line, remark)) }
  }

  /// The next remark that stands before a position.
  private func remark(_ cursor: inout Cursor, before position: Int) -> Remark? {
    guard cursor.remark < sortedRemarks.count, sortedRemarks[cursor.remark].position < position else { return nil }
    defer { cursor.remark += 1 }
    return sortedRemarks[cursor.remark]
  }

  /// Writes the source as it is.
  private mutating func pass(_ cursor: inout Cursor, to position: Int) {
    while let remark = remark(&cursor, before: position) {
      let start = max(remark.position, cursor.position)
      remarks.append((line + source[cursor.position..<start].newlines, remark))
    }
    line += source[cursor.position..<position].newlines
    result += source[cursor.position..<position]
    cursor.position = position
  }

  private mutating func put(_ text: String) {
    result += Array(text.utf8)
    line += Array(text.utf8).newlines
  }
}

extension Array {
  /// The first index of an element that a condition holds for, where it holds for all behind it too; the count where it
  /// holds for none.
  fileprivate func partition(where isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
