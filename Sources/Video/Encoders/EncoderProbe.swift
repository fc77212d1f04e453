// Which encoders work on this machine, found by encoding two frames with each.
import CLibAV

/// What an encoder did with two frames.
package struct EncoderProbe: Sendable {
  /// What it is called: `H.264`.
  package let name: String
  /// What `--codec` calls it.
  package let codec: String
  /// libavcodec's name of it.
  package let encoder: String
  /// Why it cannot be used; nil where it can.
  package let problem: String?

  /// Probes all encoders of pictures that have a name for `--codec`; none where the libraries are not installed.
  package static func all() -> [EncoderProbe] {
    guard (try? LibAV.open()) != nil else { return [] }
    return EncoderKind.all.map { kind in
      EncoderProbe(name: kind.name, codec: kind.codec, encoder: kind.encoder, problem: problem(of: kind))
    }
  }

  private static func problem(of kind: EncoderKind) -> String? {
    let shape = FrameShape(width: 256, height: 256, rate: FrameRate(25))
    let encoding = PictureEncoding(
      kind: kind, alpha: nil, coding: YUVCoding(matrix: .bt601, range: .limited),
      layout: kind.layout(kind.depths[0], false))
    do throws(VideoError) {
      let recipe = try EncoderRecipe(
        container: "null", containerOptions: [], encoding: encoding, shape: shape, options: VideoOptions())
      let encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: false)
      let converter = try PictureConverter(
        encoding.layout, shape: shape, alpha: nil, coding: encoding.coding, isLossy: false)
      let frame = try FrameMemory(byteCount: shape.width * shape.height * 4)
      var bytes = 0
      for index in 0..<2 {
        frame.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index * 128))
        try encoder.prepareFrame()
        converter.convert(UnsafeRawBufferPointer(frame.bytes), into: encoder.planes)
        try encoder.send(at: index) { packet in bytes += Int(packet.pointee.size) }
      }
      try encoder.flush { packet in bytes += Int(packet.pointee.size) }
      return bytes > 0 ? nil : "it gave nothing for two frames"
    } catch {
      return error.description
    }
  }
}
