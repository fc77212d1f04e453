import CLibAV
import CoreGraphics

/// The route of a clip's pictures into a film whose frames lie over them, decided once for a film.
package enum ClipRoute {
  /// The pictures stay in their planes, which the frames are drawn over.
  case planes(Underlay)
  /// The pictures are converted to RGB and back, for this reason.
  case pixels(String)

  /// The pictures in planes; nil if they are converted.
  package var underlay: Underlay? { if case .planes(let underlay) = self { underlay } else { nil } }
}

extension VideoFormat {
  /// Returns the encoder for pictures of a form; nil if they must be converted first. The default for 4:2:0 is H.264
  /// with 8 bits and HEVC with 10: few players decode H.264 of other forms.
  func encoder(for form: PictureForm, _ options: VideoOptions) -> EncoderKind? {
    if let codec = options.codec { return EncoderKind.named(codec) }
    guard encoder?.codec == EncoderKind.h264.codec else { return encoder }
    guard form.chroma == .quarter else { return nil }
    return form.depth == 8 ? .h264 : .hevc
  }

  /// Whether a film can have pictures of a form unconverted, by the format, its encoder and the options.
  func takes(_ form: PictureForm, _ options: VideoOptions) -> Bool {
    guard let kind = encoder(for: form, options), container != nil, kind.isSegmented else { return false }
    let isAsIs =
      options.key == nil && options.hashes == nil && options.hardware ?? .off == .off
      && options.alpha?.convention == nil && options.transfer == nil
    let isAsAsked =
      options.depth ?? form.depth == form.depth && options.matrix ?? form.coding.matrix == form.coding.matrix
      && options.range ?? form.coding.range == form.coding.range
      && options.dynamicRange ?? form.dynamicRange == form.dynamicRange
    let even = form.layout.needsEven
    let hasSides = form.width % (even.width ? 2 : 1) == 0 && form.height % (even.height ? 2 : 1) == 0
    return isAsIs && isAsAsked && hasSides && VideoEncoder.takes(form.layout, kind)
  }

  /// Decides the route of a clip's pictures in a film of a size in pixels.
  ///
  /// - Parameter isOpaque: whether the frames are opaque, so that the clip only shows in a layer beside the scene's.
  package func route(
    of playback: ClipPlayback, _ options: VideoOptions, width: Int, height: Int, isOpaque: Bool
  ) -> ClipRoute {
    let size = (width: Int(bounded: playback.clip.size.width), height: Int(bounded: playback.clip.size.height))
    guard (width, height) == size else {
      return .pixels("the film has another size than the clip, \(size.width)x\(size.height)")
    }
    guard let pictures = playback.clip.pictures, let form = pictures.form else {
      return .pixels(playback.clip.pictures?.reasonAgainstPlanes ?? "the clip has no pictures")
    }
    if !isOpaque, takes(form, options) {
      return .planes(
        Underlay(form) { (second, planes) throws(VideoError) in try playback.copy(at: second, as: form, to: planes) })
    }
    if let range = options.dynamicRange, range != form.dynamicRange {
      return .pixels("the film is \(range.name), the clip \(form.dynamicRange.name)")
    }
    guard options.codec == nil, encoder(for: form, options) == nil else {
      return .pixels("\(name), as it is asked for, does not hold pictures in the clip's form")
    }
    return .pixels(
      "few players decode \(name) with the clip's \(form.layout.name); `codec` hevc, or prores in .mov, keeps it")
  }

  /// Returns the form in which a clip's pictures can pass into a film of a size in pixels as they are; nil if they must
  /// be drawn.
  package func passedForm(of clip: VideoClip, _ options: VideoOptions, width: Int, height: Int) -> PictureForm? {
    var options = options
    options.passedForm = nil
    guard container != nil, options.key == nil, options.hashes == nil, !options.dithers, !options.padsToEven,
      let form = clip.pictures?.form, (form.width, form.height) == (width, height),
      options.matrix ?? form.coding.matrix == form.coding.matrix,
      options.range ?? form.coding.range == form.coding.range,
      let encoding = try? encoding(options, height: height), encoding.takes(form)
    else { return nil }
    return form
  }

  /// Sets the timecode with which a film continues its clip's, and adds notes about what it leaves out of the clip.
  package func addOthers(of clip: VideoClip, at pace: ClipPace, hasSound: Bool, to options: inout VideoOptions) {
    clip.tellOfOthers(hasSound: hasSound)
    guard container == "mov" else { return clip.tellOfTimecode("\(name) holds none; .mov does") }
    options.timecode = clip.timecode(at: pace)
    if options.timecode == nil { clip.tellOfTimecode("the film's frames are not its pictures, one for one") }
  }

  /// Adds a clip's sound from a second of it on, for a length in seconds, before the film's other sound: as packets if
  /// there is no other sound and the container supports them, otherwise as a track.
  package func addSound(of clip: VideoClip, from start: Double, length: Double, to options: inout VideoOptions) {
    let isAsItIs = options.sound.isEmpty && options.loudness == nil && options.truePeak == nil
    if isAsItIs, options.soundKind == nil, let copied = copiedSound(of: clip, from: start, to: start + length) {
      options.copiedSound = copied
    } else if var track = clip.soundTrack {
      track.inPoint += start
      (track.duration, track.mayBeSilent) = (length, true)
      options.sound.insert(track, at: 0)
    }
  }

  /// Returns the packets of a clip's sound between two of its seconds; nil if the format's container does not support
  /// them, or the clip has no sound.
  private func copiedSound(of clip: VideoClip, from start: Double, to end: Double) -> CopiedClipSound? {
    guard let container, let sound = CopiedClipSound(clip, from: start, to: end), let codec = sound.codec,
      (try? LibAV.open()) != nil, let format = av_guess_format(container, nil, nil),
      avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
    else { return nil }
    return sound
  }
}
