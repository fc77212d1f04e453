// The memory of pictures that the CPU draws: shared where they are equal, left out where there is none.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct PictureBudgetTests {
  private func star(_ index: Int) -> CGPath {
    let path = CGMutablePath()
    path.addLines(
      between: [(10, 10 + index), (390, 40), (300, 290), (20, 200)].map { CGPoint(x: $0.0, y: $0.1) })
    path.closeSubpath()
    return path
  }

  @Test("Equal paths of different layers cast shadows by one picture (found-scene-2001)")
  func equalShadows() {
    let recorder = FrameRecorder()
    for _ in 0..<50 {
      recorder.root.addSublayer(
        layer(0, 0, 400, 300) {
          ($0.shadowOpacity, $0.shadowRadius, $0.shadowPath) = (1, 2, star(0))
        })
    }
    let list = recorder.frame()
    #expect(list.counters.shadowPicturesMade == 1 && list.counters.shadowPicturesFound == 49)
    #expect(list.bitmaps.count == 1)
  }

  private let kinds: [(name: String, make: (Int, CGPath) -> CALayer)] = [
    (
      "shape",
      { _, path in
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
        shape.path = path
        return shape
      }
    ),
    (
      "soft", { _, path in layer(0, 0, 400, 300) { ($0.shadowOpacity, $0.shadowRadius, $0.shadowPath) = (1, 1, path) } }
    ),
    (
      "sharp",
      { _, path in layer(0, 0, 400, 300) { ($0.shadowOpacity, $0.shadowRadius, $0.shadowPath) = (1, 0, path) } }
    ),
    (
      "text",
      { index, _ in
        let text = CATextLayer()
        text.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
        (text.string, text.fontSize) = ("Multiplane \(index)", 80)
        return text
      }
    ),
  ]

  /// Bytes of the pictures of a frame and their textures.
  private func memory(_ list: DrawList) -> Int {
    list.bitmaps.reduce(0) { $0 + $1.pixels.count * ($1.format == .color ? 2 : 5) }
  }

  @Test("Pictures beyond the limit are not made, and the list says how much they were", arguments: 0..<4)
  func limits(kind: Int) {
    let recorder = FrameRecorder()
    for index in 0..<20 { recorder.root.addSublayer(kinds[kind].make(index, star(index))) }
    let whole = recorder.frame()
    let bytes = memory(whole)
    #expect(whole.leftOutBytes == 0 && bytes > 200_000)
    #expect(whole.peakBytes >= Double(bytes))
    let bounded = FrameRecorder()
    bounded.pictureLimit = bytes / 4
    for index in 0..<20 { bounded.root.addSublayer(kinds[kind].make(index, star(index))) }
    for _ in 0..<2 {
      let list = bounded.frame()
      #expect(list.leftOutBytes > 0)
      // Texts are counted apart from the page that they share.
      #expect(memory(list) <= (kind == 3 ? bytes - 1 : bytes / 4))
      #expect(list.peakBytes > Double(bounded.pictureLimit))
    }
    // With room for them they are there.
    bounded.pictureLimit = .max
    let again = bounded.frame()
    #expect(again.leftOutBytes == 0 && memory(again) == bytes)
  }
}
