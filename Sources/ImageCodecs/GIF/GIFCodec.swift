// The format GIF.
// Tested by GIFPictureTests and GIFTests.

import CGIF
package import ImageFiles

extension ImageCodec {
  /// GIF.
  package static let gif = ImageCodec(
    name: "GIF", suffixes: ["gif"], typeIdentifier: "com.compuserve.gif", animationProperties: "{GIF}",
    library: { ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)") },
    isSignature: { bytes in
      // Four bytes are enough.
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
