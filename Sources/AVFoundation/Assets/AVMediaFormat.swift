// Kinds of media and of files, by Apple's strings.

/// The kind of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A kind by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = Self(rawValue: "vide")
  /// Sound.
  public static let audio = Self(rawValue: "soun")
}

/// The kind of a file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A kind by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MPEG-4, `.mp4`.
  public static let mp4 = Self(rawValue: "public.mpeg-4")
  /// QuickTime, `.mov`.
  public static let mov = Self(rawValue: "com.apple.quicktime-movie")
  /// WAVE, `.wav`: sound alone.
  public static let wav = Self(rawValue: "com.microsoft.waveform-audio")

  /// The suffix of such files' names.
  var suffix: String? {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .wav: "wav"
    default: nil
    }
  }
}
