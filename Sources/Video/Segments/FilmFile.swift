import CLibAV
import ImageFiles

/// Writes a film from the packets of its pictures, in order, and encodes its sound.
final class FilmFile {
  let file: UnfinishedFile
  private let container: Container
  private let recipe: EncoderRecipe
  private let rate: FrameRate
  private let sound: SoundEncoder?
  /// Sound that is copied instead of encoded.
  private let copied: SoundCopier?
  private var packetCount = 0

  init(
    path: String, recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, sound kind: SoundKind?
  ) throws(VideoError) {
    (self.recipe, rate) = (recipe, shape.rate)
    LibAV.allowPictures(of: shape)
    file = try VideoError.ofFile { () throws(ImageFileError) in try UnfinishedFile(for: path) }
    container = try Container(recipe.container, descriptor: file.descriptor, name: path)
    copied = try options.copiedSound.map { sound throws(VideoError) in try SoundCopier(sound.makePackets()) }
    if copied == nil, let kind, !options.sound.isEmpty {
      let length = options.frameCount.map { shape.rate.time(ofFrame: $0) }
      let mix = try SoundMaster(options, rate: kind.rate, length: length)
      sound = try SoundEncoder(kind, mix: mix, wantsGlobalHeader: recipe.wantsGlobalHeader)
    } else {
      sound = nil
    }
  }

  /// Writes the head, with the encoders' description of the stream.
  func begin(with pictures: StreamDescription) throws(VideoError) {
    try container.open(for: pictures, rate: rate, sound: sound, copied: copied?.packets, recipe: recipe)
  }

  /// Writes a packet of pictures and the sound up to it, and empties it.
  func append(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    try container.write(packet)
    packetCount += 1
    try copySound(to: rate.time(ofFrame: packetCount))
    guard let sound else { return }
    try sound.advance(to: sound.samples(beside: packetCount, at: rate)) { packet throws(VideoError) in
      try container.writeSound(packet)
    }
  }

  /// Copies the sound up to a second of the film. Errors of the container are those of the sound's file.
  private func copySound(to seconds: Double) throws(VideoError) {
    guard let copied else { return }
    do throws(VideoError) {
      try copied.advance(to: seconds) { packet throws(VideoError) in try container.writeSound(packet) }
    } catch .encodingFailed(_, let reason) {
      throw .cannotRead(path: copied.packets.name, reason: "its sound cannot be copied as it lies there: \(reason)")
    }
  }

  /// Writes the rest of the sound of a film of `frameCount` frames, and the end of the file.
  func complete(frameCount: Int) throws(VideoError) {
    try copySound(to: .infinity)
    if let sound {
      try sound.finish(at: sound.samples(beside: frameCount, at: rate)) { packet throws(VideoError) in
        try container.writeSound(packet)
      }
    }
    try container.close()
    guard recipe.container == "mov", let alpha = recipe.encoding.alpha else { return }
    try VideoError.ofFile { () throws(ImageFileError) in
      try QuickTimeFile(file).setGraphicsMode(of: alpha, name: file.target)
    }
  }

  func publish() throws(VideoError) { try VideoError.ofFile { () throws(ImageFileError) in try file.publish() } }
}

/// Passes packets of sound on as the film proceeds.
final class SoundCopier {
  let packets: any SoundPackets
  @Owned private var packet: UnsafeMutablePointer<AVPacket>
  private let unit: Double
  private var isAtEnd = false
  /// The begin time of the last packet, in seconds.
  private var last = -Double.infinity

  init(_ packets: any SoundPackets) throws(VideoError) {
    self.packets = packets
    _packet = try Owned()
    unit = packets.timeBase.seconds
  }

  /// Calls `body` with the packets up to the first one that begins at a second of the film or later.
  func advance(
    to seconds: Double, _ body: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    while !isAtEnd, last < seconds {
      guard try packets.next(packet) else {
        isAtEnd = true
        return
      }
      if packet.pointee.pts != CLIBAV_NO_TIME { last = Double(packet.pointee.pts) * unit }
      try body(packet)
      av_packet_unref(packet)
    }
  }
}
