// Encoders on GPUs. Their packets depend on the device and its driver, so that they are used only where they are asked
// for; and each is tried with two frames before it is, as libavcodec has them whether there is a device or not.

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
    var hardware = EncoderKind(
      kind.name, kind.codec, encoder: "\(kind.codec)_nvenc", crf: (0...51, kind.crf!.standard), losses: .ofYUV,
      layout: kind.layout
    ) { request in
      let preset =
        switch request.preset {
        case .draft: "p1"
        case .standard: "p4"
        case .high: "p7"
        }
      // Without a rate, that of the quality.
      let rate = request.bitrate ?? 0
      return [("preset", preset), ("rc", "vbr"), ("b", String(rate))]
        + (rate == 0 ? [("cq", String(request.crf ?? 0))] : [])
    }
    hardware.device = .nvenc
    return hardware
  }

  private static func vaapi(_ kind: EncoderKind) -> EncoderKind {
    var hardware = EncoderKind(
      kind.name, kind.codec, encoder: "\(kind.codec)_vaapi", crf: (1...51, kind.crf!.standard), losses: .ofYUV,
      layout: kind.layout
    ) { request in
      guard let bitrate = request.bitrate else { return [("rc_mode", "CQP"), ("qp", String(request.crf ?? 1))] }
      return [("rc_mode", "VBR"), ("b", String(bitrate)), ("maxrate", String(bitrate * 2))]
    }
    hardware.device = .vaapi
    return hardware
  }

  /// Returns the encoder on a GPU that replaces this one.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - depth: bits a component.
  ///   - problem: why an encoder cannot be used; nil where it can.
  /// - Returns: this one where none is asked for, or none can be used; `fallBack` says why, then.
  /// - Throws: `unavailable` where one is required.
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
