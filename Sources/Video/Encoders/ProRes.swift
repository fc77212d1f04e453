// Apple ProRes: its profiles, and the frame header that Debian 12's libavcodec gets wrong.
//
// SMPTE RDD 36, 5.1.1 and 6.1.1: a frame is its size (4 bytes), `icpf`, and a frame header:
//
//   0  frame_header_size      2  bitstream_version (16 bits with what is reserved before it)
//   4  encoder_identifier     8  horizontal_size, vertical_size
//  12  chroma_format (2 bits: 2 for 4:2:2, 3 for 4:4:4), reserved (2), interlace_mode (2), reserved (2)
//  13  aspect_ratio_information (4), frame_rate_code (4)
//  14  color_primaries, transfer_characteristic, matrix_coefficients
//  17  reserved (4), alpha_channel_type (4): 0 none, 1 of 8 bits, 2 of 16 bits
//
// By 6.4 a stream of version 0 has 4:2:2 and no alpha; all others say 1. libavcodec 59 writes 0 always, and 4 in the
// bits reserved at 17. Decoders of macOS from 14.4 on take it by its word, and show what has alpha as opaque.

import CLibAV

/// A kind of ProRes.
struct ProResProfile: Sendable {
  let name: String
  let codec: String
  /// libavcodec's number of it.
  let number: Int
  /// Whether colour has the full resolution, and alpha may be there.
  let is4444: Bool

  /// XQ's own matrix, of 2 and 3, number 5 of libavcodec's. By itself it takes 4444's, of 4 to 7, so that pictures for
  /// which 4444's bits are enough had the same bytes as XQ; the more bits it allows by itself.
  var quantization: [(String, String)] { number == 5 ? [("quant_mat", "5")] : [] }

  /// All profiles; the first is the one that `prores` names.
  static let all = [
    ProResProfile(name: "ProRes 4444", codec: "prores", number: 4, is4444: true),
    ProResProfile(name: "ProRes 4444 XQ", codec: "prores-xq", number: 5, is4444: true),
    ProResProfile(name: "ProRes 422 HQ", codec: "prores-hq", number: 3, is4444: false),
    ProResProfile(name: "ProRes 422", codec: "prores-422", number: 2, is4444: false),
    ProResProfile(name: "ProRes 422 LT", codec: "prores-lt", number: 1, is4444: false),
    ProResProfile(name: "ProRes 422 Proxy", codec: "prores-proxy", number: 0, is4444: false),
  ]
}

extension EncoderKind {
  /// ProRes of a profile.
  static func prores(_ profile: ProResProfile) -> EncoderKind {
    EncoderKind(
      profile.name, profile.codec, encoder: "prores_ks", depths: [10],
      alpha: profile.is4444 ? [.straight, .premultiplied] : [],
      losses: (profile.is4444 ? "" : "alpha, half of the resolution of colour, and ")
        + "what the encoder takes for unseen",
      layout: { _, alpha in .yuv(profile.is4444 ? .full : .half, depth: 10, alpha: alpha) },
      settings: { _ in [("profile", String(profile.number))] + profile.quantization })
  }

  /// Whether it is ProRes.
  var isProRes: Bool { encoder == "prores_ks" }
}

enum ProResFrame {
  /// The first byte of the frame header in a packet.
  private static let header = 8

  /// Corrects the header of a frame in place; leaves other packets unchanged.
  static func mend(_ packet: UnsafeMutableBufferPointer<UInt8>) {
    guard packet.count > header + 20, packet[4..<header].elementsEqual("icpf".utf8) else { return }
    let (is444, hasAlpha) = (packet[header + 12] >> 6 == 3, packet[header + 17] & 0x0F != 0)
    packet[header + 2] = 0
    packet[header + 3] = is444 || hasAlpha ? 1 : 0
    packet[header + 12] &= 0b1100_1100
    packet[header + 17] &= 0x0F
  }
}
