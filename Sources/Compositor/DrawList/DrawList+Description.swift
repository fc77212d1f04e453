// The draw list as text: for `inspect`, for tests that compare work, and for a look at what a change did.

extension DrawList: CustomStringConvertible {
  package var description: String {
    var lines: [String] = []
    for (index, pass) in passes.enumerated() {
      let size = "\(Int(pass.box.width))x\(Int(pass.box.height))"
      let place = "at (\(Int(pass.box.minX)), \(Int(pass.box.minY)))"
      let why = pass.reasons.isEmpty ? "frame" : pass.reasons.description
      lines.append("pass \(index): \(size) \(place): \(why)")
      for batch in pass.batches {
        let blend = batch.blends ? "blended" : "opaque"
        let texture =
          switch batch.texture {
          case .none: ""
          case .image(let image, let magnified, let minified):
            magnified == minified ? " image \(image) \(magnified)" : " image \(image) \(magnified)/\(minified)"
          case .pass(let pass): " pass \(pass)"
          }
        lines.append("  \(batch.program) \(blend)\(texture) x\(batch.range.count)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
