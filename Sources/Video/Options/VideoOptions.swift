/// How frames are encoded; the defaults of each format where a field is nil.
package struct VideoOptions: Sendable {
  /// Constant rate factor, the encoder's scale of quality: lower is better and larger.
  ///
  /// Each encoder has a range and a default of its own (`EncoderKind`); some formats have none.
  package var crf: Int?
  /// Bits a second, instead of a quality, for encoders that have a quality factor.
  package var bitrate: Int?
  /// The encoder to use in place of the format's own, where it may be replaced: a name of ours (`EncoderKind.all`), or
  /// libavcodec's.
  ///
  /// One that is not ours must take 8-bit YUV 4:2:0. Its own defaults apply, and `crf` is passed on if it is set.
  package var codec: String?
  /// Whether a GPU encodes; nil for not.
  package var hardware: HardwareRequest?
  /// How hard the encoder tries; nil for ``EncoderPreset/standard``.
  package var preset: EncoderPreset?
  /// The timecode of the first picture, for QuickTime; nil for a film without timecode.
  var timecode: String?
  /// What becomes of the frames' alpha. Nil for the format's own convention, and for no alpha where it has none.
  package var alpha: AlphaRequest?
  /// A second file, in grey, of the frames' alpha. The first one has no alpha then, and premultiplied colours, or
  /// straight ones where `alpha` says so.
  package var key: String?
  /// Bits a component, 8 or 10; nil for the encoder's default.
  package var depth: Int?
  /// The matrix of YUV; nil for BT.709 from 720 rows on, and BT.601 below.
  package var matrix: YUVMatrix?
  /// The range of YUV; nil for limited.
  package var range: YUVRange?
  /// What is said of the transfer curve; nil for what the encoder's films are taken for: sRGB, and of ProRes BT.709.
  package var transfer: YUVTransfer?
  /// Whether frames of odd sides get a column or a row more where the encoder needs even ones: their last again.
  package var padsToEven = false
  /// What is heard, all at once.
  package var sound: [SoundTrack] = []
  /// Sound that goes into the film as it is, where nothing else is heard.
  var copiedSound: (any CopiedSound)?
  /// How loud the sound is to be, in LUFS (EBU R 128, integrated over the film); nil for as it is.
  package var loudness: Double?
  /// The highest true peak of the sound, in dB of full scale; nil for no limiter, and -1 where there is a `loudness`.
  package var truePeak: Double?
  /// The most memory that the sound's files may take, in bytes.
  package var soundMemory = 1 << 30
  /// Where remarks go; copies of the options share it.
  package var notes = FilmNotes()
  /// How sound is encoded; nil for the format's own kind.
  package var soundKind: SoundKind?
  /// How many frames there will be, for sound that fades out with the film; nil where that is not known.
  package var frameCount: Int?
  /// The number of the first frame in the film, where this is a part of it.
  package var firstFrame = 0
  /// Where the digests of the frames go; nil for nowhere.
  package var hashes: FrameHashes?
  /// Whether frames come as planes where the encoder takes such (``VideoWriter/packing``), and not as pixels.
  package var takesPlanes = false
  /// Pictures that the frames lie over, in the planes that the encoder takes (``VideoFormat/takes(_:_:)``); nil where
  /// frames are all that is seen.
  package var underlay: Underlay?
  /// How long a segment is, in seconds: each is encoded for itself, and begins with a picture that stands alone.
  package var segment = 2.0
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
