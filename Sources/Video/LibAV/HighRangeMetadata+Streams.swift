import CLibAV
import CoreGraphics

struct DolbyVision: Sendable {
  let profile: Int
  /// The kind of pictures that other players see.
  let base: Int
}

extension HighRangeMetadata {
  /// Reads a stream's data.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    self.init(
      Self.data(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, of: stream),
      Self.data(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, of: stream))
  }

  /// Reads a decoded picture's data, which its own stream of bytes has.
  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    func data<Value>(_ kind: AVFrameSideDataType) -> Value? {
      guard let data = av_frame_get_side_data(frame, kind), data.pointee.size >= MemoryLayout<Value>.size else {
        return nil
      }
      return UnsafeRawPointer(data.pointee.data).loadUnaligned(as: Value.self)
    }
    self.init(data(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA), data(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL))
  }

  /// Reads libavutil's values, and leaves out those that no display has.
  private init(_ display: AVMasteringDisplayMetadata?, _ light: AVContentLightMetadata?) {
    let highest = 10_000
    if let display, display.has_luminance != 0, display.has_primaries != 0 {
      let pairs = display.display_primaries
      let all = [pairs.0, pairs.1, pairs.2, display.white_point].map { SIMD2(Self.number($0.0), Self.number($0.1)) }
      let (least, most) = (Self.number(display.min_luminance), Self.number(display.max_luminance))
      if all.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }), least >= 0, least < most,
        most <= Double(highest)
      {
        self.display = Display(primaries: all, light: least...most)
      }
    }
    if let light {
      if (1...highest).contains(Int(light.MaxCLL)) { brightestPixel = Int(light.MaxCLL) }
      if (1...highest).contains(Int(light.MaxFALL)) { brightestMean = Int(light.MaxFALL) }
    }
  }

  private static func number(_ ratio: AVRational) -> Double {
    ratio.den == 0 ? -1 : Double(ratio.num) / Double(ratio.den)
  }

  /// Returns the profile of a stream of Dolby Vision, and the kind of pictures that other players see: 1 for PQ, 2 for
  /// SDR, 4 for HLG, 0 for none.
  static func dolbyVision(_ stream: UnsafeMutablePointer<AVStream>) -> DolbyVision? {
    // Eight bytes of libavutil's record: two of the version, the profile, the level, three flags, the kind.
    guard let record: SIMD8<UInt8> = data(AV_PKT_DATA_DOVI_CONF, of: stream) else { return nil }
    return DolbyVision(profile: Int(record[2]), base: Int(record[7]))
  }

  private static func data<Value>(
    _ kind: AVPacketSideDataType, of stream: UnsafeMutablePointer<AVStream>
  ) -> Value? {
    var size = 0
    guard let bytes = clibav_stream_side_data(stream, kind, &size), size >= MemoryLayout<Value>.size else { return nil }
    return UnsafeRawPointer(bytes).loadUnaligned(as: Value.self)
  }

  /// Adds the data to a stream that is written.
  func add(to stream: UnsafeMutablePointer<AVStream>) throws(VideoError) {
    if let display {
      func ratio(_ value: Double, _ unit: Double) -> AVRational {
        // Bounded: both units are constants.
        AVRational(num: CInt(clamping: Int(bounded: (value * unit).rounded())), den: CInt(unit))
      }
      func place(_ number: Int) -> (AVRational, AVRational) {
        let place = display.primaries[number]
        return (ratio(place.x, Self.chromaticityUnit), ratio(place.y, Self.chromaticityUnit))
      }
      var data = AVMasteringDisplayMetadata()
      (data.display_primaries, data.white_point) = ((place(0), place(1), place(2)), place(3))
      data.min_luminance = ratio(display.light.lowerBound, Self.lightUnit)
      data.max_luminance = ratio(display.light.upperBound, Self.lightUnit)
      (data.has_primaries, data.has_luminance) = (1, 1)
      try Self.add(data, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, to: stream)
    }
    if let brightestPixel {
      let data = AVContentLightMetadata(
        MaxCLL: UInt32(clamping: brightestPixel), MaxFALL: UInt32(clamping: brightestMean ?? 0))
      try Self.add(data, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, to: stream)
    }
  }

  private static func add<Value>(
    _ value: Value, _ kind: AVPacketSideDataType, to stream: UnsafeMutablePointer<AVStream>
  ) throws(VideoError) {
    let size = MemoryLayout<Value>.size
    let bytes = try LibAV.allocated(clibav_new_stream_side_data(stream, kind, size))
    withUnsafeBytes(of: value) { UnsafeMutableRawPointer(bytes).copyMemory(from: $0.baseAddress!, byteCount: size) }
  }
}
