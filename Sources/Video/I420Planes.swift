// RGBA to YUV 4:2:0, by libyuv.
//
// Always BT.601's matrix, limited range (Y 16 to 235, U and V 16 to 240), chroma averaged over 2x2 pixels, and outputs
// are tagged so. High definition is BT.709 by custom, but libyuv has no such matrix from RGB, and a player that reads
// the tags shows the same colours. The pixels stay sRGB: BT.709's primaries, sRGB's transfer curve.
import CYUV

/// Three planes to fill: Y at full size, U and V at half the width and half the height.
struct I420Planes {
  var y: UnsafeMutablePointer<UInt8>
  var u: UnsafeMutablePointer<UInt8>
  var v: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next.
  var strideY: Int
  var strideU: Int
  var strideV: Int

  /// Converts a tight RGBA frame with even sides; alpha is ignored.
  func fill(from rgba: UnsafeRawBufferPointer, width: Int, height: Int) {
    // libyuv names formats by the little-endian word: its ABGR is red, green, blue, alpha in memory.
    let status = ABGRToI420(
      rgba.bindMemory(to: UInt8.self).baseAddress, CInt(width * 4), y, CInt(strideY), u, CInt(strideU), v,
      CInt(strideV), CInt(width), CInt(height))
    precondition(status == 0, "libyuv refuses a frame of \(width)x\(height)")
  }
}
