// Straight RGBA <-> premultiplied RGBA, 8 bits a component, rounded to nearest.
//
// With both roundings to nearest, premultiplied -> straight -> premultiplied is exact: the straight value is off by at
// most 1/2, which premultiplying scales by alpha/255 < 1 for every alpha below 255, and by nothing at 255.

/// Premultiplies straight RGBA in place: component = (component * alpha + 127) / 255.
package func premultiply(_ rgba: inout [UInt8]) {
  rgba.withUnsafeMutableBytes { bytes in
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[pixel + 3])
      guard alpha < 255 else { continue }
      for i in pixel..<pixel + 3 { bytes[i] = UInt8((UInt32(bytes[i]) * alpha + 127) / 255) }
    }
  }
}

/// Straight RGBA of premultiplied RGBA. Where alpha is 0 all components are 0; a component above alpha, which no
/// premultiplied pixel has, becomes 255.
package func unpremultiplied(_ premultiplied: [UInt8]) -> [UInt8] {
  var straight = premultiplied
  straight.withUnsafeMutableBytes { unpremultiply($0) }
  return straight
}

/// The same in place.
package func unpremultiply(_ bytes: UnsafeMutableRawBufferPointer) {
  for pixel in stride(from: 0, to: bytes.count, by: 4) {
    let alpha = UInt32(bytes[pixel + 3])
    guard alpha < 255 else { continue }
    for i in pixel..<pixel + 3 {
      bytes[i] = alpha == 0 ? 0 : UInt8(min((UInt32(bytes[i]) * 255 + alpha / 2) / alpha, 255))
    }
  }
}

/// RGB of premultiplied RGBA shown over a backdrop whose three components are all `backdrop`: 255 for white; 0 leaves
/// the components as they are.
package func flattened(_ premultiplied: [UInt8], over backdrop: UInt8) -> [UInt8] {
  let pixelCount = premultiplied.count / 4
  return [UInt8](unsafeUninitializedCapacity: pixelCount * 3) { output, count in
    premultiplied.withUnsafeBytes { bytes in
      for pixel in 0..<pixelCount {
        let shown = (UInt32(255 - bytes[pixel * 4 + 3]) * UInt32(backdrop) + 127) / 255
        for i in 0..<3 { output[pixel * 3 + i] = UInt8(min(UInt32(bytes[pixel * 4 + i]) + shown, 255)) }
      }
    }
    count = pixelCount * 3
  }
}
