// A video file read back by libav, so that tests see what a player sees.
import CLibAV
import Video

/// A decoded video: its tags and its frames as RGB.
struct DecodedVideo {
  var width = 0
  var height = 0
  var frameRate = AVRational()
  var codec = AV_CODEC_ID_NONE
  /// Length of the container, in seconds.
  var duration = 0.0
  var colorRange = AVCOL_RANGE_UNSPECIFIED
  var matrix = AVCOL_SPC_UNSPECIFIED
  var primaries = AVCOL_PRI_UNSPECIFIED
  var transfer = AVCOL_TRC_UNSPECIFIED
  /// When each frame is shown, in seconds.
  var times: [Double] = []
  /// Tight rows of three bytes a pixel.
  var frames: [[UInt8]] = []

  struct Failure: Error {
    let operation: String
    let code: CInt
  }

  init(contentsOfFile path: String) throws {
    var container: UnsafeMutablePointer<AVFormatContext>?
    try check(avformat_open_input(&container, "file:\(path)", nil, nil), "open")
    defer { avformat_close_input(&container) }
    try check(avformat_find_stream_info(container, nil), "find streams")
    let stream = container!.streams[0]!
    let parameters = stream.parameters
    let decoder = avcodec_find_decoder(parameters[\.codec_id])
    var context = avcodec_alloc_context3(decoder)
    defer { avcodec_free_context(&context) }
    try check(avcodec_parameters_to_context(context, parameters), "copy parameters")
    try check(avcodec_open2(context, decoder, nil), "open decoder")

    width = Int(parameters[\.width])
    height = Int(parameters[\.height])
    codec = parameters[\.codec_id]
    frameRate = stream[\.avg_frame_rate]
    duration = Double(container![\.duration]) / Double(AV_TIME_BASE)
    colorRange = parameters[\.color_range]
    matrix = parameters[\.color_space]
    primaries = parameters[\.color_primaries]
    transfer = parameters[\.color_trc]

    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    while av_read_frame(container, packet) >= 0 {
      try check(avcodec_send_packet(context, packet), "decode")
      av_packet_unref(packet)
      try receive(from: context, timeBase: stream[\.time_base])
    }
    try check(avcodec_send_packet(context, nil), "end")
    try receive(from: context, timeBase: stream[\.time_base])
  }

  /// The colour at a pixel of a frame.
  func color(frame: Int, x: Int, y: Int) -> [Int] {
    let pixel = (y * width + x) * 3
    return frames[frame][pixel..<pixel + 3].map(Int.init)
  }

  private mutating func receive(from context: UnsafeMutablePointer<AVCodecContext>?, timeBase: AVRational) throws {
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    while true {
      let code = avcodec_receive_frame(context, frame)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try check(code, "decode")
      times.append(Double(frame![\.best_effort_timestamp]) * Double(timeBase.num) / Double(timeBase.den))
      frames.append(rgb(of: frame!))
    }
  }

  private func rgb(of frame: UnsafeMutablePointer<AVFrame>) -> [UInt8] {
    let (data, linesize, format) = (frame[\.data], frame[\.linesize], frame[\.format])
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        if format == AV_PIX_FMT_BGRA.rawValue {
          let pixel = data.0! + y * Int(linesize.0) + x * 4
          pixels += [pixel[2], pixel[1], pixel[0]]
        } else {
          precondition(format == AV_PIX_FMT_YUV420P.rawValue, "unexpected pixel format \(format)")
          pixels += BT601.rgb(
            y: data.0![y * Int(linesize.0) + x], u: data.1![y / 2 * Int(linesize.1) + x / 2],
            v: data.2![y / 2 * Int(linesize.2) + x / 2])
        }
      }
    }
    return pixels
  }

  private func check(_ code: CInt, _ operation: String) throws {
    if code < 0 { throw Failure(operation: operation, code: code) }
  }
}

/// ITU-R BT.601, limited range, from the definition (Kr 0.299, Kb 0.114).
enum BT601 {
  static func rgb(y: UInt8, u: UInt8, v: UInt8) -> [UInt8] {
    let luma = (Double(y) - 16) / 219
    let (blueDifference, redDifference) = ((Double(u) - 128) / 224, (Double(v) - 128) / 224)
    let red = luma + redDifference * 2 * (1 - 0.299)
    let blue = luma + blueDifference * 2 * (1 - 0.114)
    let green = (luma - 0.299 * red - 0.114 * blue) / 0.587
    return [red, green, blue].map { UInt8(min(max($0 * 255, 0), 255).rounded()) }
  }

  static func yuv(_ rgb: [UInt8]) -> [Double] {
    let (red, green, blue) = (Double(rgb[0]) / 255, Double(rgb[1]) / 255, Double(rgb[2]) / 255)
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return [16 + 219 * luma, 128 + 224 * (blue - luma) / 1.772, 128 + 224 * (red - luma) / 1.402]
  }
}
