// YUV4MPEG2: a line of text, then for each frame the word FRAME and the three planes, Y, U, V.
//
// The header says 420jpeg for where chroma lies: in the middle of four pixels, as averaging puts it (in 10 bits,
// 420p10, which has no word for that). In MPEG tools that word says nothing about the range, which XCOLORRANGE does.
// There is no field for the matrix.
import Glibc
import ImageFiles

/// Writes a Y4M file.
final class Y4MSink: FrameSink {
  private let file: UnfinishedFile
  private let shape: FrameShape
  private let converter: PictureConverter
  private let bytesPerComponent: Int
  private let planes: FrameMemory
  let packing: PackedPlanes?

  init(
    path: String, shape: FrameShape, encoding: PictureEncoding, takesPlanes: Bool
  ) throws(VideoError) {
    self.shape = shape
    packing = takesPlanes ? encoding.packing(of: shape) : nil
    bytesPerComponent = encoding.layout == .yuv(.quarter, depth: 8, alpha: false) ? 1 : 2
    planes = try FrameMemory.make(byteCount: shape.width * shape.height * 3 / 2 * bytesPerComponent)
    converter = try PictureConverter(
      encoding.layout, shape: shape, alpha: nil, coding: encoding.coding, isLossy: false)
    let chroma = bytesPerComponent == 1 ? "C420jpeg XYSCSS=420JPEG" : "C420p10 XYSCSS=420P10"
    do throws(ImageFileError) {
      file = try UnfinishedFile(for: path)
      let header =
        "YUV4MPEG2 W\(shape.width) H\(shape.height) F\(shape.rate.numerator):\(shape.rate.denominator) Ip A1:1 "
        + "\(chroma) XCOLORRANGE=\(encoding.coding.range.rawValue.uppercased())\n"
      try file.write(Array(header.utf8))
    } catch {
      throw VideoError(error)
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let (row, luma) = (shape.width * bytesPerComponent, shape.width * shape.height * bytesPerComponent)
    let y = planes.bytes.bindMemory(to: UInt8.self).baseAddress!
    let target = PicturePlanes(bytes: [y, y + luma, y + luma * 5 / 4], strides: [row, row / 2, row / 2])
    if let packing { packing.copy(frame, to: target) } else { converter.convert(frame, into: target) }
    do throws(ImageFileError) {
      try file.write(Array("FRAME\n".utf8))
    } catch {
      throw VideoError(error)
    }
    let code = UnfinishedFile.writeAll(UnsafeRawBufferPointer(planes.bytes), to: file.descriptor)
    guard code == 0 else {
      throw .cannotWrite(path: file.target, reason: "cannot write: \(String(cString: strerror(code)))")
    }
  }

  func complete() {}

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
  }

  func discard() { file.discard() }
}
