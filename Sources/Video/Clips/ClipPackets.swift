// A stream of sound as it lies in a film, to be copied into another one without being decoded.
import CLibAV
import CoreGraphics

/// Reads the packets of a stream of sound. For one thread.
final class ClipPackets {
  /// The parameters of the stream; they belong to libavformat, and are valid as long as the object lives.
  let parameters: UnsafeMutablePointer<AVCodecParameters>
  /// The unit of its packets' times.
  let timeBase: AVRational
  /// The number to add to a packet's time, in its unit, so that the clip begins at 0.
  private let shift: Int64
  /// The name of the film in messages.
  let name: String
  private let input: InputFile
  private let number: Int

  /// - Throws: `cannotRead`.
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

  /// Puts the next packet into an empty one. Its times are from the clip's beginning on, below 0 for what a decoder
  /// needs before it; it tells the samples that are not heard as libavformat does.
  ///
  /// - Returns: false at the end.
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
