// Tested by GIFPictureTests and GIFTests.
import CGIF
package import ImageFiles

extension ImageFile {
  /// Encodes frames of one size, shown in sequence; a pixel of less than half alpha is omitted, any other opaque.
  /// `loopCount`: 0 for endless; nil writes none, which means once.
  static func encodeGIF(_ frames: [OutputFrame], loopCount: Int?, name: String) throws(ImageFileError) -> [UInt8] {
    let (width, height) = (frames[0].bitmap.width, frames[0].bitmap.height)
    guard width <= 65535, height <= 65535 else {
      throw ImageFileError(name, .tooLarge, "\(width)x\(height) pixels; GIF holds at most 65535 a side")
    }
    // The previous frame would be visible through holes, so that it is cleared.
    let hasHoles = frames.contains { !$0.bitmap.isOpaque }
    let kind: GIFFilm.Kind = hasHoles ? .picturesWithHoles : frames.count == 1 ? .picture : .pictures
    let output = Output()
    do throws(GIFFilm.Failure) {
      let film = try GIFFilm(width: width, height: height, kind: kind, loopCount: loopCount) {
        output.bytes.append(contentsOf: $0)
        return true
      }
      var time = 0
      for frame in frames {
        try film.add(pixels(of: frame.bitmap), at: time)
        time += frame.delay(inUnitsOf: 100, most: 655)
      }
      try film.finish(at: time)
    } catch {
      throw ImageFileError(name, .encodingFailed, "cannot encode GIF: \(error.reason)")
    }
    return output.bytes
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// Straight colours; the pixels that are left out have no alpha, and the colour of another so as not to cost one.
  private static func pixels(of image: Bitmap) -> [UInt8] {
    guard !image.isOpaque else { return image.pixels }
    var rgba = unpremultiplied(image.pixels)
    var holes: [Int] = []
    var filling: ArraySlice<UInt8> = [0, 0, 0, 0]
    for pixel in 0..<image.width * image.height {
      if rgba[pixel * 4 + 3] < 128 {
        holes.append(pixel)
      } else {
        filling = rgba[pixel * 4..<pixel * 4 + 3] + [0]
        rgba[pixel * 4 + 3] = 255
      }
    }
    for hole in holes { rgba.replaceSubrange(hole * 4..<hole * 4 + 4, with: filling) }
    return rgba
  }
}

extension ImageCodec {
  package static let gif = ImageCodec(
    name: "GIF", suffixes: ["gif"], typeIdentifier: "com.compuserve.gif", animationProperties: "{GIF}",
    library: { ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)") },
    isSignature: { bytes in
      // Four bytes suffice.
      ["GIF87a", "GIF89a"].contains { bytes.count >= 4 && $0.utf8.starts(with: bytes.prefix(6)) }
    },
    read: { (bytes, name) throws(ImageFileError) in
      let blocks = try GIFBlocks(bytes, name: name)
      return (blocks, blocks.header)
    },
    write: { (frames, settings, name) throws(ImageFileError) in
      var frames = frames
      for index in frames.indices { frames[index].bitmap = frames[index].bitmap.turned(settings.orientation) }
      return try ImageFile.encodeGIF(frames, loopCount: frames.count > 1 ? settings.loopCount : nil, name: name)
    })
}
