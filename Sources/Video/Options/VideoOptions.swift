/// The options of a film's encoding. Nil means the format's default.
package struct VideoOptions: Sendable {
  /// The constant rate factor, the encoder's scale of quality: lower is better and larger. Each encoder has a range and
  /// a default of its own (`EncoderKind`); some formats lack the option.
  package var crf: Int?
  /// Bits a second instead of a quality, for encoders that have a quality factor.
  package var bitrate: Int?
  /// The encoder instead of the format's own, if it may be replaced: a name of ours (`EncoderKind.all`) or
  /// libavcodec's. The latter must support 8-bit YUV 4:2:0; its own defaults apply, and `crf` is passed on if set.
  package var codec: String?
  /// The request for an encoder on a GPU; nil for the processor.
  package var hardware: HardwareRequest?
  /// The effort of the encoder; nil for ``EncoderPreset/standard``.
  package var preset: EncoderPreset?
  /// The timecode of the first picture, for QuickTime; nil for a film without timecode.
  var timecode: String?
  /// The request for the frames' alpha; nil for the format's own convention, or no alpha in a format without it.
  package var alpha: AlphaRequest?
  /// A second file, in grey, for the frames' alpha. The first one then has no alpha, and premultiplied colours unless
  /// `alpha` is `straight`.
  package var key: String?
  /// Bits a component, 8 or 10; nil for the encoder's default.
  package var depth: Int?
  /// The matrix of YUV; nil for BT.709 from 720 rows on, and BT.601 below.
  package var matrix: YUVMatrix?
  /// The range of YUV; nil for limited.
  package var range: YUVRange?
  /// The transfer curve that the film names; nil for the players' default: BT.709 for ProRes, otherwise sRGB.
  package var transfer: YUVTransfer?
  /// The dynamic range of the film; nil for that of the clip below the scene, or the standard one.
  package var dynamicRange: DynamicRange?
  /// Whether to repeat the last column or row of frames with odd sides if the encoder needs even ones.
  package var padsToEven = false
  package var sound: [SoundTrack] = []
  /// Sound to copy if there is no other sound.
  var copiedSound: (any CopiedSound)?
  /// The loudness of the sound, in LUFS (EBU R 128, integrated over the film); nil to keep it.
  package var loudness: Double?
  /// The highest true peak of the sound, in dB of full scale; nil for no limiter, or for -1 if `loudness` is set.
  package var truePeak: Double?
  /// The most memory that the sound's files may take, in bytes; pictures that wait for encoders take a quarter of it.
  package var memoryLimit = 1 << 30
  /// The remarks on the film; copies of the options share them.
  package var notes = FilmNotes()
  /// The kind of sound; nil for the format's own kind.
  package var soundKind: SoundKind?
  /// The number of frames of the film, for sound that fades out with the film; nil if it is not known.
  package var frameCount: Int?
  /// The number of the first frame in the film, for a part of it.
  package var firstFrame = 0
  /// The file for the digests of the frames; nil for no file.
  package var hashes: FrameHashes?
  /// Whether frames come as planes (``VideoWriter/packing``), and not as pixels, if the encoder supports them.
  package var takesPlanes = false
  /// Whether frames come as half floats, eight bytes a pixel, and not as bytes.
  package var areFramesDeep = false
  /// Whether half floats that become 8 bits are dithered, by a pattern of 8x8, and not rounded.
  package var dithers = false
  /// The path of a film of the standard range, of the same pictures as a film of a high range; nil for none.
  package var sdrTwin: String?
  /// The data of the light of a clip that the frames show in the film's range; nil without such a clip.
  package var clipLight: HighRangeMetadata?
  /// The pictures under the frames, by the format's ``ClipRoute``; nil for none.
  package var underlay: Underlay?
  /// The form of the clips' pictures that pass into the film as they are, which decides on the film's matrix, range and
  /// place of colour differences; nil for none.
  package var passedForm: PictureForm?
  /// The duration of a segment, in seconds. Each is encoded on its own, and begins with a key frame.
  package var segment = 2.0
  /// The number of cores that the encoders of segments share. It does not affect the bytes. Nil for all cores.
  package var jobs: Int?
  /// The number of the encoder's threads, fixed because libx264's bytes depend on it. Default: 4.
  package var threads: Int

  package init(crf: Int? = nil, codec: String? = nil, preset: EncoderPreset? = nil, threads: Int = 4) {
    self.crf = crf
    self.codec = codec
    self.preset = preset
    self.threads = threads
  }
}

/// The effort of an encoder: with more effort, a file of the same quality is smaller and takes longer.
public enum EncoderPreset: String, CaseIterable, Sendable {
  /// The least work, for a look or on a busy machine.
  case draft
  /// Encoding keeps up with the renderer.
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

/// The file of the digests of a film's frames, which identify the frames before they are encoded.
package struct FrameHashes: Sendable {
  /// The file's path: each line is a frame's number in the film and the SHA-256 of its premultiplied RGBA pixels.
  package var path: String
  /// The text before the digests.
  package var head: String

  package init(path: String, head: String) { (self.path, self.head) = (path, head) }
}
