// The draw list as text, for `inspect` and for tests that compare work.

import CoreGraphics

extension DrawList: CustomStringConvertible {
  package var description: String {
    var lines: [String] = []
    for (index, pass) in passes.enumerated() {
      let size = "\(Int(bounded: pass.box.width))x\(Int(bounded: pass.box.height))"
      let origin = "at (\(Int(bounded: pass.box.minX)), \(Int(bounded: pass.box.minY)))"
      let kept = pass.retention?.isKept ?? false ? "kept: " : ""
      let why =
        kept + (pass.continues ? "continued: " : "") + (pass.reasons.isEmpty ? "frame" : pass.reasons.description)
      lines.append("pass \(index), target \(pass.target): \(size) \(origin): \(why)")
      for batch in pass.batches {
        let backdrop = batch.backdrop == .none ? "" : " over\(batch.backdrop)"
        lines.append("  \(batch.program) \(batch.blend.name)\(batch.texture)\(backdrop) x\(batch.count)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension TextureSource: CustomStringConvertible {
  /// The reasons with a space in front; empty for no reasons.
  package var description: String {
    switch self {
    case .none: ""
    case .image(let image, let magnified, let minified):
      magnified == minified ? " image \(image) \(magnified)" : " image \(image) \(magnified)/\(minified)"
    case .pass(let target, let filter): " target \(target) \(filter)"
    case .bitmap(let bitmap, let filter): " bitmap \(bitmap) \(filter)"
    }
  }
}
