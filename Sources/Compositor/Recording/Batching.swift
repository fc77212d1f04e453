import CoreGraphics

/// Groups the draws of one pass: those with the same program, texture and blend state become one call. A draw may join
/// an earlier batch if nothing that was batched in between overlaps it, so that the picture stays the one of paint
/// order. The draws of a batch are linked by `next`, in paint order.
struct Batching {
  /// A batch that draws may still join. Draws are numbered from the first of the pass on.
  struct OpenBatch {
    /// In the builder's ``BatchKeyTable``.
    var key: Int32
    var blend: BlendState
    var first: Int32
    var last: Int32
    var count: Int32
    /// The box around all its draws.
    var bounds: Box
  }

  private(set) var batches: [OpenBatch] = []
  /// The next draw in the batch of each draw, or -1.
  private(set) var next: [Int32] = []
  /// The first draw of the pass.
  private var first = 0

  /// The number of batches back that a draw may go, and the most draws of a batch that are compared with it on the way.
  private static let reach = 6
  private static let comparisons = 24
  /// Opaque rectangles below this many pixels may be drawn blended if that saves a batch: a change of state costs more.
  private static let blendedOpaqueLimit = 4096.0

  /// Batches the draws of a pass, those in `range`; `isHidden` tells which are left out, and is empty for none.
  mutating func batch(_ draws: [PendingDraw], _ range: Range<Int>, leavingOut isHidden: [Bool], reordering: Bool) {
    batches.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: repeatElement(-1, count: range.count))
    first = range.lowerBound
    let reach = reordering ? Self.reach : 1
    let leavesOut = !isHidden.isEmpty
    for index in range {
      let draw = Int32(truncatingIfNeeded: index - first)
      if leavesOut && isHidden[Int(draw)] { continue }
      let found = findBatch(for: draws[index], draws, reach: reach)
      if found >= 0 {
        next[Int(batches[found].last)] = draw
        batches[found].last = draw
        batches[found].count += 1
        batches[found].bounds = batches[found].bounds.union(draws[index].bounds)
      } else {
        batches.append(
          OpenBatch(
            key: draws[index].key, blend: draws[index].blend, first: draw, last: draw, count: 1,
            bounds: draws[index].bounds))
      }
    }
  }

  /// Returns the batch that a draw joins; -1 for none.
  private func findBatch(for draw: PendingDraw, _ draws: [PendingDraw], reach: Int) -> Int {
    var index = batches.count - 1
    let end = max(0, batches.count - reach)
    while index >= end {
      if batches[index].key == draw.key
        && (batches[index].blend == draw.blend
          || (batches[index].blend == .sourceOver && draw.blend == .copy
            && draw.bounds.area < Self.blendedOpaqueLimit))
      {
        return index
      }
      if overlaps(index, draw.bounds, draws) { return -1 }
      index -= 1
    }
    return -1
  }

  private func overlaps(_ batch: Int, _ bounds: Box, _ draws: [PendingDraw]) -> Bool {
    guard batches[batch].bounds.intersects(bounds) else { return false }
    guard batches[batch].count <= Self.comparisons else { return true }
    var index = Int(batches[batch].first)
    while index >= 0 {
      if draws[first + index].bounds.intersects(bounds) { return true }
      index = Int(next[index])
    }
    return false
  }
}

struct BatchKey: Hashable {
  var program: ProgramKey
  var texture: TextureSource
  var backdrop: TextureSource = .none
}

/// The batch keys of a frame by number: a draw is compared with a batch by one number, and copied without its program
/// and textures. A number keeps its key until the table is cleared.
struct BatchKeyTable {
  /// A key, and the facts that each draw needs of it.
  struct Entry {
    let key: BatchKey
    let isLinear: Bool
    /// Vectors of an instance; 0 on the linear path.
    let vectors: Int32

    init(_ key: BatchKey) {
      self.key = key
      isLinear = key.program.features.contains(.linear)
      vectors = isLinear ? 0 : Int32(key.program.vectorsPerInstance)
    }
  }

  private(set) var entries: [Entry] = []
  private var numbers: [BatchKey: Int32] = [:]
  /// The number of the last key of each bin, or -1.
  private var recent: [Int32] = Array(repeating: -1, count: BatchKeyTable.bins)

  private static let bins = 64

  subscript(number: Int32) -> Entry { entries[Int(number)] }

  /// Returns the number of a key, which is entered if it is new.
  mutating func number(of key: BatchKey) -> Int32 {
    let bin = key.spread & (Self.bins - 1)
    let last = recent[bin]
    if last >= 0, entries[Int(last)].key == key { return last }
    let number = numbers[key] ?? Int32(entries.count)
    if Int(number) == entries.count {
      entries.append(Entry(key))
      numbers[key] = number
    }
    recent[bin] = number
    return number
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    for bin in recent.indices { recent[bin] = -1 }
  }
}

extension BatchKey {
  /// A number that differs between the frequent keys of frames.
  fileprivate var spread: Int {
    let features = Int(truncatingIfNeeded: program.features.rawValue)
    return texture.spread &* 5 &+ features &+ (features >> 4) &+ (features >> 16)
  }
}

extension TextureSource {
  fileprivate var spread: Int {
    switch self {
    case .none: 0
    case .image(let index, _, _): 1 &+ 3 &* Int(index)
    case .pass(let target, _): 2 &+ 3 &* Int(target)
    case .bitmap(let index, _): 3 &+ 3 &* Int(index)
    }
  }
}

/// The opaque rectangles of one pass in front of the examined draw, from front to back. It keeps its buffers from pass
/// to pass. A draw is dropped when one rectangle contains it wholly. The rectangles are kept by cells of the pass: a
/// rectangle that contains a draw also touches the cell of the draw's centre, so a test reads the few rectangles of one
/// cell. A full cell keeps those that cover most of it.
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

  private func column(_ x: Double) -> Int { min(max(Int(bounded: (x - frame.minX) / Self.cellSide), 0), columns - 1) }

  private func row(_ y: Double) -> Int { min(max(Int(bounded: (y - frame.minY) / Self.cellSide), 0), rows - 1) }
}
