import CLibAV
import CoreGraphics

final class SoundEncoder {
  /// The open encoder; the container copies its parameters.
  @Owned var context: UnsafeMutablePointer<AVCodecContext>
  @Owned private var frame: UnsafeMutablePointer<AVFrame>
  @Owned private var packet: UnsafeMutablePointer<AVPacket>
  private let mix: SoundMaster
  private var done = 0
  private var left: [Float] = []
  private var right: [Float] = []

  init(_ kind: SoundKind, mix: SoundMaster, wantsGlobalHeader: Bool) throws(VideoError) {
    self.mix = mix
    guard let codec = avcodec_find_encoder_by_name(kind.encoder) else {
      throw .badOption("libavcodec has no encoder \"\(kind.encoder)\" for \(kind.name)")
    }
    _context = try Owned(codec)
    _frame = try Owned()
    _packet = try Owned()
    context[\.sample_rate] = CInt(mix.rate)
    context[\.time_base] = AVRational(num: 1, den: CInt(mix.rate))
    context[\.sample_fmt] = clibav_sample_formats(codec)?.pointee ?? AV_SAMPLE_FMT_FLTP
    // FLAC's first supported format has 16 bits.
    if kind == .flac { context[\.sample_fmt] = AV_SAMPLE_FMT_S32 }
    if kind == .opus { context[\.sample_fmt] = AV_SAMPLE_FMT_FLT }
    if kind == .flac || kind == .pcm { context[\.bits_per_raw_sample] = 24 }
    context[\.bit_rate] = Int64(kind.bitrate)
    context[\.thread_count] = 1
    context[\.flags] |= AV_CODEC_FLAG_BITEXACT
    if wantsGlobalHeader { context[\.flags] |= AV_CODEC_FLAG_GLOBAL_HEADER }
    av_channel_layout_default(&context[\.ch_layout], 2)
    let context = context
    try LibAV.withOptions(
      kind.settings.map { ($0.key, $0.value) }, of: kind.encoder, { avcodec_open2(context, codec, $0) },
      "open the encoder of sound")
  }

  /// Encodes the film's sound in whole blocks up to a sample.
  func advance(to sample: Int, _ body: Writer) throws(VideoError) {
    while done + block <= sample { try encode(block, body) }
  }

  /// Encodes the rest up to the film's end.
  func finish(at sample: Int, _ body: Writer) throws(VideoError) {
    try advance(to: sample, body)
    if done < sample { try encode(sample - done, body) }
    try LibAV.check(avcodec_send_frame(context, nil), "end the sound")
    try receive(body)
    mix.tell()
  }

  /// Returns the number of samples during a number of frames, rounded to nearest.
  func samples(beside frames: Int, at rate: FrameRate) -> Int {
    let (count, seconds) = (frames * rate.denominator * mix.rate, rate.numerator)
    return (count * 2 + seconds) / (seconds * 2)
  }

  typealias Writer = (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void

  private var block: Int { context[\.frame_size] > 0 ? Int(context[\.frame_size]) : 1024 }

  private func encode(_ count: Int, _ body: Writer) throws(VideoError) {
    try mix.next(left: &left, right: &right, count: count)
    av_frame_unref(frame)
    frame[\.nb_samples] = CInt(count)
    frame[\.format] = context[\.sample_fmt].rawValue
    frame[\.sample_rate] = context[\.sample_rate]
    av_channel_layout_default(&frame[\.ch_layout], 2)
    try LibAV.check(av_frame_get_buffer(frame, 0), "allocate a block of sound")
    fill(count)
    frame[\.pts] = Int64(done)
    done += count
    try LibAV.check(avcodec_send_frame(context, frame), "encode sound")
    try receive(body)
  }

  private func fill(_ count: Int) {
    let data = UnsafeMutableRawPointer(frame[\.data].0!)
    switch context[\.sample_fmt] {
    case AV_SAMPLE_FMT_FLTP:
      let other = UnsafeMutableRawPointer(frame[\.data].1!)
      left.withUnsafeBytes { data.copyMemory(from: $0.baseAddress!, byteCount: count * 4) }
      right.withUnsafeBytes { other.copyMemory(from: $0.baseAddress!, byteCount: count * 4) }
    case AV_SAMPLE_FMT_FLT:
      let target = data.assumingMemoryBound(to: Float.self)
      for index in 0..<count { (target[index * 2], target[index * 2 + 1]) = (left[index], right[index]) }
    default:
      precondition(context[\.sample_fmt] == AV_SAMPLE_FMT_S32, "a format of samples that no kind of sound has")
      let target = data.assumingMemoryBound(to: Int32.self)
      // Sums of loud sounds may be NaN (infinity minus infinity), which becomes silence.
      func rounded(_ value: Float) -> Int32 {
        Int32(min(max(Int(bounded: (Double(value) * 0x1p23).rounded()), -1 << 23), 1 << 23 - 1)) << 8
      }
      for index in 0..<count {
        (target[index * 2], target[index * 2 + 1]) = (rounded(left[index]), rounded(right[index]))
      }
    }
  }

  private func receive(_ body: Writer) throws(VideoError) {
    while true {
      let code = avcodec_receive_packet(context, packet)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try LibAV.check(code, "encode sound")
      try body(packet)
    }
  }
}
