// YUV4MPEG2: a line of text, then for each frame the word FRAME and the three planes, Y, U, V.
//
// The header says 420jpeg for where chroma lies: in the middle of four pixels, as averaging puts it. In MPEG tools that
// word says nothing about the range, which XCOLORRANGE does. There is no field for the matrix; it is BT.601.
import ImageFiles

/// Writes a Y4M file.
final class Y4MSink: FrameSink {
  private let file: UnfinishedFile
  private let shape: FrameShape
  private var planes: [UInt8]

  init(path: String, shape: FrameShape) throws(VideoError) {
    self.shape = shape
    planes = [UInt8](repeating: 0, count: shape.width * shape.height * 3 / 2)
    do throws(ImageFileError) {
      file = try UnfinishedFile(for: path)
      let header =
        "YUV4MPEG2 W\(shape.width) H\(shape.height) F\(shape.rate.numerator):\(shape.rate.denominator) Ip A1:1 "
        + "C420jpeg XYSCSS=420JPEG XCOLORRANGE=LIMITED\n"
      try file.write(Array(header.utf8))
    } catch {
      throw VideoError(error)
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let (width, pixelCount) = (shape.width, shape.width * shape.height)
    planes.withUnsafeMutableBufferPointer { planes in
      let y = planes.baseAddress!
      let target = I420Planes(
        y: y, u: y + pixelCount, v: y + pixelCount * 5 / 4, strideY: width, strideU: width / 2, strideV: width / 2)
      target.fill(from: frame, width: width, height: shape.height)
    }
    do throws(ImageFileError) {
      try file.write(Array("FRAME\n".utf8))
      try file.write(planes)
    } catch {
      throw VideoError(error)
    }
  }

  func complete() {}

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
  }

  func discard() { file.discard() }
}
