// One reading of a film's packets, without decoding them: what its index is made of.
import CLibAV

/// What the packets of a film tell.
struct ClipScan {
  /// Of pictures, in the order of decoding.
  var packets: [ClipPacket] = []
  /// Whether all of those tell when they are shown.
  var hasStamps = true
  var sounds: [Int: Sound] = [:]

  /// A stream of sound, in seconds of the container.
  struct Sound {
    var start: Double
    var end: Double
    /// Samples before the first that is heard.
    var priming: Int
  }

  /// Reads all packets of some streams.
  ///
  /// - Throws: `cannotRead`, also where there are more pictures than may be.
  init(
    _ input: InputFile, name: String, pictures: UnsafeMutablePointer<AVStream>?,
    sounds: [UnsafeMutablePointer<AVStream>]
  ) throws(VideoError) {
    var memory = av_packet_alloc()
    defer { av_packet_free(&memory) }
    let packet = try LibAV.allocated(memory)
    let number = pictures?.pointee.index ?? -1
    let known = Dictionary(uniqueKeysWithValues: sounds.map { ($0.pointee.index, $0) })
    while true {
      let code = av_read_frame(input.context, packet)
      guard code >= 0 else {
        guard code != CLIBAV_ERROR_NO_MEMORY else { throw LibAV.noMemory }
        // What is damaged ends there; what was read before is shown.
        break
      }
      defer { av_packet_unref(packet) }
      if packet.pointee.stream_index == number {
        guard packets.count < ClipLimits.mostPictures else {
          throw .cannotRead(path: name, reason: "more than \(ClipLimits.mostPictures) pictures")
        }
        add(packet.pointee, codec: pictures!.pointee.codecpar.pointee.codec_id)
      } else if let stream = known[packet.pointee.stream_index] {
        add(packet, of: stream)
      }
    }
    if !hasStamps { countStamps() }
  }

  private mutating func add(_ packet: AVPacket, codec: AVCodecID) {
    let before = packets.last
    var decoded = packet.dts
    if decoded == CLIBAV_NO_TIME {
      decoded = packet.pts != CLIBAV_NO_TIME ? packet.pts : (before?.decoded ?? -1) + max(before?.length ?? 1, 1)
    }
    if packet.pts == CLIBAV_NO_TIME { hasStamps = false }
    packets.append(
      ClipPacket(
        shown: packet.pts == CLIBAV_NO_TIME ? decoded : packet.pts, decoded: decoded, length: max(packet.duration, 0),
        place: packet.pos, isKey: packet.flags & AV_PKT_FLAG_KEY != 0,
        isShown: packet.flags & AV_PKT_FLAG_DISCARD == 0 && !Self.isUnseen(packet, codec)))
  }

  /// Whether a packet holds a picture that others refer to, and that is never shown (RFC 6386, 9.1: `show_frame`).
  private static func isUnseen(_ packet: AVPacket, _ codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_VP8 && packet.size > 0 && packet.data[0] & 0x10 == 0
  }

  /// Without stamps of showing, those of decoding count, in order.
  private mutating func countStamps() {
    for index in packets.indices { packets[index].shown = packets[index].decoded }
    for index in packets.indices.dropFirst() where packets[index].shown <= packets[index - 1].shown {
      packets[index].shown = packets[index - 1].shown + 1
    }
  }

  private mutating func add(
    _ packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>
  ) {
    let time = packet.pointee.pts != CLIBAV_NO_TIME ? packet.pointee.pts : packet.pointee.dts
    guard time != CLIBAV_NO_TIME, packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 else { return }
    let unit = stream.pointee.time_base.seconds
    let rate = max(Int(stream.pointee.codecpar.pointee.sample_rate), 1)
    let skipped = packet.skippedSamples
    let start = Double(time) * unit + Double(skipped.before) / Double(rate)
    let end = Double(time + max(packet.pointee.duration, 0)) * unit - Double(skipped.after) / Double(rate)
    let number = Int(stream.pointee.index)
    if var sound = sounds[number] {
      sound.end = max(sound.end, end)
      sounds[number] = sound
    } else {
      sounds[number] = Sound(start: start, end: max(start, end), priming: skipped.before)
    }
  }
}

extension UnsafeMutablePointer<AVPacket> {
  /// Samples of a packet of sound that are not heard, at its beginning and at its end.
  var skippedSamples: (before: Int, after: Int) {
    var size = 0
    guard let bytes = av_packet_get_side_data(self, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else { return (0, 0) }
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    return (number(0), number(4))
  }
}

extension AVRational {
  /// A unit of time, in seconds; 1 where it makes no sense.
  var seconds: Double { num > 0 && den > 0 ? Double(num) / Double(den) : 1 }

  /// A rate of pictures; nil for none, and for rates that are none of films.
  var frameRate: FrameRate? {
    num > 0 && den > 0 ? FrameRate("\(num)/\(den)") ?? FrameRate(Double(num) / Double(den)) : nil
  }
}
