/// The options of a film's encoding; a field that is nil has the default of the format.
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
  /// The request for an encoder on a GPU; nil for the processor.
  package var hardware: HardwareRequest?
  /// The effort of the encoder; nil for ``EncoderPreset/standard``.
  package var preset: EncoderPreset?
  /// The timecode of the first picture, for QuickTime; nil for a film without timecode.
  var timecode: String?
  /// The request for the frames' alpha. Nil for the format's own convention, or for no alpha if the format does not
  /// keep it.
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
  /// The transfer curve that the film names; nil for the one that players assume for the encoder: BT.709 for ProRes,
  /// otherwise sRGB.
  package var transfer: YUVTransfer?
  /// Whether frames of odd sides get a column or a row more where the encoder needs even ones: their last again.
  package var padsToEven = false
  package var sound: [SoundTrack] = []
  /// Sound that goes into the film as it is, where nothing else is heard.
  var copiedSound: (any CopiedSound)?
  /// The loudness of the sound, in LUFS (EBU R 128, integrated over the film); nil to keep it as it is.
  package var loudness: Double?
  /// The highest true peak of the sound, in dB of full scale; nil for no limiter, and -1 where there is a `loudness`.
  package var truePeak: Double?
  /// The most memory that the sound's files may take, in bytes.
  package var soundMemory = 1 << 30
  /// The remarks on the film; copies of the options share them.
  package var notes = FilmNotes()
  /// The kind of sound; nil for the format's own kind.
  package var soundKind: SoundKind?
  /// The number of frames of the film, for sound that fades out with the film; nil if it is not known.
  package var frameCount: Int?
  /// The number of the first frame in the film, where this is a part of it.
  package var firstFrame = 0
  /// The file for the digests of the frames; nil for no file.
  package var hashes: FrameHashes?
  /// Whether frames come as planes where the encoder takes such (``VideoWriter/packing``), and not as pixels.
  package var takesPlanes = false
  /// The pictures that the frames lie over, by the format's ``ClipRoute``; nil if frames are all that is seen.
  package var underlay: Underlay?
  /// The duration of a segment, in seconds: each is encoded on its own, and begins with a picture that stands alone.
  package var segment = 2.0
  /// Threads of the encoder, default 4.
  ///
  /// A fixed number and not that of the machine's cores, because the bytes that libx264 writes depend on it.
  package var threads: Int

  package init(crf: Int? = nil, codec: String? = nil, preset: EncoderPreset? = nil, threads: Int = 4) {
    self.crf = crf
    self.codec = codec
    self.preset = preset
    self.threads = threads
  }
}

/// The effort of an encoder, in words that are the same for every encoder: a smaller file of the same quality takes
/// longer.
public enum EncoderPreset: String, CaseIterable, Sendable {
  /// The least work: for a look, on a machine that is busy.
  case draft
  /// Work that keeps up with the renderer.
  case standard
  /// Smaller files of the same quality, in several times the time.
  case high
}

/// Whether a GPU encodes H.264 and HEVC.
public enum HardwareRequest: String, CaseIterable, Sendable {
  /// The processor encodes: the bytes are the same on processors of one kind.
  case off
  /// A GPU encodes if one can. Otherwise the processor does, and the renderer's logger gets a message.
  case ifPossible = "if-possible"
  /// A GPU encodes, or the export throws that the encoder is unavailable.
  case required
}

/// The file of the digests of a film's frames, which identify the frames whatever the encoder makes of them.
package struct FrameHashes: Sendable {
  /// The file to write: a line a frame, of its number in the film and the SHA-256 of its pixels, premultiplied RGBA.
  package var path: String
  /// The text before the digests.
  package var head: String

  package init(path: String, head: String) { (self.path, self.head) = (path, head) }
}
