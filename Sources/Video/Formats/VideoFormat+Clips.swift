// What of a clip a format takes as it is: its pictures, in planes, and its sound, in packets.

import CLibAV

extension VideoFormat {
  /// Whether pictures of a form can be a film's, as they are: by the format, its encoder and what is asked for.
  func takes(_ form: PictureForm, _ options: VideoOptions) -> Bool {
    guard let kind = options.codec.map(EncoderKind.named) ?? encoder, recipe != nil, kind.isSegmented else {
      return false
    }
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
    of clip: VideoClip, _ options: VideoOptions, width: Int, height: Int, memory: Int
  ) -> Underlay? {
    guard let form = clip.pictures?.form, form.width == width, form.height == height, takes(form, options) else {
      return nil
    }
    return Underlay(ClipUnderlay(clip, form, memory: memory), form)
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

  /// The sound of a clip as packets, where the format's container holds them; nil where it has to be decoded, or there
  /// is none.
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
