// Matroska by hand (RFC 9559): films with packets that no muxer would write.

/// A Matroska file whose numbers are written as they are given.
package struct MatroskaFile {
  /// The kind of a track.
  package enum Kind: Sendable {
    case pictures(width: Int, height: Int)
    case sound(rate: Double, channels: Int, bits: Int)
  }

  /// A track, numbered from 1 on.
  package struct Track: Sendable {
    /// Matroska's name of the codec, such as `V_MJPEG`.
    package var codec: String
    package var kind: Kind
    /// Nanoseconds of a packet; nil if the track does not tell.
    package var packetDuration: UInt64?
    /// The bytes that the decoder gets first.
    package var head: [UInt8] = []

    package init(_ codec: String, _ kind: Kind, packetDuration: UInt64? = nil, head: [UInt8] = []) {
      (self.codec, self.kind, self.packetDuration, self.head) = (codec, kind, packetDuration, head)
    }
  }

  /// A packet.
  package struct Block: Sendable {
    package var track = 1
    /// The time at which it is shown, in units after its cluster.
    package var offset: Int16 = 0
    package var bytes: [UInt8]
    package var isKey = true
    /// The duration in units; nil if the packet does not tell.
    package var duration: UInt64?

    package init(_ bytes: [UInt8], track: Int = 1, offset: Int16 = 0, isKey: Bool = true, duration: UInt64? = nil) {
      (self.bytes, self.track, self.offset, self.isKey, self.duration) = (bytes, track, offset, isKey, duration)
    }
  }

  /// A group of packets with a common time.
  package struct Cluster: Sendable {
    /// The time in units. Negative times break the format: their bits are written.
    package var time: Int64
    package var blocks: [Block]

    package init(_ time: Int64, _ blocks: [Block]) { (self.time, self.blocks) = (time, blocks) }
  }

  /// Nanoseconds of a unit.
  package var unit: UInt64 = 1_000_000
  package var tracks: [Track]
  package var clusters: [Cluster]

  package init(_ tracks: [Track], unit: UInt64 = 1_000_000, _ clusters: [Cluster]) {
    (self.tracks, self.unit, self.clusters) = (tracks, unit, clusters)
  }

  /// A film of one track of pictures, whose packets are keys, each in a cluster of its own.
  package init(_ codec: String, width: Int, height: Int, _ packets: [(time: Int64, bytes: [UInt8])]) {
    self.init(
      [Track(codec, .pictures(width: width, height: height))], packets.map { Cluster($0.time, [Block($0.bytes)]) })
  }

  /// The file.
  package var bytes: [UInt8] {
    let head = Self.element(
      0x1A45_DFA3, Self.text(0x4282, "matroska") + Self.number(0x4287, 4) + Self.number(0x4285, 2))
    let information = Self.element(0x1549_A966, Self.number(0x2A_D7B1, unit))
    let entries = tracks.enumerated().flatMap { Self.entry($1, number: $0 + 1) }
    let body = information + Self.element(0x1654_AE6B, entries) + clusters.flatMap(Self.cluster)
    return head + Self.element(0x1853_8067, body)
  }

  private static func entry(_ track: Track, number: Int) -> [UInt8] {
    var entry = Self.number(0xD7, UInt64(number)) + Self.number(0x73C5, UInt64(number))
    switch track.kind {
    case .pictures(let width, let height):
      entry += Self.number(0x83, 1)
      entry += element(0xE0, Self.number(0xB0, UInt64(width)) + Self.number(0xBA, UInt64(height)))
    case .sound(let rate, let channels, let bits):
      entry += Self.number(0x83, 2)
      let sampling = element(0xB5, big(rate.bitPattern, 8))
      entry += element(0xE1, sampling + Self.number(0x9F, UInt64(channels)) + Self.number(0x6264, UInt64(bits)))
    }
    if let duration = track.packetDuration { entry += Self.number(0x23_E383, duration) }
    if !track.head.isEmpty { entry += element(0x63A2, track.head) }
    return element(0xAE, entry + text(0x86, track.codec))
  }

  private static func cluster(_ cluster: Cluster) -> [UInt8] {
    var body = number(0xE7, UInt64(bitPattern: cluster.time))
    for block in cluster.blocks {
      let head = [UInt8(0x80 | block.track)] + big(UInt64(UInt16(bitPattern: block.offset)), 2)
      if let duration = block.duration {
        // A block that refers to another one is no key.
        let reference = block.isKey ? [] : element(0xFB, [0xFF])
        body += element(0xA0, element(0xA1, head + [0] + block.bytes) + number(0x9B, duration) + reference)
      } else {
        body += element(0xA3, head + [block.isKey ? 0x80 : 0] + block.bytes)
      }
    }
    return element(0x1F43_B675, body)
  }

  private static func element(_ identity: UInt32, _ body: [UInt8]) -> [UInt8] {
    let length = (32 - identity.leadingZeroBitCount + 7) / 8
    let size = body.count < 127 ? [UInt8(0x80 | body.count)] : [0x01] + big(UInt64(body.count), 7)
    return big(UInt64(identity), length) + size + body
  }

  private static func number(_ identity: UInt32, _ value: UInt64) -> [UInt8] { element(identity, big(value, 8)) }

  private static func text(_ identity: UInt32, _ value: String) -> [UInt8] { element(identity, Array(value.utf8)) }

  private static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
  }
}
