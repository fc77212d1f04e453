// Memory of the passes that later ones sample.

/// Pixels that a pass draws: rows of words, without padding.
final class Surface {
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

/// Surfaces for passes of the same size, of this frame and the next one.
struct SurfacePool {
  private var free: [Surface] = []
  /// Bytes that are kept from frame to frame at most.
  var budget = 64 << 20

  mutating func take(width: Int, height: Int) -> Surface {
    guard let index = free.lastIndex(where: { $0.width == width && $0.height == height }) else {
      return Surface(width: width, height: height)
    }
    return free.remove(at: index)
  }

  mutating func giveBack(_ surface: Surface) {
    free.append(surface)
    var bytes = free.reduce(0) { $0 + $1.width * $1.height * 4 }
    while bytes > budget {
      let oldest = free.removeFirst()
      bytes -= oldest.width * oldest.height * 4
    }
  }
}
