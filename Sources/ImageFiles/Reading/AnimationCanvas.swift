// Where the frames of an animation are put together: GIF, APNG and WebP share these rules (PNG specification, clause
// 11.3.4 of the third edition; RFC 9649; GIF89a's graphic control extension). The canvas begins transparent; a GIF's or
// WebP's background colour is not painted, as browsers do not.

/// The state of an animation between two frames.
struct AnimationCanvas: Sendable {
  let width: Int
  let height: Int
  /// The index of the frame that is to be drawn next.
  private(set) var nextFrame: Int
  /// Premultiplied RGBA.
  private var pixels: [UInt8]
  /// The disposal of the last frame, which happens when the next one comes.
  private var pending: Disposal?

  private struct Disposal: Sendable {
    var area: Area
    /// The pixels that come back; nil for transparency.
    var restored: [UInt8]?
  }

  /// The part of a frame that lies on the canvas.
  private struct Area: Sendable {
    var columns: Range<Int>
    var rows: Range<Int>

    init(_ frame: ImageFileHeader.Frame, width: Int, height: Int) {
      func clipped(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
        let lower = min(max(start, 0), limit)
        return lower..<min(max(start + length, lower), limit)
      }
      columns = clipped(frame.x, frame.width, width)
      rows = clipped(frame.y, frame.height, height)
    }
  }

  /// A transparent canvas.
  init(width: Int, height: Int, nextFrame: Int) {
    (self.width, self.height, self.nextFrame) = (width, height, nextFrame)
    pixels = Array(repeating: 0, count: width * height * 4)
  }

  /// The picture as it is seen now.
  var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

  /// Disposes of the last frame and draws the next one, whose pixels are premultiplied.
  mutating func draw(_ frame: ImageFileHeader.Frame, _ source: Bitmap) {
    dispose()
    let area = Area(frame, width: width, height: height)
    switch frame.disposal {
    case .keep: pending = nil
    case .clear: pending = Disposal(area: area, restored: nil)
    case .restore: pending = Disposal(area: area, restored: copy(area))
    }
    let canvasWidth = width
    pixels.withUnsafeMutableBufferPointer { canvas in
      source.pixels.withUnsafeBufferPointer { source_ in
        for row in area.rows {
          var from = ((row - frame.y) * source.width + area.columns.lowerBound - frame.x) * 4
          var to = (row * canvasWidth + area.columns.lowerBound) * 4
          for _ in area.columns {
            let alpha = UInt32(source_[from + 3])
            if !frame.blends || alpha == 255 {
              for i in 0..<4 { canvas[to + i] = source_[from + i] }
            } else if alpha > 0 {
              for i in 0..<4 {
                let below = (UInt32(canvas[to + i]) * (255 - alpha) + 127) / 255
                canvas[to + i] = UInt8(min(UInt32(source_[from + i]) + below, 255))
              }
            }
            from += 4
            to += 4
          }
        }
      }
    }
    nextFrame += 1
  }

  private mutating func dispose() {
    guard let disposal = pending else { return }
    pending = nil
    let (area, rowBytes) = (disposal.area, disposal.area.columns.count * 4)
    for (index, row) in area.rows.enumerated() {
      let start = (row * width + area.columns.lowerBound) * 4
      if let restored = disposal.restored {
        pixels.replaceSubrange(start..<start + rowBytes, with: restored[index * rowBytes..<(index + 1) * rowBytes])
      } else {
        for byte in start..<start + rowBytes { pixels[byte] = 0 }
      }
    }
  }

  private func copy(_ area: Area) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(area.columns.count * area.rows.count * 4)
    for row in area.rows {
      let start = (row * width + area.columns.lowerBound) * 4
      kept += pixels[start..<start + area.columns.count * 4]
    }
    return kept
  }
}
