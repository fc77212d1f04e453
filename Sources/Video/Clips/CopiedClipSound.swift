// A clip's sound is copied into a film without being decoded: its packets, and the one before the first that is heard,
// which decoders of AAC and similar codecs need. Samples that are not heard have negative times, which containers state
// as priming.

import CLibAV
import CoreGraphics

/// The sound of a clip from a second of it on.
struct CopiedClipSound: CopiedSound {
  private let clip: VideoClip
  private let sound: ClipSound
  private let start: Double
  /// The end, in seconds of the clip; nil for the end of the sound.
  private let end: Double?

  /// Creates the copy of the clip's main sound between two seconds of the clip; nil without sound, or if its packets
  /// are not in the order that containers require.
  init?(_ clip: VideoClip, from start: Double, to end: Double) {
    guard let sound = clip.sounds.first, sound.isOrdered else { return nil }
    (self.clip, self.sound, self.start) = (clip, sound, start)
    // The last packet may last longer than the pictures.
    self.end = end > clip.duration - 1e-3 ? nil : end
  }

  var codec: AVCodecID? { avcodec_descriptor_get_by_name(sound.codec)?.pointee.id }

  func makePackets() throws(VideoError) -> any SoundPackets {
    try Packets(ClipPackets(clip, sound), from: start, to: end)
  }

  private final class Packets: SoundPackets {
    private let packets: ClipPackets
    private let shift: Int64
    private let end: Int64?
    /// The packet that is read ahead, as its successor decides whether it is needed.
    @Owned private var ahead: UnsafeMutablePointer<AVPacket>
    private var isAhead = false
    private var isInside = false

    var name: String { packets.name }
    var parameters: UnsafeMutablePointer<AVCodecParameters> { packets.parameters }
    var timeBase: AVRational { packets.timeBase }

    init(_ packets: ClipPackets, from start: Double, to end: Double?) throws(VideoError) {
      self.packets = packets
      _ahead = try Owned()
      let unit = packets.timeBase.seconds
      shift = Int64(Int(bounded: (start / unit).rounded()))
      self.end = end.map { Int64(Int(bounded: ($0 / unit).rounded())) }
    }

    func next(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Bool {
      if !isInside { try findFirst() }
      guard isAhead else { return false }
      av_packet_move_ref(packet, ahead)
      isAhead = try packets.next(ahead)
      if let end, packet.pointee.pts != CLIBAV_NO_TIME, packet.pointee.pts >= end {
        av_packet_unref(packet)
        isAhead = false
        return false
      }
      if packet.pointee.pts != CLIBAV_NO_TIME { packet.pointee.pts -= shift }
      if packet.pointee.dts != CLIBAV_NO_TIME { packet.pointee.dts -= shift }
      return true
    }

    /// Skips packets until the next one, or its successor, reaches into the film.
    private func findFirst() throws(VideoError) {
      isInside = true
      isAhead = try packets.next(ahead)
      guard shift > 0 else { return }
      let next = try Owned<AVPacket>()
      while isAhead {
        // A packet whose successor also ends before the film is not needed.
        let end = ahead.pointee.pts + 2 * max(ahead.pointee.duration, 1)
        guard ahead.pointee.pts != CLIBAV_NO_TIME, end <= shift else { return }
        guard try packets.next(next.wrappedValue) else {
          isAhead = false
          return
        }
        av_packet_unref(ahead)
        av_packet_move_ref(ahead, next.wrappedValue)
      }
    }
  }
}

/// Reads the packets of a stream of sound. For one thread.
final class ClipPackets {
  /// The parameters of the stream, valid as long as the object lives; libavformat owns them.
  let parameters: UnsafeMutablePointer<AVCodecParameters>
  let timeBase: AVRational
  /// The number to add to a packet's time, in its unit, so that the clip begins at 0.
  private let shift: Int64
  let name: String
  private let input: InputFile
  private let number: Int

  init(_ clip: VideoClip, _ sound: ClipSound) throws(VideoError) {
    name = clip.name
    number = sound.stream
    input = try InputFile(clip.bytes, rules: .film)
    guard number < input.context.streams.count, let stream = input.context.streams[number] else {
      throw .cannotRead(path: clip.name, reason: "it has changed since it was opened")
    }
    input.keep([number])
    parameters = stream.parameters
    timeBase = stream[\.time_base]
    shift = -Int64(Int(bounded: (clip.origin / stream[\.time_base].seconds).rounded()))
  }

  /// Reads the next packet into an empty one; false at the end. Its times are relative to the clip's beginning, below 0
  /// for packets that only the decoder needs; samples that are not heard are marked as by libavformat.
  func next(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Bool {
    while true {
      let code = input.read(packet)
      guard code >= 0 else {
        guard code != CLIBAV_ERROR_NO_MEMORY else { throw LibAV.noMemory }
        return false
      }
      guard packet.pointee.stream_index == CInt(number) else {
        av_packet_unref(packet)
        continue
      }
      if packet.pointee.pts != CLIBAV_NO_TIME { packet.pointee.pts += shift }
      if packet.pointee.dts != CLIBAV_NO_TIME { packet.pointee.dts += shift }
      return true
    }
  }
}
