import CoreGraphics

/// The opaque rectangles of one pass in front of the examined draw, from front to back. It keeps its buffers from pass
/// to pass.
///
/// A draw is dropped when one rectangle contains it wholly. The rectangles are kept by cells of the pass: a rectangle
/// that contains a draw also touches the cell of the draw's centre, so a test reads the few rectangles of one cell. A
/// full cell keeps those that cover most of it.
struct Occluders {
  private static let cellSide = 64.0
  private static let perCell = 8
  /// Smaller rectangles, in pixels, hide next to nothing.
  private static let minimumArea = 256.0

  private var frame = Box.empty
  private var columns = 0
  private var rows = 0
  /// `perCell` entries for each cell, in pixels.
  private var boxes: [Box] = []
  /// The number of entries in use in each cell.
  private var counts: [UInt8] = []

  /// Starts a pass over `box`, with no rectangles.
  mutating func begin(_ box: Box) {
    frame = box
    columns = max(1, Int(bounded: (box.width / Self.cellSide).rounded(.up)))
    rows = max(1, Int(bounded: (box.height / Self.cellSide).rounded(.up)))
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: columns * rows))
    if boxes.count < counts.count * Self.perCell {
      boxes = Array(repeating: .empty, count: counts.count * Self.perCell)
    }
  }

  mutating func add(_ box: Box) {
    guard box.area >= Self.minimumArea else { return }
    for row in row(box.minY)...row(box.maxY - 1) {
      for column in column(box.minX)...column(box.maxX - 1) { add(box, toCell: row * columns + column) }
    }
  }

  /// Whether one of the rectangles hides a box wholly.
  func hide(_ box: Box) -> Bool {
    let cell = row((box.minY + box.maxY) / 2) * columns + column((box.minX + box.maxX) / 2)
    let first = cell * Self.perCell
    for index in first..<(first + Int(counts[cell])) where boxes[index].contains(box) { return true }
    return false
  }

  private mutating func add(_ box: Box, toCell cell: Int) {
    let first = cell * Self.perCell
    let count = Int(counts[cell])
    if count < Self.perCell {
      boxes[first + count] = box
      counts[cell] += 1
      return
    }
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    let x = frame.minX + Double(column) * Self.cellSide
    let y = frame.minY + Double(row) * Self.cellSide
    let area = Box(x, y, x + Self.cellSide, y + Self.cellSide)
    var (least, smallest) = (-1, box.intersection(area).area)
    for index in first..<(first + count) {
      let covered = boxes[index].intersection(area).area
      if covered < smallest { (least, smallest) = (index, covered) }
    }
    if least >= 0 { boxes[least] = box }
  }

  private func column(_ x: Double) -> Int {
    min(max(Int(bounded: (x - frame.minX) / Self.cellSide), 0), columns - 1)
  }

  private func row(_ y: Double) -> Int {
    min(max(Int(bounded: (y - frame.minY) / Self.cellSide), 0), rows - 1)
  }
}
