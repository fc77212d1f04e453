// Writing GIF files: a palette for each frame, giflib for the compression.
import CGIF
import ImageFiles

extension ImageFile {
  /// Frames of one size, shown one after the other; a pixel of less than half alpha is left out, any other is opaque.
  ///
  /// - Parameter loopCount: 0 for ever; nil writes none, which stands for once.
  static func encodeGIF(
    _ frames: [OutputFrame], loopCount: Int?, name: String
  ) throws(ImageFileError) -> [UInt8] {
    let (width, height) = (frames[0].bitmap.width, frames[0].bitmap.height)
    guard width <= 65535, height <= 65535 else {
      throw ImageFileError(name, .tooLarge, "\(width)x\(height) pixels; GIF holds at most 65535 a side")
    }
    // A frame with holes would let the last one be seen through them, so that one is cleared first.
    let clears = frames.count > 1 && frames.contains { !$0.bitmap.isOpaque }
    var output: [UInt8] = []
    var code = E_GIF_SUCCEEDED
    withUnsafeMutablePointer(to: &output) { output in
      guard
        let file = EGifOpen(
          output,
          { file, bytes, count in
            let output = file!.pointee.UserData.assumingMemoryBound(to: [UInt8].self)
            output.pointee.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
            return count
          }, &code)
      else { return }
      EGifSetGifVersion(file, true)
      var succeeded = EGifPutScreenDesc(file, Int32(width), Int32(height), 8, 0, nil) == GIF_OK
      if succeeded, let loopCount { succeeded = putLoopCount(loopCount, to: file) }
      var quantizers = (opaque: GIFQuantizer(), withHoles: GIFQuantizer(capacity: 255))
      for frame in frames where succeeded {
        succeeded = put(frame, clears: clears, to: file, &quantizers)
      }
      if !succeeded { code = file.pointee.Error }
      var closing = E_GIF_SUCCEEDED
      if EGifCloseFile(file, &closing) != GIF_OK, code == E_GIF_SUCCEEDED { code = closing }
    }
    guard code == E_GIF_SUCCEEDED else {
      let reason = GifErrorString(code).map { String(cString: $0) } ?? "error \(code)"
      throw ImageFileError(name, .encodingFailed, "cannot encode GIF: \(reason)")
    }
    return output
  }

  private static func putLoopCount(_ count: Int, to file: UnsafeMutablePointer<GifFileType>) -> Bool {
    let number = UInt16(clamping: count)
    let loops: [UInt8] = [1, UInt8(number & 255), UInt8(number >> 8)]
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK
      && EGifPutExtensionBlock(file, 11, Array("NETSCAPE2.0".utf8)) == GIF_OK
      && EGifPutExtensionBlock(file, Int32(loops.count), loops) == GIF_OK
      && EGifPutExtensionTrailer(file) == GIF_OK
  }

  private static func put(
    _ frame: OutputFrame, clears: Bool, to file: UnsafeMutablePointer<GifFileType>,
    _ quantizers: inout (opaque: GIFQuantizer, withHoles: GIFQuantizer)
  ) -> Bool {
    let (width, height) = (frame.bitmap.width, frame.bitmap.height)
    let (rgba, holes) = pixels(of: frame.bitmap)
    var indices = [UInt8](repeating: 0, count: width * height)
    var palette = [UInt32](repeating: 0, count: ColorTable.capacity)
    rgba.withUnsafeBytes { rgba in
      if holes.isEmpty {
        quantizers.opaque.quantize(rgba, width: width, indices: &indices, stride: width, palette: &palette)
      } else {
        quantizers.withHoles.quantize(rgba, width: width, indices: &indices, stride: width, palette: &palette)
      }
    }
    for hole in holes { indices[hole] = 255 }
    var control = GraphicsControlBlock()
    control.DisposalMode = clears ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT
    control.DelayTime = Int32((min(max(frame.delay, 0), 655) * 100).rounded())
    control.TransparentColor = holes.isEmpty ? NO_TRANSPARENT_COLOR : 255
    var bytes = [UInt8](repeating: 0, count: 4)
    EGifGCBToExtension(&control, &bytes)
    let colors = palette.map {
      GifColorType(Red: UInt8($0 >> 16 & 255), Green: UInt8($0 >> 8 & 255), Blue: UInt8($0 & 255))
    }
    guard let map = GifMakeMapObject(Int32(colors.count), colors) else { return false }
    defer { GifFreeMapObject(map) }
    guard EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, Int32(bytes.count), bytes) == GIF_OK,
      EGifPutImageDesc(file, 0, 0, Int32(width), Int32(height), false, map) == GIF_OK
    else { return false }
    return indices.withUnsafeMutableBufferPointer { indices in
      (0..<height).allSatisfy { EGifPutLine(file, indices.baseAddress! + $0 * width, Int32(width)) == GIF_OK }
    }
  }

  /// Opaque colours, and the pixels that are left out, which have the colour of another so as not to cost one.
  private static func pixels(of image: Bitmap) -> (rgba: [UInt8], holes: [Int]) {
    guard !image.isOpaque else { return (image.pixels, []) }
    var rgba = unpremultiplied(image.pixels)
    var holes: [Int] = []
    var filling: ArraySlice<UInt8> = [0, 0, 0, 255]
    for pixel in 0..<image.width * image.height {
      if rgba[pixel * 4 + 3] < 128 { holes.append(pixel) } else { filling = rgba[pixel * 4..<pixel * 4 + 3] + [255] }
      rgba[pixel * 4 + 3] = 255
    }
    for hole in holes { rgba.replaceSubrange(hole * 4..<hole * 4 + 4, with: filling) }
    return (rgba, holes)
  }
}
