// Which encoders work on this machine, found by encoding two frames with each.
import CLibAV
import ImageFiles
import Synchronization

/// The result of encoding two frames with an encoder.
package struct EncoderProbe: Sendable {
  /// The name of the encoder's kind: `H.264`.
  package let name: String
  /// The kind's name for `--codec`.
  package let codec: String
  /// libavcodec's name of it.
  package let encoder: String
  /// Whether it runs on a GPU.
  package let isHardware: Bool
  /// The reason why the encoder cannot be used; nil if it can.
  package let problem: String?

  /// Probes all encoders of pictures that have a name for `--codec`, and those on GPUs; none where the libraries are
  /// not installed.
  package static func all() -> [EncoderProbe] {
    guard (try? LibAV.open()) != nil else { return [] }
    return (EncoderKind.all + EncoderKind.hardware).map { kind in
      EncoderProbe(
        name: kind.name, codec: kind.codec, encoder: kind.encoder, isHardware: kind.device != nil,
        problem: problem(of: kind))
    }
  }

  /// The problems of the encoders that were tried: another try would have the same result.
  private static let known = Mutex<[String: String?]>([:])

  /// Returns the reason why an encoder cannot be used; nil if it can.
  static func problem(of kind: EncoderKind) -> String? {
    if let known = known.withLock({ $0[kind.codec + kind.encoder] }) { return known }
    let problem = problemOfTwoFrames(of: kind)
    known.withLock { $0[kind.codec + kind.encoder] = .some(problem) }
    return problem
  }

  private static func problemOfTwoFrames(of kind: EncoderKind) -> String? {
    let shape = FrameShape(width: 256, height: 256, rate: FrameRate(25))
    let encoding = PictureEncoding(
      kind: kind, alpha: nil, coding: YUVCoding(matrix: .bt601, range: .limited),
      layout: kind.layout(kind.depths[0], false))
    do throws(VideoError) {
      try LibAV.open()
      let recipe = try EncoderRecipe(
        container: "null", containerOptions: [], encoding: encoding, shape: shape, options: VideoOptions())
      let encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: false)
      let converter = try PictureConverter(
        encoding.layout, shape: shape, alpha: nil, coding: encoding.coding, isLossy: false)
      let frame = try FrameMemory.make(byteCount: shape.width * shape.height * 4)
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
