import Multiplane
import UIKit

/// The pixels of an image: red, green, blue, alpha.
struct Picture {
  let image: CGImage
  private let bytes: [UInt8]

  init?(_ image: CGImage?) {
    guard let image, let data = image.dataProvider?.data else { return nil }
    (self.image, bytes) = (image, [UInt8](data))
  }

  subscript(x: Int, y: Int) -> [Int] {
    let start = y * image.bytesPerRow + x * image.bitsPerPixel / 8
    return bytes[start..<start + 4].map { Int($0) }
  }

  /// The first and last row in which anything is dark and not transparent.
  var inkRows: ClosedRange<Int>? {
    let rows = (0..<image.height).filter { y in
      (0..<image.width).contains { self[$0, y][3] > 100 && self[$0, y][0] < 100 }
    }
    return rows.first.map { $0...rows.last! }
  }
}

extension HostedTree {
  /// What is shown at a time; nil when it cannot be drawn. The clock is then at that time.
  func picture(at time: CFTimeInterval) -> Picture? {
    do {
      let renderer = try OffscreenRenderer(size: root.bounds.size, options: .init(clock: clock))
      return Picture(try renderer.image(of: root, at: time))
    } catch {
      print("client: a frame: \(error)")
      return nil
    }
  }
}
