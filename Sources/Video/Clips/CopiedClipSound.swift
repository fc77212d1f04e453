// A stretch of a clip's sound that goes into a film without being decoded: its packets, and the one before the first
// that is heard, which decoders of AAC and its like need. The part of the first packet that is not heard has
// negative times, which containers state as priming.

import CLibAV
import CoreGraphics

/// The sound of a clip, from a second of it on.
struct CopiedClipSound: CopiedSound {
  private let clip: VideoClip
  private let sound: ClipSound
  private let start: Double
  /// nil for all that there is.
  private let end: Double?

  /// Creates the copy of the stream of sound that players take, between two seconds of the clip; nil if the clip has no
  /// sound, or its packets are not in the order that containers ask for.
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
    /// The packet that is read ahead, as the one after it decides whether it is needed.
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

    /// Reads up to the last packet that begins, with the one after it, before the film.
    private func findFirst() throws(VideoError) {
      isInside = true
      isAhead = try packets.next(ahead)
      guard shift > 0 else { return }
      let next = try Owned<AVPacket>()
      while isAhead {
        // A packet that ends before the film's beginning is not needed.
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
  /// The parameters of the stream; they belong to libavformat, and are valid as long as the object lives.
  let parameters: UnsafeMutablePointer<AVCodecParameters>
  /// The unit of its packets' times.
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

  /// Puts the next packet into an empty one; false at the end. Its times are from the clip's beginning on, below 0 for
  /// what a decoder needs before it; it tells the samples that are not heard as libavformat does.
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
