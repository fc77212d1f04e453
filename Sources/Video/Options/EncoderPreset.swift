// How much work an encoder does for a smaller file, in words that are the same for every encoder.

/// The effort of an encoder: a smaller file of the same quality takes longer.
public enum EncoderPreset: String, CaseIterable, Sendable {
  /// The least work: for a look, on a machine that is busy.
  case draft
  /// Work that keeps up with the renderer.
  case standard
  /// Smaller files of the same quality, in several times the time.
  case high
}
