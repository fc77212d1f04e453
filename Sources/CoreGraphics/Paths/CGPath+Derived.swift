// Core Graphics' functions that make a path from another, under the names by which Apple's SDK imports them into Swift,
// for code that was written before their methods.

public import Foundation

extension CGPath {
  /// The area that a stroke covers; as
  /// ``copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)``, with a transform that is nil for none. Never
  /// nil; optional as Apple declares it.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
    lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let stroked = path.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity)
    self.init(storage: stroked.storage)
  }

  /// The path cut into dashes; as ``copy(dashingWithPhase:lengths:transform:)``, with `count` lengths, and a transform
  /// that is nil for none. Never nil; optional as Apple declares it.
  public convenience init?(
    __byDashing path: CGPath, transform: UnsafePointer<CGAffineTransform>?, phase: CGFloat,
    lengths: UnsafePointer<CGFloat>?, count: Int
  ) {
    let lengths = Array(UnsafeBufferPointer(start: lengths, count: lengths == nil ? 0 : max(count, 0)))
    let dashed = path.copy(dashingWithPhase: phase, lengths: lengths, transform: transform?.pointee ?? .identity)
    self.init(storage: dashed.storage)
  }
}
