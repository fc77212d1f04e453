// A clip under the frames of a film: the decoder's planes, turned upright.

import CLibAV
import CoreGraphics

/// The pictures of a clip as planes.
final class ClipUnderlay: PlanePictures {
  private let form: PictureForm
  private let turn: ClipTurn
  private var reader: LateClipReader

  /// - Parameter memory: bytes of decoded pictures that are kept at a time.
  init(_ clip: VideoClip, _ form: PictureForm, pace: ClipPace, memory: Int) {
    (self.form, turn) = (form, clip.pictures?.turn ?? ClipTurn())
    reader = LateClipReader(clip, pace: pace, memory: memory)
  }

  func copy(at seconds: Double, to target: PicturePlanes) throws(VideoError) {
    let frame = try reader.frame(at: seconds)
    let isCopied = frame.withPlanes { source in
      let (width, height) = turn.isTransposed ? (source.height, source.width) : (source.width, source.height)
      guard width == form.width, height == form.height, source.layout.depth == form.depth,
        source.layout.chroma == form.chroma, source.planes.count >= 3
      else { return false }
      for (number, plane) in source.planes.prefix(3).enumerated() {
        if turn.isIdentity {
          let byteCount = plane.width * source.layout.componentBytes
          for row in 0..<plane.height {
            UnsafeMutableRawPointer(target.row(number, row)).copyMemory(
              from: plane.bytes + row * plane.stride, byteCount: byteCount)
          }
        } else if source.layout.componentBytes == 1 {
          turn(plane, into: target.bytes[number], bytes: target.strides[number], of: UInt8.self)
        } else {
          turn(plane, into: target.bytes[number], bytes: target.strides[number], of: UInt16.self)
        }
      }
      return true
    }
    guard isCopied else {
      throw .cannotRead(
        path: reader.clip.name, reason: "its pictures are of another form from \(seconds.inThousandths) s on")
    }
  }

  private func turn<Sample>(
    _ plane: ClipPlanes.Plane, into target: UnsafeMutablePointer<UInt8>, bytes stride: Int, of type: Sample.Type
  ) {
    let size = MemoryLayout<Sample>.size
    turn.apply(
      UnsafeRawPointer(plane.bytes).assumingMemoryBound(to: type), stride: plane.stride / size, width: plane.width,
      height: plane.height, into: UnsafeMutableRawPointer(target).assumingMemoryBound(to: type), stride: stride / size)
  }
}

extension ClipPictures {
  /// The reason that the pictures must be converted to RGB for frames to be drawn over them; nil if their planes can
  /// stay.
  package var reasonAgainstPlanes: String? {
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
    let matrix =
      switch coding.matrix {
      case .bt601: AVCOL_SPC_SMPTE170M
      case .bt709: AVCOL_SPC_BT709
      case .bt2020: AVCOL_SPC_BT2020_NCL
      }
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
        primaries: UInt32(primaries), transfer: UInt32(transfer), matrix: matrix.rawValue,
        chromaPlace: layout.chroma == .quarter ? place.rawValue : AVCHROMA_LOC_UNSPECIFIED.rawValue),
      isCosited: siting.isLeft)
  }
}
