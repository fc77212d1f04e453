/// How frames are encoded; the defaults of each format where a field is nil.
package struct VideoOptions: Sendable {
  /// Constant rate factor, the encoder's scale of quality: lower is better and larger.
  ///
  /// Each encoder has a range and a default of its own (`EncoderKind`); some formats have none.
  package var crf: Int?
  /// The name of a libavcodec encoder to use in place of the format's own, where it may be replaced.
  ///
  /// It must take 8-bit YUV 4:2:0. Its own defaults apply, and `crf` is passed on if it is set.
  package var codec: String?
  /// How hard the encoder tries; nil for ``EncoderPreset/standard``.
  package var preset: EncoderPreset?
  /// Threads of the encoder, default 4.
  ///
  /// A fixed number and not that of the machine's cores, because the bytes that libx264 writes depend on it.
  package var threads: Int

  /// Options with the given values and the defaults for the rest.
  package init(crf: Int? = nil, codec: String? = nil, preset: EncoderPreset? = nil, threads: Int = 4) {
    self.crf = crf
    self.codec = codec
    self.preset = preset
    self.threads = threads
  }
}
