// A clip under the frames of a film, as its decoder gives it.

import CLibAV
import CoreGraphics

/// The pictures of a clip as planes.
final class ClipUnderlay: PlanePictures {
  private let form: PictureForm
  private var reader: LateClipReader

  /// - Parameter memory: bytes of decoded pictures that are kept at a time.
  init(_ clip: VideoClip, _ form: PictureForm, memory: Int) {
    (self.form, reader) = (form, LateClipReader(clip, memory: memory))
  }

  func copy(at seconds: Double, to target: PicturePlanes) throws(VideoError) {
    let frame = try reader.frame(at: seconds)
    let isCopied = frame.withPlanes { source in
      guard source.width == form.width, source.height == form.height, source.layout.depth == form.depth,
        source.layout.chroma == form.chroma, source.planes.count >= 3
      else { return false }
      for (number, plane) in source.planes.prefix(3).enumerated() {
        let byteCount = plane.width * source.layout.componentBytes
        for row in 0..<plane.height {
          UnsafeMutableRawPointer(target.row(number, row)).copyMemory(
            from: plane.bytes + row * plane.stride, byteCount: byteCount)
        }
      }
      return true
    }
    guard isCopied else {
      throw .cannotRead(
        path: reader.clip.name, reason: "its pictures are of another form from \(seconds.inThousandths) s on")
    }
  }
}

extension ClipPictures {
  /// Whether frames can lie over its pictures as planes.
  package var canLieUnderFrames: Bool { form != nil }

  /// The form of its pictures where frames can lie over them as they are: upright, with square pixels, in planes of 8
  /// or 10 bits, without alpha, of a matrix that is written. Otherwise nil.
  var form: PictureForm? {
    guard layout.colors == .yuv, layout.isPlanar, !layout.hasAlpha, layout.depth == 8 || layout.depth == 10,
      orientation.isIdentity, abs(pixelAspect - 1) < 1e-9, hasWrittenMatrix
    else { return nil }
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
      width: codedWidth, height: codedHeight, chroma: layout.chroma, depth: layout.depth, coding: coding,
      tags: ColorTags(
        primaries: UInt32(primaries), transfer: UInt32(transfer), matrix: matrix.rawValue,
        chromaPlace: layout.chroma == .quarter ? place.rawValue : AVCHROMA_LOC_UNSPECIFIED.rawValue),
      isCosited: siting.isLeft)
  }
}
