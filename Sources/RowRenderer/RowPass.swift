// A pass as bands of rows: which draws reach into which.

import Compositor
import CoreGraphics

/// Drawing into one target.
struct RowPass: Sendable {
  /// Rows of a band: of a frame of 1920 pixels a band is half a megabyte, which stays in a core's cache.
  private static let bandRows = 64

  let target: Int32
  let width: Int
  let height: Int
  let batches: [RowBatch]
  /// The pixel that the target is cleared with first; nil where the pass continues what is there.
  private let clearColor: UInt32?
  /// The draws of all bands, band after band, each band's in the order of drawing.
  private let draws: [Draw]
  /// The index in `draws` at which each band begins, and at which the last one ends.
  private let starts: [Int]

  /// A draw in a band.
  struct Draw: Sendable {
    /// The batch, by its index in the pass.
    var batch: Int32
    /// The quad, or where the instance begins, in the list.
    var index: Int32
  }

  init(_ pass: RenderPass, _ batches: [RowBatch], _ list: DrawList) {
    target = pass.target
    (width, height) = (max(Int(bounded: pass.box.width), 0), max(Int(bounded: pass.box.height), 0))
    clearColor = pass.continues ? nil : pass.clearColor.pixel
    self.batches = batches
    (draws, starts) = Self.sorted(batches, list, height: height)
  }

  /// Sorts the draws into bands.
  private static func sorted(_ batches: [RowBatch], _ list: DrawList, height: Int) -> ([Draw], [Int]) {
    let bandCount = (height + bandRows - 1) / bandRows
    var reaches: [(draw: Draw, first: Int32, last: Int32)] = []
    var counts = [Int](repeating: 0, count: bandCount + 1)
    for (number, batch) in batches.enumerated() {
      batch.forEachDraw(in: list) { index, rows in
        let (top, bottom) = (max(rows.lowerBound, 0), min(rows.upperBound, height))
        guard top < bottom else { return }
        let (first, last) = (top / bandRows, (bottom - 1) / bandRows)
        reaches.append((Draw(batch: Int32(number), index: Int32(index)), Int32(first), Int32(last)))
        for band in first...last { counts[band] += 1 }
      }
    }
    var starts = [Int](repeating: 0, count: bandCount + 1)
    for band in 0..<bandCount { starts[band + 1] = starts[band] + counts[band] }
    var next = starts
    let draws = [Draw](unsafeUninitializedCapacity: starts[bandCount]) { buffer, count in
      for (draw, first, last) in reaches {
        for band in Int(first)...Int(last) {
          buffer.initializeElement(at: next[band], to: draw)
          next[band] += 1
        }
      }
      count = starts[bandCount]
    }
    return (draws, starts)
  }

  /// Begins to draw all bands.
  ///
  /// - Parameters:
  ///   - pixels: the target's.
  ///   - surfaces: what each batch samples of earlier passes.
  /// - Returns: what is to be finished.
  func begin(
    into pixels: UnsafeMutablePointer<UInt32>, _ list: DrawList, _ surfaces: [SampledSurfaces]
  ) -> WorkerThreads.Job {
    // Each band writes rows of its own.
    nonisolated(unsafe) let pixels = pixels
    return WorkerThreads.shared.begin(starts.count - 1) { band in draw(band: band, into: pixels, list, surfaces) }
  }

  private func draw(
    band: Int, into pixels: UnsafeMutablePointer<UInt32>, _ list: DrawList, _ surfaces: [SampledSurfaces]
  ) {
    let rows = band * Self.bandRows..<min((band + 1) * Self.bandRows, height)
    var canvas = BandCanvas(pixels: pixels, width: width, rows: rows)
    if let clearColor { canvas.clear(clearColor) }
    var index = starts[band]
    let end = starts[band + 1]
    while index < end {
      let number = Int(draws[index].batch)
      var last = index + 1
      while last < end, draws[last].batch == number { last += 1 }
      let run = draws[index..<last]
      batches[number].source.withTexels(surfaces[number].texture) { texels in
        batches[number].backdrop.withTexels(surfaces[number].backdrop) { backdrop in
          batches[number].draw(run, of: list, texels, backdrop, on: &canvas)
        }
      }
      index = last
    }
  }
}
