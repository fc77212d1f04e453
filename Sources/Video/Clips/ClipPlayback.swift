// Tested by ClipContentsTests, OverClipTests and CompositionTests.

import CLibAV
package import CoreGraphics
import Synchronization

/// The pictures of a clip at the seconds that layers and films ask for. Each run of increasing seconds has its own
/// decoder, so that a replicator's delayed copies do not make each other seek; a film's frames share one. The previous
/// picture, with a note, replaces one that cannot be decoded: only a clip without a decodable picture, and want of
/// memory, are errors.
package final class ClipPlayback: @unchecked Sendable {
  // Unchecked Sendable: variable state is used under the lock.

  package let clip: VideoClip
  /// The times of the film's frames; nil if a picture shows from its own second on.
  private let pace: ClipPace?
  /// The first frame of each picture in the film; empty before the first picture is read.
  private var firstFrames: [Int] = []
  /// The most memory of all decoders' frames and of the kept images, in bytes.
  private let memory: Int
  /// The part of ``memory`` that the decoders have.
  private var given = 0
  /// The clips that share memory with this one; nil for a clip that has its own.
  private let pool: ClipPool?

  /// A decoder and the second of its last request.
  private struct Decoder {
    let reader: ClipReader
    var second: Double
  }

  private let lock = Mutex(())
  /// The decoders, the last used one last.
  private var decoders: [Decoder] = []
  private var images: [(index: Int, image: CGImage)] = []
  private var depth: ImageDepth
  /// Whether a note tells that light above white is lost.
  private var hasTold = false
  private var error: VideoError?
  private static let mostDecoders = 4

  /// - Parameters:
  ///   - memory: the most bytes of decoded pictures.
  ///   - pace: the times of the frames of a film, each of which asks for its picture; nil if any second is asked for.
  ///   - pool: the clips that share memory with this one; nil for a clip that has its own.
  package init(
    _ clip: VideoClip, memory: Int, pace: ClipPace? = nil, depth: ImageDepth = .bytes, in pool: ClipPool? = nil
  ) {
    (self.clip, self.memory, self.pace, self.depth, self.pool) = (clip, memory, pace, depth, pool)
  }

  /// Closes the decoders; the next request opens one.
  func release() { lock.withLock { _ in (decoders, images, given) = ([], [], 0) } }

  /// Sets the depth of images from now on.
  package func setDepth(_ depth: ImageDepth) {
    lock.withLock { _ in
      if depth != self.depth { images = [] }
      self.depth = depth
    }
  }

  /// Returns the decoded picture that shows at a second of the clip.
  func frame(at second: Double) throws(VideoError) -> ClipFrame {
    pool?.use(self, bytes: memory)
    return try lock.withLock { _ throws(VideoError) in try decoded(at: second) }
  }

  /// Returns the picture that shows at a second of the clip, as an image, and its index.
  package func picture(at second: Double) throws(VideoError) -> (index: Int, image: CGImage) {
    pool?.use(self, bytes: memory)
    return try lock.withLock { _ throws(VideoError) in try shown(at: second) }
  }

  /// Returns the image that shows at a second of the clip; after an error, which ``failure`` keeps, the last image.
  package func image(at second: Double) -> CGImage? {
    pool?.use(self, bytes: memory)
    return lock.withLock { _ in
      do throws(VideoError) { return try shown(at: second).image } catch {
        self.error = self.error ?? error
        return images.last?.image
      }
    }
  }

  /// The first error of ``image(at:)``.
  package var failure: VideoError? { lock.withLock { _ in error } }

  /// Copies the decoded planes of the picture that shows at a second, turned upright.
  func copy(at seconds: Double, as form: PictureForm, to target: PicturePlanes) throws(VideoError) {
    guard let (picture, _) = try upright(at: seconds, as: form) else {
      throw .cannotRead(
        path: clip.name, reason: "its pictures are of another form from \(seconds.inThousandths) s on")
    }
    picture.copy(target)
  }

  /// Returns the picture that shows at a second, to be copied upright; nil if its planes or its coding have another
  /// form, so that it must be drawn.
  package func passed(at second: Double, as form: PictureForm) throws(VideoError) -> PassedPicture? {
    guard let (picture, coding) = try upright(at: second, as: form), coding == form.coding else { return nil }
    return picture
  }

  /// Returns the picture that shows at a second, to be copied upright, with its own coding; nil if its planes have
  /// another form.
  private func upright(
    at second: Double, as form: PictureForm
  ) throws(VideoError) -> (picture: PassedPicture, coding: YUVCoding)? {
    let turn = clip.pictures?.turn ?? ClipTurn()
    let frame = try frame(at: second)
    return frame.withPlanes { planes -> (picture: PassedPicture, coding: YUVCoding)? in
      guard planes.has(form, turned: turn) else { return nil }
      return (PassedPicture { target in frame.withPlanes { $0.copy(to: target, turned: turn) } }, planes.coding)
    }
  }

  private func decoded(at second: Double) throws(VideoError) -> ClipFrame {
    let reader = try decoder(for: second)
    return if let pace { try reader.frame(number: number(at: second, pace)) } else { try reader.frame(at: second) }
  }

  private func shown(at second: Double) throws(VideoError) -> (index: Int, image: CGImage) {
    if let files = clip.files, let pace { return try shown(number(at: second, pace), of: files) }
    let frame = try decoded(at: second)
    if let known = images.first(where: { $0.index == frame.index }) { return known }
    if depth != .extended, !hasTold {
      hasTold = true
      clip.tellOfHighRange()
    }
    return keep(frame.index, try frame.image(depth))
  }

  private func shown(_ number: Int, of files: PictureFiles) throws(VideoError) -> (index: Int, image: CGImage) {
    if let last = images.last, last.index == number { return last }
    do throws(VideoError) { return keep(number, try files.image(number)) } catch {
      guard let last = images.last else { throw error }
      clip.notes.add("\(error); the picture before shows in its place")
      return last
    }
  }

  /// Keeps an image: a film's last one, otherwise as many as an eighth of the memory holds.
  private func keep(_ index: Int, _ image: CGImage) -> (index: Int, image: CGImage) {
    images.append((index, image))
    while images.count > 1, pace != nil || images.reduce(0, { $0 + $1.image.byteCount }) > memory / 8 {
      images.removeFirst()
    }
    return (index, image)
  }

  /// Returns the number of the picture that a film shows at a second.
  private func number(at second: Double, _ pace: ClipPace) -> Int {
    if firstFrames.isEmpty { firstFrames = clip.frames(at: pace) }
    let wanted = pace.frame(at: second)
    return max(firstFrames.partitioningIndex { $0 > wanted } - 1, 0)
  }

  /// The memory of one more decoder, in bytes; nil at the limit of memory or decoders. A film's decoder gets all
  /// memory; otherwise the first gets half, as most clips show one time.
  private var shareOfNext: Int? {
    guard pace == nil else { return decoders.isEmpty ? memory : nil }
    let least = clip.leastMemory
    if decoders.isEmpty { return max(memory / 2, min(least, memory)) }
    let share = max(memory / 8, least)
    return decoders.count < Self.mostDecoders && given + share <= memory ? share : nil
  }

  /// Returns the decoder closest before a second. If none is close, returns a new or the least recently used one.
  private func decoder(for second: Double) throws(VideoError) -> ClipReader {
    // Decoding this many seconds is no worse than a seek.
    let near = 2.0
    let best = decoders.indices.filter { -1e-6...near ~= second - decoders[$0].second }
      .min { second - decoders[$0].second < second - decoders[$1].second }
    var decoder: Decoder
    if let best {
      decoder = decoders.remove(at: best)
    } else if let share = shareOfNext {
      decoder = Decoder(reader: try clip.makeReader(memory: share), second: second)
      given += share
    } else {
      decoder = decoders.removeFirst()
    }
    decoder.second = second
    decoders.append(decoder)
    return decoder.reader
  }
}

extension VideoClip {
  /// The least memory for decoding the clip, in bytes.
  package var leastMemory: Int { stream?.leastMemory ?? 0 }
}

extension ClipPlanes {
  /// Whether the turned planes have the sides and the samples of a form.
  fileprivate func has(_ form: PictureForm, turned turn: ClipTurn) -> Bool {
    (turn.isTransposed ? (height, width) : (width, height)) == (form.width, form.height)
      && layout.depth == form.depth && layout.chroma == form.chroma && planes.count >= 3
  }

  fileprivate func copy(to target: PicturePlanes, turned turn: ClipTurn) {
    for (number, plane) in planes.prefix(3).enumerated() {
      if turn.isIdentity {
        let byteCount = plane.width * layout.componentBytes
        for row in 0..<plane.height {
          UnsafeMutableRawPointer(target.row(number, row)).copyMemory(
            from: plane.bytes + row * plane.stride, byteCount: byteCount)
        }
      } else if layout.componentBytes == 1 {
        turn.apply(plane, into: target.bytes[number], bytes: target.strides[number], of: UInt8.self)
      } else {
        turn.apply(plane, into: target.bytes[number], bytes: target.strides[number], of: UInt16.self)
      }
    }
  }
}

extension ClipTurn {
  fileprivate func apply<Sample>(
    _ plane: ClipPlanes.Plane, into target: UnsafeMutablePointer<UInt8>, bytes stride: Int, of type: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    apply(
      UnsafeRawPointer(plane.bytes).assumingMemoryBound(to: type), stride: plane.stride / size, width: plane.width,
      height: plane.height, into: UnsafeMutableRawPointer(target).assumingMemoryBound(to: type), stride: stride / size)
  }
}

extension ClipPictures {
  /// The reason why pictures below frames must be converted to RGB; nil if their planes can stay.
  var reasonAgainstPlanes: String? {
    if layout.hasAlpha { return "the clip has alpha" }
    if layout.colors != .yuv { return "the clip's colours are not YUV" }
    if !layout.isPlanar { return "the clip's samples are not in planes" }
    if layout.depth != 8, layout.depth != 10 { return "the clip has \(layout.depth) bits a component" }
    if !hasWrittenMatrix { return "the clip has an old matrix of colours, which no encoder here writes" }
    if abs(pixelAspect - 1) >= 1e-9 { return "the clip's pixels are not square" }
    if turn.isTransposed, layout.chroma == .half { return "the clip is turned, and its 4:2:2 would become 4:4:0" }
    return nil
  }

  /// The form of the upright pictures; nil if they must be converted to RGB.
  var form: PictureForm? {
    guard reasonAgainstPlanes == nil else { return nil }
    let siting = siting.turned(by: turn)
    let place =
      switch (siting.isLeft, siting.row) {
      case (true, .middle): AVCHROMA_LOC_LEFT
      case (false, .middle): AVCHROMA_LOC_CENTER
      case (true, .top): AVCHROMA_LOC_TOPLEFT
      case (false, .top): AVCHROMA_LOC_TOP
      case (true, .bottom): AVCHROMA_LOC_BOTTOMLEFT
      case (false, .bottom): AVCHROMA_LOC_BOTTOM
      }
    return PictureForm(
      width: turn.isTransposed ? codedHeight : codedWidth, height: turn.isTransposed ? codedWidth : codedHeight,
      chroma: layout.chroma, depth: layout.depth, coding: coding,
      tags: ColorTags(
        primaries: UInt32(primaries), transfer: UInt32(transfer), matrix: coding.matrix.tag.rawValue,
        chromaPlace: layout.chroma == .quarter ? place.rawValue : AVCHROMA_LOC_UNSPECIFIED.rawValue),
      highRange: highRange, isCosited: siting.isLeft)
  }
}

extension YUVMatrix {
  /// The matrix's tag in a stream.
  var tag: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }
}
