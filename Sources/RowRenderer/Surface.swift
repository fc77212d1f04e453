// Memory of the passes that later ones sample.

import Compositor

/// Pixels that a pass draws: rows of words, without padding.
final class Surface: TargetMemory {
  let width: Int
  let height: Int
  let pixels: UnsafeMutablePointer<UInt32>

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = .allocate(capacity: width * height)
    // A pass clears it, but a reader may come first where a list is wrong.
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }
}
