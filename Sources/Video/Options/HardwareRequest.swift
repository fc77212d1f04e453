// Requests for encoders on GPUs.

/// Whether a GPU encodes H.264 and HEVC.
public enum HardwareRequest: String, CaseIterable, Sendable {
  /// The processor encodes: the bytes are the same on processors of one kind.
  case off
  /// A GPU encodes if one can. Otherwise the processor does, and the renderer's logger gets a message.
  case ifPossible = "if-possible"
  /// A GPU encodes, or the export throws that the encoder is unavailable.
  case required
}
