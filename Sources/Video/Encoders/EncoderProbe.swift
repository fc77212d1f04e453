// Encoders on GPUs, and tests of encoders on this machine. A GPU's packets depend on the device and its driver, so that
// it encodes only on request. Encoders are tested with two frames, as libavcodec lists them even without a device.

import CLibAV
import ImageFiles
import Synchronization

/// The result of encoding two frames with an encoder.
package struct EncoderProbe: Sendable {
  package let name: String
  package let codec: String
  package let encoder: String
  package let isHardware: Bool
  /// The reason why the encoder cannot be used; nil if it can.
  package let problem: String?

  /// Probes all encoders with a name for `--codec`, and those on GPUs; empty if the libraries are not installed.
  package static func all() -> [EncoderProbe] {
    guard (try? LibAV.open()) != nil else { return [] }
    return (EncoderKind.all + EncoderKind.hardware).map { kind in
      EncoderProbe(
        name: kind.name, codec: kind.codec, encoder: kind.encoder, isHardware: kind.device != nil,
        problem: problem(of: kind))
    }
  }

  /// The results of earlier tests, which do not change.
  private static let known = Mutex<[String: String?]>([:])

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
      let recipe = EncoderRecipe(
        container: "null", containerOptions: [], encoding: encoding, shape: shape, options: VideoOptions())
      let encoder = try VideoEncoder(recipe: recipe, shape: shape)
      let converter = try PictureConverter(
        encoding.layout, shape: shape, alpha: nil, coding: encoding.coding, isLossy: false)
      let frame = try FrameMemory.make(byteCount: shape.width * shape.height * 4)
      let picture = try EncoderPicture(encoder.pictures)
      var bytes = 0
      for index in 0..<2 {
        frame.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index * 128))
        converter.convert(UnsafeRawBufferPointer(frame.bytes), into: try picture.writablePlanes())
        try encoder.send(picture, at: index) { packet in bytes += Int(packet.pointee.size) }
      }
      try encoder.flush { packet in bytes += Int(packet.pointee.size) }
      return bytes > 0 ? nil : "it gave nothing for two frames"
    } catch {
      return error.description
    }
  }
}

/// An interface to the encoders of a GPU.
enum HardwareDevice: Sendable {
  /// NVIDIA's NVENC, which takes frames from memory.
  case nvenc
  /// The Video Acceleration API of Intel's and AMD's drivers, whose frames are copied to the GPU first.
  case vaapi
}

extension EncoderKind {
  /// The kinds that a GPU encodes, in the order in which they are tried.
  static let hardware: [EncoderKind] = [nvenc(.h264), vaapi(.h264), nvenc(.hevc), vaapi(.hevc)]

  private static func nvenc(_ kind: EncoderKind) -> EncoderKind {
    EncoderKind(
      name: kind.name, codec: kind.codec, encoder: "\(kind.codec)_nvenc", crf: (0...51, kind.crf!.standard),
      losses: .ofYUV, device: .nvenc, layout: kind.layout
    ) { request in
      // At a bit rate of 0, the quality (`cq`) decides.
      let rate = request.bitrate ?? 0
      return [("preset", request.effort("p1", "p4", "p7")), ("rc", "vbr"), ("b", String(rate))]
        + (rate == 0 ? [("cq", String(request.crf ?? 0))] : [])
    }
  }

  private static func vaapi(_ kind: EncoderKind) -> EncoderKind {
    EncoderKind(
      name: kind.name, codec: kind.codec, encoder: "\(kind.codec)_vaapi", crf: (1...51, kind.crf!.standard),
      losses: .ofYUV, device: .vaapi, layout: kind.layout
    ) { request in
      guard let bitrate = request.bitrate else { return [("rc_mode", "CQP"), ("qp", String(request.crf ?? 1))] }
      return [("rc_mode", "VBR"), ("b", String(bitrate)), ("maxrate", String(bitrate * 2))]
    }
  }

  /// Returns the encoder on a GPU that replaces this one or, if none is asked for or can be used, this one; then
  /// `fallBack` is the reason.
  ///
  /// - Parameter problem: returns why an encoder cannot be used; nil if it can.
  /// - Throws: `unavailable` if a GPU is required.
  func onHardware(
    _ request: HardwareRequest, depth: Int, hasAlpha: Bool, problem: (EncoderKind) -> String?
  ) throws(VideoError) -> (kind: EncoderKind, fallBack: String?) {
    guard request != .off, device == nil else { return (self, nil) }
    let others = Self.hardware.filter { $0.codec == codec && $0.depths.contains(depth) && !hasAlpha }
    var problems: [String] = []
    for other in others {
      guard let problem = problem(other) else { return (other, nil) }
      problems.append("\(other.encoder): \(problem)")
    }
    let what = "\(name)\(hasAlpha ? " with alpha" : "") of \(depth) bits a component"
    let why = problems.isEmpty ? "no encoder on a GPU is known here" : problems.joined(separator: "; ")
    guard request == .ifPossible else {
      throw .unavailable("no GPU encodes \(what): \(why); use `hardware` if-possible or leave it out")
    }
    return (self, "no GPU encodes \(what): \(why); the processor does, by \(encoder)")
  }
}
