import CLibAV

/// The packets of a film for its index, read once without being decoded.
struct ClipScan {
  var packets: [ClipPacket] = []
  /// Whether all packets of pictures have presentation times.
  var hasStamps = true
  var sounds: [Int: Sound] = [:]
  /// The time out of range at which the reading ended; nil if all times are in range.
  private(set) var wrongTime: Int64?
  /// For packets without presentation times: whether each picture is shown before that of the preceding packet, by its
  /// head; nil if a head does not tell.
  private var shownBefore: [Bool]? = []

  /// A stream of sound, in seconds of the container.
  struct Sound {
    var start: Double
    var end: Double
    /// The number of samples before the first one that is heard.
    var priming: Int
    /// Whether each packet has its times, and is decoded later than the one before.
    var isOrdered = true
    /// The decoding time of the last packet, in the stream's unit of time.
    var last = Int64.min
  }

  /// The codecs whose packets need nothing but the container's table.
  private static let tabled = [
    AV_CODEC_ID_H264, .hevc, .av1, AV_CODEC_ID_PRORES, AV_CODEC_ID_MPEG4, AV_CODEC_ID_MJPEG, AV_CODEC_ID_QTRLE,
    AV_CODEC_ID_PNG,
  ]

  /// Reads all packets of some streams. For a QuickTime file whose head lists all samples, reads that table instead, so
  /// that an hour of film opens without being read.
  ///
  /// - Throws: `cannotRead`, also for too many pictures.
  init(
    _ bytes: InputBytes, _ input: InputFile, pictures: UnsafeMutablePointer<AVStream>?,
    sounds: [UnsafeMutablePointer<AVStream>]
  ) throws(VideoError) {
    let streams = Set(([pictures].compactMap { $0 } + sounds).map { Int($0[\.index]) })
    let isTabled =
      input.isQuickTime && pictures.map { Self.tabled.contains($0.parameters[\.codec_id]) } ?? true
      && sounds.allSatisfy { $0.parameters[\.codec_id] == AV_CODEC_ID_AAC }
      && input.quickTimeFile.isWholeInHead
    guard isTabled else {
      input.keep(streams)
      try self.init(input, name: bytes.name, pictures: pictures, sounds: sounds)
      return
    }
    let table = try InputFile(bytes, rules: .film, isBlind: true)
    table.keep(streams)
    try self.init(table, name: bytes.name, pictures: pictures, sounds: sounds)
  }

  private init(
    _ input: InputFile, name: String, pictures: UnsafeMutablePointer<AVStream>?,
    sounds: [UnsafeMutablePointer<AVStream>]
  ) throws(VideoError) {
    var memory = av_packet_alloc()
    defer { av_packet_free(&memory) }
    let packet = try LibAV.allocated(memory)
    let number = pictures?[\.index] ?? -1
    let codec = pictures?.parameters[\.codec_id] ?? AV_CODEC_ID_NONE
    let known = Dictionary(uniqueKeysWithValues: sounds.map { ($0[\.index], SoundStream($0)) })
    while true {
      let code = input.read(packet)
      guard code >= 0 else {
        guard code != CLIBAV_ERROR_NO_MEMORY else { throw LibAV.noMemory }
        // The clip ends at the damage.
        wrongTime = input.wrongTime
        break
      }
      defer { av_packet_unref(packet) }
      if packet.pointee.stream_index == number {
        guard packets.count < ClipLimits.mostPictures else {
          throw .cannotRead(path: name, reason: "more than \(ClipLimits.mostPictures) pictures")
        }
        add(packet.pointee, codec: codec)
      } else if let stream = known[packet.pointee.stream_index] {
        add(packet, of: stream)
      }
    }
    if !hasStamps { countStamps() }
  }

  /// Returns the index of a stream of pictures, and the time of the first one, in seconds of the container.
  func pictures(
    of stream: UnsafeMutablePointer<AVStream>, _ bytes: InputBytes
  ) throws(VideoError) -> (index: ClipIndex, start: Double) {
    let unit = stream[\.time_base].seconds
    let rates = [stream[\.r_frame_rate], stream[\.avg_frame_rate]].compactMap(\.frameRate)
    let index = ClipIndex(packets, hasStamps: hasStamps, unit: unit, rates: rates)
    guard let first = index.order.first else {
      throw .cannotRead(
        path: bytes.name,
        reason: wrongTime.map {
          "a packet's time is \($0) units; expected at most \(InputFile.latest), and a picture before it"
        } ?? "there is no picture in its stream of pictures")
    }
    let late = try lateness(bytes, stream: Int(stream[\.index]), unit: unit)
    return (index, Double(packets[Int(first)].shown) * unit + late)
  }

  /// Corrects the start of the best stream of sound: only its decoder knows which sample is heard first.
  mutating func hear(_ best: UnsafeMutablePointer<AVStream>, _ bytes: InputBytes) {
    guard let found = try? SoundReader(bytes, rules: .film).begin() else { return }
    let number = Int(best[\.index])
    var sound = sounds[number] ?? Sound(start: 0, end: found.start, priming: 0)
    (sound.start, sound.end, sound.priming) = (found.start, max(sound.end, found.start), found.priming)
    sounds[number] = sound
  }

  /// Returns the seconds by which pictures of a QuickTime file show later than their stamps if its edit list begins
  /// within a picture: libavformat moves the next picture to the edit's beginning, and leaves the sound in place.
  private func lateness(
    _ bytes: InputBytes, stream: Int, unit: Double
  ) throws(VideoError) -> Double {
    guard let first = packets.filter(\.isShown).min(by: { $0.shown < $1.shown }), first.place >= 0,
      packets.contains(where: { !$0.isShown && $0.shown < first.shown })
    else { return 0 }
    // Without `advanced_editlist`, the stamps are the edit list's.
    let input = try InputFile(bytes, rules: .film, options: [("advanced_editlist", "0")])
    guard stream < input.context.streams.count else { return 0 }
    input.keep([stream])
    var memory = av_packet_alloc()
    defer { av_packet_free(&memory) }
    let packet = try LibAV.allocated(memory)
    while input.read(packet) >= 0 {
      defer { av_packet_unref(packet) }
      guard packet.pointee.pos == first.place, packet.pointee.pts != CLIBAV_NO_TIME else { continue }
      let late = packet.pointee.pts.subtractingReportingOverflow(first.shown)
      let length = max(first.length, 1)
      return !late.overflow && (0..<length).contains(late.partialValue) ? Double(late.partialValue) * unit : 0
    }
    return 0
  }

  private mutating func add(_ packet: AVPacket, codec: AVCodecID) {
    let before = packets.last
    var decoded = packet.dts
    if decoded == CLIBAV_NO_TIME {
      let next = min((before?.decoded ?? -1) + max(before?.length ?? 1, 1), InputFile.latest)
      decoded = packet.pts != CLIBAV_NO_TIME ? packet.pts : next
    }
    if packet.pts == CLIBAV_NO_TIME { hasStamps = false }
    if shownBefore != nil {
      if let isBefore = Self.isShownBefore(packet, codec) { shownBefore?.append(isBefore) } else { shownBefore = nil }
    }
    packets.append(
      ClipPacket(
        shown: packet.pts == CLIBAV_NO_TIME ? decoded : packet.pts, decoded: decoded, length: packet.duration,
        place: packet.pos, isKey: packet.flags & AV_PKT_FLAG_KEY != 0,
        isShown: packet.flags & AV_PKT_FLAG_DISCARD == 0 && !Self.isUnseen(packet, codec)))
  }

  /// Whether a packet has a reference picture that is never shown (RFC 6386, 9.1: `show_frame`).
  private static func isUnseen(_ packet: AVPacket, _ codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_VP8 && packet.size > 0 && packet.data[0] & 0x10 == 0
  }

  /// Derives presentation times from decoding times: AVI has no others. By MPEG's order, a B picture takes the place
  /// before its own, and any other picture the last place before the next one that is not a B picture.
  private mutating func countStamps() {
    for index in packets.indices { packets[index].shown = packets[index].decoded }
    for index in packets.indices.dropFirst() where packets[index].shown <= packets[index - 1].shown {
      packets[index].shown = packets[index - 1].shown + 1
    }
    guard let shownBefore, shownBefore.first == false else { return }
    let stamps = packets.map(\.shown)
    var next = packets.count
    for index in packets.indices.reversed() {
      if shownBefore[index] {
        packets[index].shown = stamps[index - 1]
      } else {
        packets[index].shown = stamps[next - 1]
        next = index
      }
    }
    hasStamps = true
  }

  /// Whether a packet has a B picture, by its head (ISO/IEC 14496-2, 6.2.5; 13818-2, 6.2.3); nil if the head does not
  /// tell, or the packet has two pictures.
  private static func isShownBefore(_ packet: AVPacket, _ codec: AVCodecID) -> Bool? {
    let isMPEG4 = codec == AV_CODEC_ID_MPEG4
    guard isMPEG4 || codec == AV_CODEC_ID_MPEG2VIDEO || codec == AV_CODEC_ID_MPEG1VIDEO, let data = packet.data else {
      return nil
    }
    let (start, count): (UInt8, Int) = (isMPEG4 ? 0xB6 : 0x00, Int(packet.size))
    var found: Bool?
    var at = 0
    while at + 5 < count {
      // Most bytes do not belong to a start code.
      guard data[at + 2] <= 1 else {
        at += 3
        continue
      }
      if data[at] == 0, data[at + 1] == 0, data[at + 2] == 1, data[at + 3] == start {
        guard found == nil else { return nil }
        found = isMPEG4 ? data[at + 4] >> 6 == 2 : data[at + 5] >> 3 & 7 == 3
        if !isMPEG4 { return found }
      }
      at += 1
    }
    return found
  }

  /// The values of a stream of sound that the scan uses for each packet; an hour has 170,000 packets.
  private struct SoundStream {
    let number: Int
    /// The stream's unit of time, in seconds.
    let unit: Double
    /// Samples a second.
    let rate: Double

    init(_ stream: UnsafeMutablePointer<AVStream>) {
      (number, unit) = (Int(stream[\.index]), stream[\.time_base].seconds)
      rate = Double(max(stream.parameters[\.sample_rate], 1))
    }
  }

  private mutating func add(_ packet: UnsafeMutablePointer<AVPacket>, of stream: SoundStream) {
    let (shown, decoded) = (packet.pointee.pts, packet.pointee.dts)
    let (number, unit, rate) = (stream.number, stream.unit, stream.rate)
    if var sound = sounds[number] {
      sound.isOrdered =
        sound.isOrdered && shown != CLIBAV_NO_TIME && decoded != CLIBAV_NO_TIME && shown >= decoded
        && decoded > sound.last
      sound.last = decoded
      sounds[number] = sound
    }
    let time = shown != CLIBAV_NO_TIME ? shown : decoded
    guard time != CLIBAV_NO_TIME, packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 else { return }
    let skipped = packet.skippedSamples
    let start = Double(time) * unit + Double(skipped.before) / rate
    let end = Double(time + packet.pointee.duration) * unit - Double(skipped.after) / rate
    if var sound = sounds[number] {
      sound.end = max(sound.end, end)
      sounds[number] = sound
    } else {
      sounds[number] = Sound(
        start: start, end: max(start, end), priming: skipped.before,
        isOrdered: shown != CLIBAV_NO_TIME && decoded != CLIBAV_NO_TIME && shown >= decoded, last: decoded)
    }
  }
}

extension UnsafeMutablePointer<AVPacket> {
  /// The samples of a packet of sound that are not heard at its beginning and at its end.
  var skippedSamples: (before: Int, after: Int) {
    var size = 0
    guard let bytes = av_packet_get_side_data(self, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else { return (0, 0) }
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    return (number(0), number(4))
  }
}
