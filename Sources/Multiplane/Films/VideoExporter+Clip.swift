#if Films

import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import Video

extension VideoExporter {
  /// Returns the route of the clip's pictures below frames of a size in pixels; nil if no clip lies below the scene.
  /// `isOpaque` is whether the renderer's background is.
  func route(_ options: VideoOptions, width: Int, height: Int, isOpaque: Bool) -> ClipRoute? {
    guard let clip, clip.isSceneAbove else { return nil }
    if clip.isBlended, clip.clip.pictures?.dynamicRange ?? .sdr != .sdr {
      return .pixels("filters or blend modes of the scene reach the clip, whose range is high")
    }
    return format.route(
      of: clip.playback(at: frameRate), options, width: width, height: height, isOpaque: isOpaque)
  }

  /// Returns the route of the clip's pictures below a renderer's frames; nil if no clip lies below the scene.
  func route(_ options: VideoOptions, for renderer: OffscreenRenderer) -> ClipRoute? {
    route(options, width: renderer.width, height: renderer.height, isOpaque: renderer.hasOpaqueBackground)
  }

  /// Returns the clips whose pictures pass into a film of a size in pixels; nil for none. Sets the options' form.
  func pass(_ options: inout VideoOptions, width: Int, height: Int) -> PassingClips? {
    guard clip == nil, var passing = passingClips else { return nil }
    options.passedForm = passing.choose(format, options, width: width, height: height)
    return options.passedForm == nil ? nil : passing
  }

  /// Lays frames of a size in pixels over a clip of which the pictures can stay in their planes; without effect, and
  /// false, for other clips.
  package mutating func lay(over clip: FilmClip, width: Int, height: Int) -> Bool {
    var other = self
    other.clip = clip
    guard case .planes? = other.route(other.options, width: width, height: height, isOpaque: false) else {
      return false
    }
    self = other
    return true
  }

  /// Gives a film over a clip of a high dynamic range that range, if no option names one and the format holds it, and
  /// the data of the clip's light. Returns whether the clip's pictures stay in their planes, so that frames over them
  /// have 8 bits. The size is in pixels; `isOpaque` is whether the renderer's background is.
  package mutating func followClip(width: Int, height: Int, isOpaque: Bool) -> Bool {
    guard let clip, let pictures = clip.clip.pictures else { return false }
    if case .planes? = route(options, width: width, height: height, isOpaque: isOpaque) { return true }
    let range = pictures.dynamicRange
    guard range != .sdr, pictures.alpha == nil else { return false }
    if options.dynamicRange == nil {
      var asked = options
      (asked.dynamicRange, asked.alpha) = (range, AlphaRequest.none)
      if (try? format.encoding(asked, height: height)) != nil { options.dynamicRange = range }
    }
    if options.dynamicRange == range { options.clipLight = pictures.highRange }
    return false
  }

  /// Lets clips in a renderer's layers have as much light as the film shows.
  func setContentsDepth(of renderer: OffscreenRenderer) {
    guard renderer.pixelFormat == .rgba16Float else { return }
    let isHigh = options.dynamicRange ?? .sdr != .sdr || format == .rawRGBA
    renderer.contentsDepth = isHigh ? .extended : .deep
  }

  /// Returns the default for alpha: a film on an opaque background or with an opaque clip is opaque, and a film with a
  /// clip with alpha keeps it if the format can.
  func standardAlpha(isOpaque: Bool) -> AlphaRequest? {
    // Films of a high dynamic range are opaque.
    guard !isOpaque, options.dynamicRange ?? .sdr == .sdr, clip.map({ $0.clip.pictures?.alpha != nil }) ?? true else {
      return AlphaRequest.none
    }
    guard clip != nil, options.codec == nil, let own = format.alphaEncoder?.alpha.first else { return nil }
    return AlphaRequest(rawValue: own.rawValue)
  }

  /// Removes and returns the remarks on the film and its clip.
  package func takeNotes() -> [String] { options.notes.take() + (clip?.clip.notes.take() ?? []) }

  /// Returns the reason why a clip's pictures are converted to RGB for the scene over them, which takes longer; nil if
  /// they are not, or if the reason is obvious.
  package func reasonForPixels(_ renderer: OffscreenRenderer) throws(RenderingError) -> String? {
    let options = try options(isOpaque: renderer.hasOpaqueBackground, frameCount: 1)
    guard format.hasPictures, case .pixels(let reason)? = route(options, for: renderer) else { return nil }
    if !options.areFramesDeep { clip?.clip.tellOfHighRange() }
    return "the clip's pictures are converted to RGB and back, frame by frame: \(reason)"
  }
}

extension OffscreenRenderer {
  /// Whether frames become planes as they are drawn: on a GPU, if nothing else needs the pixels.
  var packsPlanes: Bool {
    guard let largest = rasterizer.largestPacking, frameObserver == nil else { return false }
    return PlanePacking.largestSize(width: width, height: height).map {
      $0.rowBytes <= largest.rowBytes && $0.rows <= largest.rows
    } ?? false
  }
}

#endif
