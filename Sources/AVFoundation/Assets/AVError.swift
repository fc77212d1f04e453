public import Foundation
import Multiplane
import Video

/// The domain of this module's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of an asset, a player or an export.
public struct AVError: CustomNSError, LocalizedError, CustomStringConvertible, Sendable {
  /// The codes of errors, with Apple's numbers.
  public enum Code: Int, Sendable {
    /// An unknown error.
    case unknown = -11800
    /// There is not enough memory.
    case outOfMemory = -11801
    /// The export failed.
    case exportFailed = -11820
    /// A frame cannot be decoded.
    case decodeFailed = -11821
    /// A source has no usable pictures or sound.
    case invalidSourceMedia = -11822
    /// A file exists at the output's URL.
    case fileAlreadyExists = -11823
    /// The segments of a track have gaps or overlaps.
    case compositionTrackSegmentsNotContiguous = -11824
    /// The file is damaged, or of an unsupported kind.
    case fileFormatNotRecognized = -11828
    /// The asset does not have a frame at that time.
    case noImageAtTime = -11832
    /// The encoder is not available on this machine.
    case encoderNotFound = -11834
    /// The asset cannot be used in this way.
    case operationNotSupportedForAsset = -11838
    /// The instructions of a video composition are inconsistent.
    case invalidVideoComposition = -11841
    /// The suffix of the output does not fit its kind of file.
    case invalidOutputURLPathExtension = -11843
    /// The operation was cancelled.
    case operationCancelled = -11878
  }

  /// The code of the error.
  public let code: Code
  /// The error in words.
  public let description: String

  /// Creates an error with a description.
  public init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

  /// The domain of this module's errors.
  public static var errorDomain: String { AVFoundationErrorDomain }
  /// Apple's number.
  public var errorCode: Int { code.rawValue }
  /// The user info for `NSError`: the description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
  /// The description.
  public var errorDescription: String? { description }

  /// Creates an asset's error from an error of its file.
  init(_ error: VideoError) {
    switch error {
    case .outOfMemory, .memoryLimit: self.init(.outOfMemory, error.description)
    case .cancelled: self.init(.operationCancelled, error.description)
    case .cannotRead: self.init(.fileFormatNotRecognized, error.description)
    default: self.init(.unknown, error.description)
    }
  }

  /// Creates an export's error from an error of rendering.
  init(_ error: RenderingError) {
    switch error {
    case .cancelled: self.init(.operationCancelled, error.description)
    case .outOfMemory, .memoryLimitExceeded: self.init(.outOfMemory, error.description)
    case .encoderUnavailable: self.init(.encoderNotFound, error.description)
    case .cannotRead: self.init(.decodeFailed, error.description)
    default: self.init(.exportFailed, error.description)
    }
  }
}

/// The kind of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Apple's string for the kind.
  public let rawValue: String
  /// Creates a kind from its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = Self(rawValue: "vide")
  /// Sound.
  public static let audio = Self(rawValue: "soun")
}

/// The kind of a file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// Apple's string for the kind.
  public let rawValue: String
  /// Creates a kind from its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MPEG-4, `.mp4`.
  public static let mp4 = Self(rawValue: "public.mpeg-4")
  /// QuickTime, `.mov`.
  public static let mov = Self(rawValue: "com.apple.quicktime-movie")
  /// WAVE, `.wav`: sound alone.
  public static let wav = Self(rawValue: "com.microsoft.waveform-audio")

  var suffix: String? {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .wav: "wav"
    default: nil
    }
  }
}
