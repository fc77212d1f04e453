// Packets of sound, copied into the film while its pictures are written.
import CLibAV

/// Hands on packets as the film goes on.
final class SoundCopier {
  let packets: any SoundPackets
  private let ownPacket: Owned<AVPacket>
  /// The seconds of a unit of time.
  private let unit: Double
  private var isAtEnd = false
  /// The begin time of the last packet that was handed on, in seconds.
  private var last = -Double.infinity

  init(_ packets: any SoundPackets) throws(VideoError) {
    self.packets = packets
    ownPacket = try Owned()
    unit = packets.timeBase.seconds
  }

  /// Hands on packets up to the first one that begins at a second of the film or later.
  func advance(
    to seconds: Double, _ body: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    let packet = ownPacket.pointer
    while !isAtEnd, last < seconds {
      guard try packets.next(packet) else {
        isAtEnd = true
        return
      }
      if packet.pointee.pts != CLIBAV_NO_TIME { last = Double(packet.pointee.pts) * unit }
      try body(packet)
      av_packet_unref(packet)
    }
  }
}
