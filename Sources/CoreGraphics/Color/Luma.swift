// The luma of pixels, which masks and grey images take.

/// The luma of encoded components.
enum Luma {
  /// Returns the luma by the weights of BT.709; components and result are from 0 to 255.
  static func of(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt8 {
    let sum: UInt32 = red &* 13933 &+ green &* 46871 &+ blue &* 4732 &+ 32768
    return UInt8(sum >> 16)
  }
}
