// The opaque rectangles in front, while draws are looked at from front to back.
//
// A draw is dropped when one rectangle contains it wholly. The rectangles are kept by tiles of the pass: whoever
// contains a draw also touches the tile of the draw's centre, so a question looks at the few rectangles of one tile. A
// tile that is full keeps those that cover most of it.

import CoreGraphics

/// The opaque rectangles of one pass seen so far. Reused from pass to pass, it keeps its buffers.
struct Occluders {
  private static let tileSide = 64.0
  private static let perTile = 8
  /// In pixels; smaller rectangles hide next to nothing.
  private static let minimumArea = 256.0

  private var frame = Box.empty
  private var columns = 0
  private var rows = 0
  /// `perTile` places for each tile, in pixels.
  private var boxes: [Box] = []
  /// How many places of each tile are taken.
  private var counts: [UInt8] = []

  /// Starts a pass over `box`, with no rectangles.
  mutating func begin(_ box: Box) {
    frame = box
    columns = max(1, Int(bounded: (box.width / Self.tileSide).rounded(.up)))
    rows = max(1, Int(bounded: (box.height / Self.tileSide).rounded(.up)))
    counts.removeAll(keepingCapacity: true)
    counts.append(contentsOf: repeatElement(0, count: columns * rows))
    if boxes.count < counts.count * Self.perTile {
      boxes = Array(repeating: .empty, count: counts.count * Self.perTile)
    }
  }

  /// Adds an opaque rectangle.
  mutating func add(_ box: Box) {
    guard box.area >= Self.minimumArea else { return }
    for row in row(box.minY)...row(box.maxY - 1) {
      for column in column(box.minX)...column(box.maxX - 1) { add(box, toTile: row * columns + column) }
    }
  }

  /// Whether a rectangle is hidden wholly by one of them.
  func hide(_ box: Box) -> Bool {
    let tile = row((box.minY + box.maxY) / 2) * columns + column((box.minX + box.maxX) / 2)
    let first = tile * Self.perTile
    for index in first..<(first + Int(counts[tile])) where boxes[index].contains(box) { return true }
    return false
  }

  private mutating func add(_ box: Box, toTile tile: Int) {
    let first = tile * Self.perTile
    let count = Int(counts[tile])
    if count < Self.perTile {
      boxes[first + count] = box
      counts[tile] += 1
      return
    }
    let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
    let x = frame.minX + Double(column) * Self.tileSide
    let y = frame.minY + Double(row) * Self.tileSide
    let area = Box(x, y, x + Self.tileSide, y + Self.tileSide)
    var (least, smallest) = (-1, box.intersection(area).area)
    for index in first..<(first + count) {
      let covered = boxes[index].intersection(area).area
      if covered < smallest { (least, smallest) = (index, covered) }
    }
    if least >= 0 { boxes[least] = box }
  }

  private func column(_ x: Double) -> Int {
    min(max(Int(bounded: (x - frame.minX) / Self.tileSide), 0), columns - 1)
  }

  private func row(_ y: Double) -> Int {
    min(max(Int(bounded: (y - frame.minY) / Self.tileSide), 0), rows - 1)
  }
}
