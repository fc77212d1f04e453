// What films can be exported as, by Apple's names.

import CoreGraphics
import Foundation
import Video

/// H.264 of a high quality, at the film's size.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 of a medium quality and size: at most 568x320.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 of a low quality and size: at most 224x128.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 of at most 640x480.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 of at most 960x540.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 of at most 1280x720.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 of at most 1920x1080.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 of at most 3840x2160.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC of a high quality, at the film's size.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC of at most 1920x1080.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC of at most 3840x2160.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// ProRes 422 and PCM, at the film's size, in `.mov`.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 with alpha and PCM, at the film's size, in `.mov`.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// A preset.
struct ExportPreset: Sendable {
  let name: String
  /// Our name of the encoder.
  let codec: String
  /// The most pixels, of landscape; nil for the film's own.
  var limit: (width: Double, height: Double)?
  var crf: Int?
  var types: [AVFileType] = [.mp4, .mov]
  var hasAlpha = false

  static let all: [ExportPreset] = [
    ExportPreset(name: AVAssetExportPresetHighestQuality, codec: "h264", crf: 16),
    ExportPreset(name: AVAssetExportPresetMediumQuality, codec: "h264", limit: (568, 320), crf: 23),
    ExportPreset(name: AVAssetExportPresetLowQuality, codec: "h264", limit: (224, 128), crf: 28),
    ExportPreset(name: AVAssetExportPreset640x480, codec: "h264", limit: (640, 480)),
    ExportPreset(name: AVAssetExportPreset960x540, codec: "h264", limit: (960, 540)),
    ExportPreset(name: AVAssetExportPreset1280x720, codec: "h264", limit: (1280, 720)),
    ExportPreset(name: AVAssetExportPreset1920x1080, codec: "h264", limit: (1920, 1080)),
    ExportPreset(name: AVAssetExportPreset3840x2160, codec: "h264", limit: (3840, 2160)),
    ExportPreset(name: AVAssetExportPresetHEVCHighestQuality, codec: "hevc"),
    ExportPreset(name: AVAssetExportPresetHEVC1920x1080, codec: "hevc", limit: (1920, 1080)),
    ExportPreset(name: AVAssetExportPresetHEVC3840x2160, codec: "hevc", limit: (3840, 2160)),
    ExportPreset(name: AVAssetExportPresetAppleProRes422LPCM, codec: "prores-422", types: [.mov]),
    ExportPreset(name: AVAssetExportPresetAppleProRes4444LPCM, codec: "prores", types: [.mov], hasAlpha: true),
  ]

  /// The pixels of a film of a size: no more than the preset's, in portrait turned, and whole pairs.
  func pixels(of size: CGSize) -> (width: Int, height: Int) {
    var factor = 1.0
    if let limit {
      let (long, short) = (max(size.width, size.height), min(size.width, size.height))
      factor = min(1, limit.width / long, limit.height / short)
    }
    func even(_ length: CGFloat) -> Int { max(2, Int(bounded: (length * factor / 2).rounded()) * 2) }
    return (even(size.width), even(size.height))
  }
}
