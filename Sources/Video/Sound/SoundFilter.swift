// A chain of libavfilter's filters of sound, between floats in and floats out.
import CLibAV

/// Filters two channels of floats.
final class SoundFilter {
  private let graph: Owned<AVFilterGraph>
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let frame: Owned<AVFrame>
  private let rate: Int
  private var position: Int64 = 0

  /// - Parameters:
  ///   - chain: libavfilter's names of filters, and their options.
  ///   - rate: samples a second, of what comes in and out.
  init(_ chain: [(name: String, options: String)], rate: Int) throws(VideoError) {
    if let reason = clibav_open_filters() { throw LibAV.missing(String(cString: reason)) }
    self.rate = rate
    graph = try Owned()
    frame = try Owned()
    var last: UnsafeMutablePointer<AVFilterContext>?
    var first: UnsafeMutablePointer<AVFilterContext>?
    let form = "sample_fmts=fltp:sample_rates=\(rate):channel_layouts=stereo"
    let all =
      [("abuffer", "sample_fmt=fltp:sample_rate=\(rate):channel_layout=stereo:time_base=1/\(rate)")] + chain
      + [("aformat", form), ("abuffersink", "")]
    let graph = graph.pointer
    // Threads would make nothing faster here.
    graph.pointee.nb_threads = 1
    for (name, options) in all {
      var context: UnsafeMutablePointer<AVFilterContext>?
      try LibAV.check(
        avfilter_graph_create_filter(&context, avfilter_get_by_name(name), nil, options, nil, graph),
        "prepare the filter of sound \(name)")
      if let last { try LibAV.check(avfilter_link(last, 0, context, 0), "prepare the filter of sound \(name)") }
      if first == nil { first = context }
      last = context
    }
    try LibAV.check(avfilter_graph_config(graph, nil), "prepare the filters of sound")
    (source, sink) = (first!, last!)
  }

  /// Filters samples, and hands on the frames that come out.
  func filter(
    left: [Float], right: [Float], _ body: (UnsafeMutablePointer<AVFrame>) -> Void
  ) throws(VideoError) {
    let frame = frame.pointer
    frame[\.nb_samples] = CInt(left.count)
    frame[\.format] = AV_SAMPLE_FMT_FLTP.rawValue
    frame[\.sample_rate] = CInt(rate)
    av_channel_layout_default(&frame[\.ch_layout], 2)
    try LibAV.check(av_frame_get_buffer(frame, 0), "allocate a block of sound")
    let planes = (UnsafeMutableRawPointer(frame[\.data].0!), UnsafeMutableRawPointer(frame[\.data].1!))
    left.withUnsafeBytes { planes.0.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    right.withUnsafeBytes { planes.1.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    frame[\.pts] = position
    position += Int64(left.count)
    // It takes the frame's memory over, and leaves it empty.
    try LibAV.check(av_buffersrc_add_frame_flags(source, frame, 0), "filter sound")
    try receive(body)
  }

  /// Hands on what is left.
  func finish(_ body: (UnsafeMutablePointer<AVFrame>) -> Void) throws(VideoError) {
    try LibAV.check(av_buffersrc_add_frame_flags(source, nil, 0), "filter sound")
    try receive(body)
  }

  private func receive(_ body: (UnsafeMutablePointer<AVFrame>) -> Void) throws(VideoError) {
    let frame = frame.pointer
    while true {
      let code = av_buffersink_get_frame(sink, frame)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try LibAV.check(code, "filter sound")
      body(frame)
      av_frame_unref(frame)
    }
  }
}
