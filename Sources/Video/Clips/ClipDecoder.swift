import CLibAV
package import CoreGraphics
import Foundation
import Synchronization

/// Decodes the pictures of a film from a key frame on. For one thread. Each packet has its number as its time stamp, so
/// that the decoder returns the number with the picture.
final class ClipDecoder {
  private let bytes: InputBytes
  private let stream: ClipStream
  private var index: ClipIndex { stream.index }
  private var input: InputFile
  @Owned private var decoder: UnsafeMutablePointer<AVCodecContext>
  @Owned private var packet: UnsafeMutablePointer<AVPacket>
  @Owned private var frame: UnsafeMutablePointer<AVFrame>

  /// The number of the next packet of pictures in the file.
  private(set) var position = 0
  /// The work so far, in packets: 1 for each packet read, `workOfSeek` for each seek.
  private(set) var work = 0
  /// The number of the first packet to decode.
  private var first = 0
  /// Whether `packet` holds the next packet already.
  private var isPending = false
  private var isDraining = false
  /// For films without stamps: the place of the last picture, counted from the first packet's; nil before that came.
  private var counted: Int?

  /// The most threads of a decoder, each of which decodes another picture.
  private static let mostThreads = 8
  /// The number of packets that are read in the time of a seek.
  private static let workOfSeek = 64

  init(_ bytes: InputBytes, _ stream: ClipStream) throws(VideoError) {
    (self.bytes, self.stream) = (bytes, stream)
    input = try Self.open(bytes, stream)
    let description = stream.description
    // Decoders align rows: twice the 8 bytes of 16 bits for each of four components.
    LibAV.allow(bytes: description.width * description.height * 16 + 1 << 20)
    guard let codec = avcodec_find_decoder_by_name(description.decoder) else {
      throw .cannotRead(path: bytes.name, reason: "libavcodec has no decoder \(description.decoder)")
    }
    _decoder = try Owned(codec)
    _packet = try Owned()
    _frame = try Owned()
    let parameters = input.context.streams[stream.number]!.parameters
    try LibAV.check(avcodec_parameters_to_context(decoder, parameters), "read \(bytes.name)")
    decoder[\.thread_count] = CInt(min(max(ProcessInfo.processInfo.activeProcessorCount, 1), Self.mostThreads))
    decoder[\.thread_type] = FF_THREAD_FRAME | FF_THREAD_SLICE
    decoder[\.max_pixels] = Int64(ClipLimits.mostPixels)
    // The stamps are numbers, not times.
    decoder[\.pkt_timebase] = AVRational(num: 1, den: 1)
    let code = avcodec_open2(decoder, codec, nil)
    guard code >= 0 else { throw LibAV.unreadable(bytes.name, code) }
  }

  private static func open(_ bytes: InputBytes, _ stream: ClipStream) throws(VideoError) -> InputFile {
    let input = try InputFile(bytes, rules: .film)
    guard stream.number < input.context.streams.count else {
      throw .cannotRead(path: bytes.name, reason: "it has changed since it was opened")
    }
    input.keep([stream.number])
    return input
  }

  func start(at number: Int) throws(VideoError) {
    avcodec_flush_buffers(decoder)
    (isDraining, counted, first) = (false, nil, number)
    try seek(to: number)
  }

  /// Returns the next undamaged picture in the order of showing, and its place, -1 if it is not shown. Nil at the end.
  func next() throws(VideoError) -> (place: Int, frame: Owned<AVFrame>)? {
    while true {
      let code = avcodec_receive_frame(decoder, frame)
      if code == 0 {
        if let place = place(of: frame) {
          let own = try Owned<AVFrame>()
          av_frame_move_ref(own.wrappedValue, frame)
          return (place, own)
        }
        av_frame_unref(frame)
      } else if code == CLIBAV_ERROR_END {
        return nil
      } else if code == CLIBAV_ERROR_AGAIN {
        try feed()
      } else {
        try pass(code)
      }
    }
  }

  /// Returns the place of a picture among those that are shown; nil for a damaged picture.
  private func place(of frame: UnsafeMutablePointer<AVFrame>) -> Int? {
    let number = Int(frame[\.pts])
    guard index.packets.indices.contains(number) else { return nil }
    guard !index.hasStamps else {
      return frame[\.flags] & AV_FRAME_FLAG_CORRUPT != 0 ? nil : Int(index.places[number])
    }
    if let counted {
      self.counted = counted + 1
    } else {
      // Pictures that come before that of the first packet need earlier packets.
      guard number == first else { return nil }
      counted = first
    }
    return counted.map { min($0, index.count - 1) }
  }

  private func feed() throws(VideoError) {
    guard !isDraining else { return }
    while true {
      guard try read() else {
        isDraining = true
        avcodec_send_packet(decoder, nil)
        return
      }
      isPending = false
      defer { av_packet_unref(packet) }
      let number = position
      position += 1
      guard number >= first else { continue }
      (packet.pointee.pts, packet.pointee.dts) = (Int64(number), Int64(number))
      let code = avcodec_send_packet(decoder, packet)
      if code < 0 { try pass(code) }
      return
    }
  }

  /// Throws if an error means want of memory. Other errors mean damage, whose pictures are left out.
  private func pass(_ code: CInt) throws(VideoError) {
    _ = LibAVLog.take()
    guard code != CLIBAV_ERROR_NO_MEMORY || LibAV.isFalseClaim(code) else { throw LibAV.noMemory }
  }

  /// Reads the next packet of pictures into `packet`, and its number into `position`. Returns false at the end.
  private func read() throws(VideoError) -> Bool {
    if isPending { return true }
    while true {
      let code = input.read(packet)
      guard code >= 0 else {
        guard code != CLIBAV_ERROR_NO_MEMORY else { throw LibAV.noMemory }
        return false
      }
      work += 1
      guard packet.pointee.stream_index == CInt(stream.number) else {
        av_packet_unref(packet)
        continue
      }
      let decoded = packet.pointee.dts != CLIBAV_NO_TIME ? packet.pointee.dts : packet.pointee.pts
      let shown = index.hasStamps ? packet.pointee.pts : decoded
      if !index.isPacket(position, shown: shown, decoded: decoded, place: packet.pointee.pos) {
        guard let number = index.number(shown: shown, decoded: decoded, place: packet.pointee.pos) else {
          // After a seek, parsers can make packets that the index does not have.
          av_packet_unref(packet)
          continue
        }
        position = number
      }
      isPending = true
      return true
    }
  }

  /// Moves to the packet of a number or to one before it. Containers find places by times, some of them roughly.
  private func seek(to number: Int) throws(VideoError) {
    if isPending {
      av_packet_unref(packet)
      isPending = false
    }
    var target = number
    for _ in 0..<4 where target > 0 {
      work += Self.workOfSeek
      let own = index.packets[target]
      guard av_seek_frame(input.context, CInt(stream.number), min(own.decoded, own.shown), AVSEEK_FLAG_BACKWARD) >= 0
      else { break }
      position = -1
      if try read(), position <= number { return }
      if isPending {
        av_packet_unref(packet)
        isPending = false
      }
      target = index.key(before: target)
    }
    input = try Self.open(bytes, stream)
    work += Self.workOfSeek
    position = 0
  }
}

/// A decoded picture and its times.
package final class ClipFrame: @unchecked Sendable {
  // Unchecked Sendable: libav's frame is only read.

  /// The picture's place among the clip's pictures, in the order of showing.
  package let index: Int
  /// The time at which the picture begins to show, in seconds of the clip.
  package let start: Double
  /// The time at which the next picture begins or, for the last one, its own end, in seconds of the clip.
  package let end: Double
  @Owned private var frame: UnsafeMutablePointer<AVFrame>
  private let layout: ClipLayout
  private let description: ClipDescription
  private let made = Mutex<(image: CGImage, depth: ImageDepth)?>(nil)

  init?(_ frame: Owned<AVFrame>, index: Int, start: Double, end: Double, description: ClipDescription) {
    _frame = frame
    let (width, height) = (Int(frame.wrappedValue[\.width]), Int(frame.wrappedValue[\.height]))
    guard let layout = ClipLayout(frame.wrappedValue[\.format]), ClipLimits.take(width: width, height: height),
      ClipLimits.take(width: description.squareWidth(of: width), height: height)
    else { return nil }
    (self.layout, self.description) = (layout, description)
    (self.index, self.start, self.end) = (index, start, end)
  }

  /// The data of the film's light that the picture carries.
  var highRange: HighRangeMetadata { HighRangeMetadata(frame) }

  /// Returns the picture as premultiplied sRGB, upright, with square pixels; converted once. A curve of a high dynamic
  /// range and wide primaries are converted; other curves and primaries are taken for sRGB's (``FilmColors``).
  package func image(_ depth: ImageDepth = .bytes) throws(VideoError) -> CGImage {
    // A thread that waits for the image needs nothing else meanwhile.
    try made.withLock { (made) throws(VideoError) -> CGImage in
      if let made, made.depth == depth { return made.image }
      let image = try ClipPixels(frame, layout: layout, description: description).image(depth)
      made = (image, depth)
      return image
    }
  }

  /// Calls `body` with the decoded samples.
  package func withPlanes<Result>(_ body: (ClipPlanes) throws -> Result) rethrows -> Result {
    try body(ClipPixels(frame, layout: layout, description: description).planes)
  }

  /// The approximate memory of the picture, in bytes.
  var memory: Int {
    let (data, strides) = (frame.planes, frame.strides)
    let rows = Int(frame[\.height])
    let samples = (0..<4).reduce(0) { sum, plane in
      guard data[plane] != nil else { return sum }
      let isHalf = layout.chroma == .quarter && (plane == 1 || plane == 2)
      return sum + abs(strides[plane]) * (isHalf ? (rows + 1) / 2 : rows)
    }
    return samples + made.withLock { $0?.image.byteCount ?? 0 }
  }
}

extension UnsafeMutablePointer<AVFrame> {
  var planes: [UnsafePointer<UInt8>?] {
    let data = self[\.data]
    return [data.0, data.1, data.2, data.3].map { $0.map { UnsafePointer($0) } }
  }

  var strides: [Int] {
    let linesize = self[\.linesize]
    return [linesize.0, linesize.1, linesize.2, linesize.3].map(Int.init)
  }
}
