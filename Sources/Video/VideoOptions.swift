/// How frames are encoded; the defaults of each format where a field is nil.
package struct VideoOptions: Sendable {
  /// Constant rate factor, the encoder's scale of quality: lower is better and larger.
  ///
  /// H.264: 0 to 51, default 18; VP9: 0 to 63, default 24. The other formats have none.
  package var crf: Int?
  /// The name of a libavcodec encoder to use in `mp4`, `mov` or `webm` in place of libx264 or libvpx-vp9.
  ///
  /// It must take 8-bit YUV 4:2:0. Its own defaults apply, and `crf` is passed on if it is set.
  package var codec: String?
  /// Threads of the encoder, default 4.
  ///
  /// A fixed number and not that of the machine's cores, because the bytes that libx264 writes depend on it.
  package var threads: Int

  /// Options with the given values and the defaults for the rest.
  package init(crf: Int? = nil, codec: String? = nil, threads: Int = 4) {
    self.crf = crf
    self.codec = codec
    self.threads = threads
  }
}
