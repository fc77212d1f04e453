// Loudness is that of EBU R 128 (ITU-R BS.1770), integrated over the film, by libavfilter's ebur128. One constant gain
// reaches it, without compression, so that the mix is made twice, first to be measured. libavfilter's alimiter lowers
// peaks above the limit at four times the rate, for peaks between samples (true peaks, BS.1770 annex 2); as it lowers
// the loudness, the gain is measured again.

import CLibAV
import CoreGraphics
import Foundation

/// The samples of a mix for the encoder, at the requested loudness and within full scale.
final class SoundMaster {
  /// Samples a second.
  var rate: Int { mix.rate }
  private let mix: SoundMix
  private let gain: Float
  private let limiter: SoundFilter?
  private let notes: FilmNotes
  /// The limiter's output that was not read yet.
  private var ready: (left: [Float], right: [Float]) = ([], [])
  /// The largest sample before clipping, and its place.
  private var peak: (value: Float, sample: Int) = (0, 0)
  private var position = 0

  /// The distance of the limiter's target below the limit, in dB: resampling to the film's rate overshoots.
  private static let margin = 0.15
  private static let block = 4096

  /// The gain and the limit for a mix.
  private struct Level {
    /// In dB.
    var gain = 0.0
    /// The highest true peak, in dB of full scale; nil for no limiter.
    var limit: Double?

    var factor: Float { Float(pow(10, gain / 20)) }
  }

  /// - Parameter rate: samples a second; nil for the tracks' own.
  init(_ options: VideoOptions, rate: Int?, length: Double?) throws(VideoError) {
    notes = options.notes
    func mix() throws(VideoError) -> SoundMix {
      try SoundMix(options.sound, rate: rate, length: length, memoryLimit: options.memoryLimit)
    }
    let first = try mix()
    let filmRate = first.rate
    self.mix = first
    var level = Level(limit: options.truePeak)
    if let loudness = options.loudness {
      guard let length else { throw .badOption("`loudness` needs the length of the film") }
      let count = Int(bounded: (length * Double(filmRate)).rounded())
      level = try Self.level(for: loudness, limit: options.truePeak ?? -1, count, notes, mix)
    }
    gain = level.factor
    limiter = try level.limit.map { (limit) throws(VideoError) in try Self.limiter(limit, rate: filmRate) }
  }

  /// Returns the gain for a loudness, and the limit if peaks must be lowered for it.
  private static func level(
    for loudness: Double, limit: Double, _ count: Int, _ notes: FilmNotes, _ mix: () throws(VideoError) -> SoundMix
  ) throws(VideoError) -> Level {
    let own = try measure(mix(), Level(), count)
    guard own.loudness > -69 else {
      notes.add("the sound is silent, or shorter than 0.4 s: it has no loudness that could be changed")
      return Level(limit: limit)
    }
    var level = Level(gain: loudness - own.loudness)
    var reached = loudness
    if own.peak + level.gain > limit {
      level.limit = limit
      for _ in 0..<4 {
        reached = try measure(mix(), level, count).loudness
        if abs(loudness - reached) < 0.1 { break }
        level.gain = min(level.gain + loudness - reached, 60)
      }
    }
    let change = "\(level.gain < 0 ? "" : "+")\(level.gain.inTenths) dB"
    notes.add(
      "the sound's loudness was \(own.loudness.inTenths) LUFS, and is \(reached.inTenths) LUFS by \(change)"
        + (level.limit == nil ? "" : "; peaks above \(limit.inTenths) dB were turned down"))
    return level
  }

  private static func limiter(_ limit: Double, rate: Int) throws(VideoError) -> SoundFilter {
    let options = "limit=\(pow(10, (limit - margin) / 20)):level=0:attack=5:release=50:latency=1"
    return try SoundFilter(
      [("aresample", "\(rate * 4)"), ("alimiter", options), ("aresample", "\(rate)")], rate: rate)
  }

  /// Returns the loudness in LUFS and the true peak in dB of a mix at a level.
  private static func measure(
    _ mix: SoundMix, _ level: Level, _ count: Int
  ) throws(VideoError) -> (loudness: Double, peak: Double) {
    let limiter = try level.limit.map { (limit) throws(VideoError) in try Self.limiter(limit, rate: mix.rate) }
    let meter = try SoundFilter([("ebur128", "metadata=1:peak=true:framelog=verbose")], rate: mix.rate)
    var (loudness, peak) = (-70.0, -200.0)
    func read(_ frame: UnsafeMutablePointer<AVFrame>) {
      func value(_ key: String) -> Double? {
        av_dict_get(frame[\.metadata], key, nil, 0).flatMap { Double(String(cString: $0.pointee.value)) }
      }
      loudness = value("lavfi.r128.I") ?? loudness
      for channel in 0..<2 {
        let own = value("lavfi.r128.true_peaks_ch\(channel)") ?? 0
        if own > 0 { peak = max(peak, 20 * log10(own)) }
      }
    }
    var (left, right): ([Float], [Float]) = ([], [])
    func send(_ samples: (left: [Float], right: [Float])) throws(VideoError) {
      if !samples.left.isEmpty { try meter.filter(left: samples.left, right: samples.right, read) }
    }
    var done = 0
    while done < count {
      let size = min(block, count - done)
      try mix.next(left: &left, right: &right, count: size)
      scale(&left, &right, by: level.factor)
      done += size
      guard let limiter else {
        try send((left, right))
        continue
      }
      var out: (left: [Float], right: [Float]) = ([], [])
      try limiter.filter(left: left, right: right) { append($0, to: &out) }
      if done == count { try limiter.finish { append($0, to: &out) } }
      try send(out)
    }
    try meter.finish(read)
    return (loudness, peak)
  }

  static func append(_ frame: UnsafeMutablePointer<AVFrame>, to out: inout (left: [Float], right: [Float])) {
    let count = Int(frame[\.nb_samples])
    func plane(_ data: UnsafeMutablePointer<UInt8>?) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(
        start: UnsafeRawPointer(data!).assumingMemoryBound(to: Float.self), count: count)
    }
    out.left.append(contentsOf: plane(frame[\.data].0))
    out.right.append(contentsOf: plane(frame[\.data].1))
  }

  private static func scale(_ left: inout [Float], _ right: inout [Float], by factor: Float) {
    guard factor != 1 else { return }
    for index in left.indices { (left[index], right[index]) = (left[index] * factor, right[index] * factor) }
  }

  /// Returns the next samples of the film, clipped at full scale.
  func next(left: inout [Float], right: inout [Float], count: Int) throws(VideoError) {
    if let limiter {
      while ready.left.count < count {
        try mix.next(left: &left, right: &right, count: max(count, Self.block))
        Self.scale(&left, &right, by: gain)
        try limiter.filter(left: left, right: right) { Self.append($0, to: &ready) }
      }
      (left, right) = (Array(ready.left[..<count]), Array(ready.right[..<count]))
      ready.left.removeFirst(count)
      ready.right.removeFirst(count)
    } else {
      try mix.next(left: &left, right: &right, count: count)
      Self.scale(&left, &right, by: gain)
    }
    for index in 0..<count {
      let loudest = max(abs(left[index]), abs(right[index]))
      guard loudest > 1 else { continue }
      if loudest > peak.value { peak = (loudest, position + index) }
      (left[index], right[index]) = (min(max(left[index], -1), 1), min(max(right[index], -1), 1))
    }
    position += count
  }

  /// Notes what differs from the files' sound. Call it at the end.
  func tell() {
    mix.tell(notes)
    guard peak.value > 1 else { return }
    let time = (Double(peak.sample) / Double(rate)).inThousandths
    notes.add(
      "the sound's peak is \(String(format: "%.1f", 20 * log10(peak.value))) dB above full scale, at \(time) s, and "
        + "what is above is cut off; give a track less gain, or `loudness` or `truePeak`")
  }
}

extension Double {
  /// `-14.0`.
  fileprivate var inTenths: String { String(format: "%.1f", self) }
}

/// Filters two channels of floats.
final class SoundFilter {
  @Owned private var graph: UnsafeMutablePointer<AVFilterGraph>
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  /// The second input of the first filter; nil without one.
  private let key: UnsafeMutablePointer<AVFilterContext>?
  @Owned private var frame: UnsafeMutablePointer<AVFrame>
  private let rate: Int
  private var position: Int64 = 0

  /// - Parameters:
  ///   - chain: libavfilter's names of filters, and their options.
  ///   - hasKey: whether the first filter has a second input.
  init(_ chain: [(name: String, options: String)], rate: Int, hasKey: Bool = false) throws(VideoError) {
    if let reason = clibav_open_filters() { throw LibAV.missing(String(cString: reason)) }
    self.rate = rate
    let own = try Owned<AVFilterGraph>()
    _graph = own
    _frame = try Owned()
    let graph = own.wrappedValue
    var last: UnsafeMutablePointer<AVFilterContext>?
    var first: UnsafeMutablePointer<AVFilterContext>?
    let form = "sample_fmts=fltp:sample_rates=\(rate):channel_layouts=stereo"
    let input = "sample_fmt=fltp:sample_rate=\(rate):channel_layout=stereo:time_base=1/\(rate)"
    let all = [("abuffer", input)] + chain + [("aformat", form), ("abuffersink", "")]
    var second: UnsafeMutablePointer<AVFilterContext>?
    if hasKey {
      try LibAV.check(
        avfilter_graph_create_filter(&second, avfilter_get_by_name("abuffer"), nil, input, nil, graph),
        "prepare the filter of sound abuffer")
    }
    // Threads would not be faster here.
    graph.pointee.nb_threads = 1
    for (name, options) in all {
      var context: UnsafeMutablePointer<AVFilterContext>?
      try LibAV.check(
        avfilter_graph_create_filter(&context, avfilter_get_by_name(name), nil, options, nil, graph),
        "prepare the filter of sound \(name)")
      if let last { try LibAV.check(avfilter_link(last, 0, context, 0), "prepare the filter of sound \(name)") }
      if let second, let first, last == first {
        try LibAV.check(avfilter_link(second, 0, context, 1), "prepare the filter of sound \(name)")
      }
      if first == nil { first = context }
      last = context
    }
    try LibAV.check(avfilter_graph_config(graph, nil), "prepare the filters of sound")
    (source, sink, key) = (first!, last!, second)
  }

  /// Filters samples, by those of the second input if there is one, and calls `body` with the resulting frames.
  func filter(
    left: [Float], right: [Float], key samples: (left: [Float], right: [Float])? = nil,
    _ body: (UnsafeMutablePointer<AVFrame>) -> Void
  ) throws(VideoError) {
    if let samples, let key { try add(samples.left, samples.right, to: key) }
    try add(left, right, to: source)
    position += Int64(left.count)
    try receive(body)
  }

  private func add(
    _ left: [Float], _ right: [Float], to source: UnsafeMutablePointer<AVFilterContext>
  ) throws(VideoError) {
    frame[\.nb_samples] = CInt(left.count)
    frame[\.format] = AV_SAMPLE_FMT_FLTP.rawValue
    frame[\.sample_rate] = CInt(rate)
    av_channel_layout_default(&frame[\.ch_layout], 2)
    try LibAV.check(av_frame_get_buffer(frame, 0), "allocate a block of sound")
    let planes = (UnsafeMutableRawPointer(frame[\.data].0!), UnsafeMutableRawPointer(frame[\.data].1!))
    left.withUnsafeBytes { planes.0.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    right.withUnsafeBytes { planes.1.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    frame[\.pts] = position
    // It takes the frame's memory over, and empties the frame.
    try LibAV.check(av_buffersrc_add_frame_flags(source, frame, 0), "filter sound")
  }

  func finish(_ body: (UnsafeMutablePointer<AVFrame>) -> Void) throws(VideoError) {
    try LibAV.check(av_buffersrc_add_frame_flags(source, nil, 0), "filter sound")
    try receive(body)
  }

  private func receive(_ body: (UnsafeMutablePointer<AVFrame>) -> Void) throws(VideoError) {
    while true {
      let code = av_buffersink_get_frame(sink, frame)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try LibAV.check(code, "filter sound")
      body(frame)
      av_frame_unref(frame)
    }
  }
}
