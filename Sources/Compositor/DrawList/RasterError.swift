// The errors that drawing a frame can end with.

import CoreGraphics

/// An error for which a rasteriser did not draw a frame.
package enum RasterError: Error, CustomStringConvertible {
  /// The frame is larger than the rasteriser can draw.
  case frameTooLarge(width: Int, height: Int, limit: Int)
  /// The frame and its surfaces would take more memory than they may; all in bytes, the size is that of the frame or,
  /// where they are too many, the largest surface.
  case overMemoryLimit(needed: Double, limit: Int, width: Int, height: Int)
  /// The draws of a frame write more pixels than the limit.
  case overDrawLimit(needed: Int, limit: Int)
  /// The device draws no half floats.
  case noHalfFloats
  /// The rasteriser's own error.
  case failed(any Error & CustomStringConvertible)

  package var description: String {
    switch self {
    case .frameTooLarge(let width, let height, let limit):
      "a frame of \(width)x\(height) pixels is too large: this device draws at most \(limit)x\(limit)"
    case .overMemoryLimit(let needed, let limit, let width, let height):
      "a frame with surfaces of up to \(width)x\(height) pixels takes \(Int(bounded: needed).formattedAsMemory); "
        + "at most \(max(limit, 0).formattedAsMemory) may be taken: raise `memoryLimit`, or draw it smaller"
    case .overDrawLimit(let needed, let limit):
      "the draws of a frame write \(needed / 1_000_000) million pixels; at most \(limit / 1_000_000) million may be "
        + "written: raise `drawLimit`, or draw it smaller"
    case .noHalfFloats:
      "this device draws no frames of half floats (GL_EXT_color_buffer_half_float); MULTIPLANE_RENDERER=rows draws them"
    case .failed(let error): error.description
    }
  }
}
