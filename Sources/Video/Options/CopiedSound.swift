// Sound that is not decoded on its way into a film.

import CLibAV

/// Sound that goes into a film as it lies in a file, packet by packet.
protocol CopiedSound: Sendable {
  /// A reader of its packets, from the film's beginning on.
  func makePackets() throws(VideoError) -> any SoundPackets
}

/// Packets of sound, in order. For one thread.
protocol SoundPackets: AnyObject {
  /// The name, in messages, of the file that the packets come from.
  var name: String { get }
  /// The parameters of the stream; valid as long as the object lives.
  var parameters: UnsafeMutablePointer<AVCodecParameters> { get }
  /// The unit of the packets' times.
  var timeBase: AVRational { get }
  /// Puts the next packet into an empty one, whose times are from the film's beginning on; below 0 for what a decoder
  /// needs before it.
  ///
  /// - Returns: false at the end.
  func next(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Bool
}
