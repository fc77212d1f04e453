// What is asked for of encoders on GPUs.

/// Whether a GPU encodes H.264 and HEVC.
public enum HardwareRequest: String, CaseIterable, Sendable {
  /// The processor does: the same bytes on processors of one kind.
  case off
  /// A GPU does where one can; that none can is said to the renderer's logger.
  case ifPossible = "if-possible"
  /// A GPU does, or the export throws that the encoder is unavailable.
  case required
}
