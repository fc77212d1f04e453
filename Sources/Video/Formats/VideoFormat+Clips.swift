// What of a clip a format takes as it is: its pictures, in planes, and its sound, in packets.

import CLibAV

extension VideoFormat {
  /// Returns the encoder for pictures of a form, or nil if they must be converted first.
  ///
  /// By default, pictures of 4:2:0 are encoded as H.264 if they have 8 bits, and as HEVC if they have 10. Few players
  /// decode H.264 of other forms.
  func encoder(for form: PictureForm, _ options: VideoOptions) -> EncoderKind? {
    if let codec = options.codec { return EncoderKind.named(codec) }
    guard encoder?.codec == EncoderKind.h264.codec else { return encoder }
    guard form.chroma == .quarter else { return nil }
    return form.depth == 8 ? .h264 : .hevc
  }

  /// Returns the reason that the format and the options do not allow to encode the clip's planes unchanged.
  package func reasonAgainstPlanes(of clip: VideoClip, _ options: VideoOptions) -> String {
    if options.codec == nil, let form = clip.pictures?.form, encoder(for: form, options) == nil {
      return "few players decode \(name) with the clip's \(form.layout.name); `codec` hevc, or prores in .mov, keeps it"
    }
    return "\(name), as it is asked for, does not hold pictures in the clip's form"
  }

  /// Whether pictures of a form can be a film's, as they are: by the format, its encoder and what is asked for.
  func takes(_ form: PictureForm, _ options: VideoOptions) -> Bool {
    guard let kind = encoder(for: form, options), recipe != nil, kind.isSegmented else { return false }
    let isAsIs =
      options.key == nil && options.hashes == nil && options.hardware ?? .off == .off
      && options.alpha?.convention == nil && options.transfer == nil
    let isAsAsked =
      options.depth ?? form.depth == form.depth && options.matrix ?? form.coding.matrix == form.coding.matrix
      && options.range ?? form.coding.range == form.coding.range
    let even = form.layout.needsEven
    let hasSides = form.width % (even.width ? 2 : 1) == 0 && form.height % (even.height ? 2 : 1) == 0
    return isAsIs && isAsAsked && hasSides && VideoEncoder.takes(form.layout, kind)
  }

  /// The pictures of a clip, for a film's frames to lie over them as planes; nil where the film's pictures cannot be in
  /// the clip's form.
  ///
  /// - Parameters:
  ///   - width: of the film, in pixels.
  ///   - height: the same.
  ///   - memory: bytes of decoded pictures that are kept at a time.
  package func underlay(
    of clip: VideoClip, _ options: VideoOptions, width: Int, height: Int, pace: ClipPace, memory: Int
  ) -> Underlay? {
    guard let form = clip.pictures?.form, form.width == width, form.height == height, takes(form, options) else {
      return nil
    }
    return Underlay(ClipUnderlay(clip, form, pace: pace, memory: memory), form)
  }

  /// Sets the timecode with which a film continues its clip's. Adds notes about what the film leaves out of the clip.
  ///
  /// - Parameters:
  ///   - pace: the times of the film's frames.
  ///   - hasSound: whether the film has the clip's sound.
  package func addOthers(of clip: VideoClip, at pace: ClipPace, hasSound: Bool, to options: inout VideoOptions) {
    clip.tellOfOthers(hasSound: hasSound)
    guard container == "mov" else { return clip.tellOfTimecode("\(name) holds none; .mov does") }
    options.timecode = clip.timecode(at: pace)
    if options.timecode == nil { clip.tellOfTimecode("the film's frames are not its pictures, one for one") }
  }

  /// Puts the sound of a clip before what else is heard in a film: as packets, where nothing else is heard and the
  /// container holds them, or as a track.
  ///
  /// - Parameters:
  ///   - start: the clip's second at the film's beginning.
  ///   - length: of the film, in seconds.
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

  /// Returns the sound of a clip as packets, if the format's container holds them; nil if it has to be decoded, or the
  /// clip has no sound.
  ///
  /// - Parameters:
  ///   - start: the clip's second at the film's beginning.
  ///   - end: the clip's second at the film's end.
  private func copiedSound(of clip: VideoClip, from start: Double, to end: Double) -> CopiedClipSound? {
    guard let container, let sound = CopiedClipSound(clip, from: start, to: end), let codec = sound.codec,
      (try? LibAV.open()) != nil, let format = av_guess_format(container, nil, nil),
      avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL) == 1
    else { return nil }
    return sound
  }
}
