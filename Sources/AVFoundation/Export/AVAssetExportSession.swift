// Tested by ExportTests.

public import CoreGraphics
public import CoreMedia
import Dispatch
public import Foundation
import Multiplane
import QuartzCore
import Synchronization
import Video

/// Exports an asset as a film. The exporting thread uses the layers of an animation tool for the whole export.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  // Unchecked Sendable: options are set before the export begins; later changes are under the lock.

  /// The states of an export.
  public enum Status: Int, Sendable {
    /// The export has not begun.
    case unknown = 0
    /// The export waits.
    case waiting = 1
    /// The export is running.
    case exporting = 2
    /// The film is complete.
    case completed = 3
    /// The export failed; see the session's ``error``.
    case failed = 4
    /// The export was cancelled.
    case cancelled = 5
  }

  private struct Progress {
    var status = Status.unknown
    var error: AVError?
    var fraction: Float = 0
    var isCancelled = false
  }

  /// The asset.
  public final let asset: AVAsset
  /// The preset's name.
  public final let presetName: String
  private let preset: ExportPreset
  private let progressState = Mutex(Progress())

  /// Creates an export of an asset. Nil for unknown presets; an example is ``AVAssetExportPresetHighestQuality``.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return nil }
    (self.asset, self.presetName, self.preset) = (asset, presetName, preset)
  }

  // MARK: What there is

  /// Returns the names of all presets.
  open class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }

  /// Returns the presets for an asset: all of them if it has pictures.
  open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    asset.tracks(withMediaType: .video).isEmpty ? [] : allExportPresets()
  }

  /// Returns whether a preset can export an asset to a kind of file; nil means any kind.
  public static func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    guard let preset = ExportPreset.all.first(where: { $0.name == presetName }) else { return false }
    return exportPresets(compatibleWith: asset).contains(presetName)
      && outputFileType.map { preset.types.contains($0) } != false
  }

  /// The kinds of files of the preset.
  open var supportedFileTypes: [AVFileType] { preset.types }

  // MARK: What is to be done

  /// The kind of the file. Default: nil, which means by the suffix of the output.
  open var outputFileType: AVFileType?
  /// The URL of the film's file, which must not exist yet. Default: nil.
  open var outputURL: URL?
  /// The exported range of the asset's time. Default: all.
  open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// The composition of the film from the tracks. Default: nil, which exports the first track of pictures, upright.
  open var videoComposition: AVVideoComposition?
  /// The volumes of the tracks. Default: nil, which keeps the tracks' volumes.
  open var audioMix: AVAudioMix?
  /// Whether the index precedes the samples. It always does. Default: false.
  open var shouldOptimizeForNetworkUse = false

  // MARK: How far it is

  /// The state of the export.
  open var status: Status { progressState.withLock { $0.status } }
  /// The error that ended the export; nil if it did not fail.
  open var error: (any Error)? { progressState.withLock { $0.error } }
  /// The finished part of the export, from 0 to 1.
  open var progress: Float { progressState.withLock { $0.fraction } }

  /// Cancels the export, and leaves no file behind.
  open func cancelExport() { progressState.withLock { $0.isCancelled = true } }

  // MARK: Exporting

  /// Exports on another thread, and calls a block when the export has ended; see ``status``.
  open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    guard begin() else {
      handler()
      return
    }
    DispatchQueue.global().async { [self] in
      run(to: outputURL, as: outputFileType)
      handler()
    }
  }

  /// Exports, and returns when the export has ended; see ``status``.
  public final func export() async {
    await withCheckedContinuation { continuation in exportAsynchronously { continuation.resume() } }
  }

  /// Exports to a file that must not exist. Cancelling the task cancels the export. Throws ``AVError``.
  public final func export(to url: URL, as fileType: AVFileType) async throws {
    (outputURL, outputFileType) = (url, fileType)
    await withTaskCancellationHandler {
      await export()
    } onCancel: {
      cancelExport()
    }
    if let error { throw error }
  }

  /// Begins the export, and returns false if it has begun before: a session makes one film.
  private func begin() -> Bool {
    progressState.withLock { state in
      guard state.status == .unknown else { return false }
      state.status = .exporting
      return true
    }
  }

  private func run(to url: URL?, as type: AVFileType?) {
    do throws(AVError) {
      try write(to: url, as: type)
      progressState.withLock { ($0.status, $0.fraction) = (.completed, 1) }
    } catch {
      progressState.withLock { state in
        state.status = error.code == .operationCancelled ? .cancelled : .failed
        state.error = error
      }
    }
  }

  private func write(to url: URL?, as type: AVFileType?) throws(AVError) {
    let path = try outputPath(url, type)
    try asset.loadSource()
    let plan = try AssetPlan(asset, videoComposition)
    guard !plan.parts.isEmpty, plan.size.width > 0, plan.size.height > 0 else {
      throw AVError(.operationNotSupportedForAsset, "the asset has no pictures")
    }
    let range = timeRange.intersection(CMTimeRange(start: .zero, duration: plan.duration))
    guard !range.isEmpty else {
      throw AVError(
        .invalidSourceMedia,
        "seconds from \(timeRange.start.seconds) on are asked for, and the asset lasts \(plan.duration.seconds) s")
    }
    let size = CGSize(width: plan.size.width * plan.scale, height: plan.size.height * plan.scale)
    let (width, height) = preset.pixels(of: size)
    let sound = try asset.audioTracks(audioMix, in: range)
    let rate = Double(plan.frameDuration.timescale) / Double(plan.frameDuration.value)
    var exporter: VideoExporter
    do throws(RenderingError) {
      exporter = try VideoExporter(path: path, frameRate: rate, crf: preset.crf, codec: preset.codec)
    } catch { throw AVError(error) }
    exporter.audio = sound
    var isOverFootage = false
    if let footage = plan.footage(in: range), preset.takes(footage) {
      isOverFootage = exporter.lay(over: footage, width: width, height: height)
    }
    let canvas = FilmCanvas(
      plan, width: width, height: height, isTransparent: preset.hasAlpha, isOverFootage: isOverFootage)
    do throws(RenderingError) {
      let renderer = try canvas.makeRenderer()
      let seconds = range.duration.seconds
      let count = exporter.frameCount(duration: seconds)
      try exporter.export(canvas.root, with: renderer, from: range.start.seconds, duration: seconds) { done in
        progressState.withLock { state in
          state.fraction = Float(done) / Float(count)
          return state.isCancelled ? .cancel : .proceed
        }
      }
    } catch { throw canvas.reason(error) }
  }

  /// Returns the path of the output, whose suffix fits its kind.
  private func outputPath(_ url: URL?, _ type: AVFileType?) throws(AVError) -> String {
    guard let url, url.isFileURL else { throw AVError(.exportFailed, "no file to write to: set outputURL") }
    let suffix = url.pathExtension.lowercased()
    let known = preset.types.first { $0.suffix == suffix }
    guard let kind = type ?? known, preset.types.contains(kind) else {
      let names = preset.types.compactMap(\.suffix).joined(separator: " or .")
      throw AVError(.exportFailed, "\(presetName) is written to .\(names)")
    }
    guard kind.suffix == suffix else {
      throw AVError(
        .invalidOutputURLPathExtension, "\(url.lastPathComponent): such a file's name ends in .\(kind.suffix ?? "")")
    }
    let path = url.path(percentEncoded: false)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw AVError(.fileAlreadyExists, "\(path): there is a file already")
    }
    return path
  }
}

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

struct ExportPreset: Sendable {
  let name: String
  /// Our name of the encoder.
  let codec: String
  /// The largest size in landscape, in pixels; nil for the film's own.
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

  /// Whether a clip's pictures can stay in their planes: as H.264, HEVC and ProRes have them in Apple's presets.
  func takes(_ clip: FilmClip) -> Bool {
    guard let layout = clip.clip.pictures?.layout, !hasAlpha else { return false }
    switch codec {
    case "h264": return layout.chroma == .quarter && layout.depth == 8
    case "hevc": return layout.chroma == .quarter
    default: return true
    }
  }

  /// Returns the pixels of a film of a size: at most the preset's, turned for portrait, and even.
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
