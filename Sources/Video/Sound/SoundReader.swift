// Tested by SoundTests and SoundInputTests.

import CLibAV
import CoreGraphics

/// Reads the sound of a file from its beginning, at a rate, as stereo.
final class SoundReader {
  /// Samples a second in the file.
  let fileRate: Int
  private let name: String
  private let input: InputFile
  private let stream: UnsafeMutablePointer<AVStream>
  @Owned private var decoder: UnsafeMutablePointer<AVCodecContext>
  @Owned private var packet: UnsafeMutablePointer<AVPacket>
  @Owned private var frame: UnsafeMutablePointer<AVFrame>
  private var converter: OpaquePointer?
  private var rate: Int
  /// Decoded stereo samples, interleaved, and the number of those already read.
  private var samples: [Float] = []
  private var used = 0
  /// The samples of silence before those.
  private var silentSamples = 0
  private var hasBegun = false
  private var isAtEnd = false
  /// Whether there is one channel, which both sides play without attenuation.
  private var isMono = false

  /// The begin time of the first packet, in the stream's unit of time.
  private var firstPacket: Int64?
  private var beginning: (start: Double, priming: Int)?

  /// The number of invalid samples, which are silenced.
  private(set) var invalidSamples = 0
  /// The form of sound that the converter is for.
  private var form: SoundForm?

  /// The supported rates, in samples a second, and numbers of channels.
  static let rates = 1_000...768_000
  static let channels = 1...8
  /// The most samples of each side from a piece of a file: six minutes, in 128 MiB.
  private static let longestBlock = 1 << 24

  init(_ bytes: InputBytes, rules: InputRules = .sound) throws(VideoError) {
    try LibAV.open()
    name = bytes.name
    input = try InputFile(bytes, rules: rules)
    let name = name
    guard let stream = input.bestStream(of: AVMEDIA_TYPE_AUDIO) else {
      throw .cannotRead(path: name, reason: "there is no sound in it")
    }
    self.stream = stream
    input.keep([Int(stream[\.index])])
    let codec = avcodec_find_decoder(stream.parameters[\.codec_id])
    guard let codec else { throw .cannotRead(path: name, reason: "libavcodec does not decode its sound") }
    let decoderName = String(cString: codec.pointee.name)
    guard rules.decoders.contains(decoderName) else {
      throw .cannotRead(path: name, reason: "its sound is of a kind that is not read, \(decoderName)")
    }
    try Self.check(
      rate: Int(stream.parameters[\.sample_rate]),
      channels: Int(stream.parameters[\.ch_layout].nb_channels), name)
    let own = try Owned<AVCodecContext>(codec)
    _decoder = own
    _packet = try Owned()
    _frame = try Owned()
    let decoder = own.wrappedValue
    try LibAV.check(avcodec_parameters_to_context(decoder, stream.parameters), "read \(name)")
    decoder[\.pkt_timebase] = stream[\.time_base]
    // More threads would only change the time.
    decoder[\.thread_count] = 1
    let code = avcodec_open2(decoder, codec, nil)
    guard code >= 0 else { throw LibAV.unreadable(name, code) }
    fileRate = Int(decoder[\.sample_rate])
    rate = fileRate
    try Self.check(rate: fileRate, channels: Int(decoder[\.ch_layout].nb_channels), name)
  }

  /// The memory for its file, in bytes, apart from the contents.
  var memory: Int { input.memory }

  /// Throws for implausible sound: at 1 sample a second, the buffers of a conversion to 48,000 take gigabytes.
  private static func check(rate: Int, channels: Int, _ name: String) throws(VideoError) {
    guard rates.contains(rate), Self.channels.contains(channels) else {
      throw .cannotRead(
        path: name,
        reason: "\(channels) channels of \(rate) samples a second; expected \(Self.channels.lowerBound) to "
          + "\(Self.channels.upperBound) of \(rates.lowerBound) to \(rates.upperBound)")
    }
  }

  deinit { swr_free(&converter) }

  /// Returns the time of the first sample that is heard, in seconds of the container, and the number of samples, at its
  /// rate, that a decoder makes before it; nil if nothing can be decoded. Call it before any reading.
  func begin() throws(VideoError) -> (start: Double, priming: Int)? {
    try decodeMore()
    return beginning
  }

  /// Sets the rate of the samples. Call it before any reading.
  func setRate(_ rate: Int) { self.rate = rate }

  /// Reads interleaved stereo samples; fewer than asked for at the end. Returns the number of each side.
  func read(into target: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
    try take(target.count / 2, into: target)
  }

  /// Skips samples, and returns the number skipped.
  func skip(_ count: Int) throws(VideoError) -> Int { try take(count, into: nil) }

  private func take(_ count: Int, into target: UnsafeMutableBufferPointer<Float>?) throws(VideoError) -> Int {
    var done = 0
    while true {
      let silence = min(silentSamples, count - done)
      if let target { for index in done * 2..<(done + silence) * 2 { target[index] = 0 } }
      silentSamples -= silence
      done += silence
      guard done < count else { return done }
      if used == samples.count {
        guard !isAtEnd else { return done }
        samples.removeAll(keepingCapacity: true)
        used = 0
        try decodeMore()
        continue
      }
      let step = min(count - done, (samples.count - used) / 2)
      samples.withUnsafeBufferPointer { samples in
        _ = target?[(done * 2)...].update(fromContentsOf: samples[used..<used + step * 2])
      }
      done += step
      used += step * 2
    }
  }

  private func decodeMore() throws(VideoError) {
    while samples.isEmpty, !isAtEnd {
      let code = avcodec_receive_frame(decoder, frame)
      if code == 0 {
        try convert(frame)
        av_frame_unref(frame)
      } else if code == CLIBAV_ERROR_END {
        try convert(nil)
        isAtEnd = true
      } else if code == CLIBAV_ERROR_AGAIN {
        try feed()
      } else {
        throw LibAV.unreadable(name, code)
      }
    }
  }

  private func feed() throws(VideoError) {
    let number = stream[\.index]
    while true {
      let code = input.read(packet)
      if code < 0 {
        guard code == CLIBAV_ERROR_END else { throw LibAV.unreadable(name, code) }
        avcodec_send_packet(decoder, nil)
        return
      }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == number else { continue }
      if firstPacket == nil, packet.pointee.pts != CLIBAV_NO_TIME { firstPacket = packet.pointee.pts }
      let sent = avcodec_send_packet(decoder, packet)
      // Like players, this leaves damaged packets out.
      guard sent >= 0 || sent == CLIBAV_ERROR_INVALID else { throw LibAV.unreadable(name, sent) }
      return
    }
  }

  /// Appends a decoded frame's samples or, for nil, the converter's rest.
  private func convert(_ frame: UnsafeMutablePointer<AVFrame>?) throws(VideoError) {
    if let frame {
      let own = SoundForm(frame)
      // A stream's form may change, but the converter reads the planes of the form that it was made for.
      if let form, form != own {
        try convert(nil)
        swr_free(&converter)
        self.form = nil
      }
      if form == nil { try begin(frame, own) }
      invalidSamples += try SoundForm.silenceInvalidSamples(of: frame)
    }
    guard converter != nil, let form else { return }
    let count = Int(frame?[\.nb_samples] ?? 0)
    let room = (count + 256) * rate / form.rate + 4096
    guard room <= Self.longestBlock else {
      throw .cannotRead(
        path: name,
        reason: "\(count) samples in one piece; expected at most \(Self.longestBlock * form.rate / rate - 8192)")
    }
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: room * 2))
    let done = samples.withUnsafeMutableBytes { bytes in
      var out: UnsafeMutablePointer<UInt8>? =
        bytes.baseAddress!.advanced(by: start * 4).assumingMemoryBound(to: UInt8.self)
      guard let frame else { return swr_convert(converter, &out, CInt(room), nil, 0) }
      let data = UnsafeMutableRawPointer(frame[\.extended_data]!)
        .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
      return swr_convert(converter, &out, CInt(room), data, CInt(count))
    }
    guard done >= 0 else { throw LibAV.unreadable(name, done) }
    samples.removeLast((room - Int(done)) * 2)
    guard isMono else { return }
    for index in (0..<Int(done)).reversed() {
      let value = samples[start + index]
      (samples[start + index * 2], samples[start + index * 2 + 1]) = (value, value)
    }
  }

  /// Prepares the converter, and puts the first sample at the time that the file states.
  private func begin(_ frame: UnsafeMutablePointer<AVFrame>, _ own: SoundForm) throws(VideoError) {
    try Self.check(rate: own.rate, channels: own.channels, name)
    isMono = own.channels == 1
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, isMono ? 1 : 2)
    let made = swr_alloc_set_opts2(
      &converter, &layout, AV_SAMPLE_FMT_FLT, CInt(rate), &frame[\.ch_layout],
      AVSampleFormat(frame[\.format]), frame[\.sample_rate], 0, nil)
    let code = made < 0 ? made : swr_init(converter)
    guard code >= 0 else {
      swr_free(&converter)
      guard code != CLIBAV_ERROR_NO_MEMORY else { throw LibAV.noMemory }
      throw .cannotRead(path: name, reason: "its \(own.channels) channels cannot be heard as two")
    }
    form = own
    guard !hasBegun else { return }
    hasBegun = true
    guard frame[\.pts] != CLIBAV_NO_TIME else { return }
    let base = stream[\.time_base]
    func seconds(_ stamp: Int64) -> Double { Double(stamp) * Double(base.num) / Double(base.den) }
    let start = seconds(frame[\.pts])
    let first = start - input.start
    if let firstPacket {
      let before = (start - seconds(firstPacket)) * Double(own.rate)
      beginning = (start, before > 0 && before < 1e6 ? Int(bounded: before.rounded()) : 0)
    } else {
      beginning = (start, 0)
    }
    // Sound that begins after the file's pictures is silent until then.
    let silence = (first * Double(rate)).rounded()
    if silence > 0, silence < Double(rate * 3600) { silentSamples = Int(bounded: silence) }
  }
}

struct SoundForm: Equatable {
  /// Samples a second.
  let rate: Int
  let channels: Int
  private let format: CInt
  /// The mask of the channels; 0 if it is not known.
  private let places: UInt64

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    rate = Int(frame[\.sample_rate])
    channels = Int(frame[\.ch_layout].nb_channels)
    format = frame[\.format]
    places = frame[\.ch_layout].order == AV_CHANNEL_ORDER_NATIVE ? frame[\.ch_layout].u.mask : 0
  }

  /// The loudest valid sample, relative to full scale: 120 dB above it.
  private static let loudest = 1e6

  /// Silences samples that are NaN or implausibly loud, as the resampler would smear them. Returns their number.
  static func silenceInvalidSamples(of frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> Int {
    let format = AVSampleFormat(frame[\.format])
    let isPlanar = format == AV_SAMPLE_FMT_FLTP || format == AV_SAMPLE_FMT_DBLP
    guard isPlanar || format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_DBL else { return 0 }
    let (samples, channels) = (Int(frame[\.nb_samples]), Int(frame[\.ch_layout].nb_channels))
    let (planes, count) = isPlanar ? (channels, samples) : (1, samples * channels)
    let isFloat = format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_FLTP
    func invalid(silencing: Bool) -> Int {
      var found = 0
      for plane in 0..<planes {
        guard let data = frame[\.extended_data]![plane].map({ UnsafeMutableRawPointer($0) }) else { continue }
        found +=
          isFloat
          ? Self.silence(data.assumingMemoryBound(to: Float.self), count, Float(loudest), silencing)
          : Self.silence(data.assumingMemoryBound(to: Double.self), count, loudest, silencing)
      }
      return found
    }
    let found = invalid(silencing: false)
    guard found > 0 else { return 0 }
    try LibAV.check(av_frame_make_writable(frame), "mend samples")
    return invalid(silencing: true)
  }

  private static func silence<Sample: BinaryFloatingPoint>(
    _ data: UnsafeMutablePointer<Sample>, _ count: Int, _ loudest: Sample, _ write: Bool
  ) -> Int {
    var found = 0
    // Comparisons with NaN are false.
    for index in 0..<count where !(abs(data[index]) <= loudest) {
      found += 1
      if write { data[index] = 0 }
    }
    return found
  }
}
