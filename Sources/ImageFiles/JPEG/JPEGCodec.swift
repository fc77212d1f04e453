// The format JPEG.
// Tested by RoundTripTests, OrientationTests and DamagedFileTests.

import CJPEG

extension ImageCodec {
  /// JPEG.
  package static let jpeg = ImageCodec(
    name: "JPEG", suffixes: ["jpg", "jpeg"], typeIdentifier: "public.jpeg", hasAlpha: false,
    library: { ("libjpeg", String(cString: cjpeg_version())) },
    // The start-of-image marker.
    isSignature: { $0.starts(with: [0xFF, 0xD8]) },
    read: { (bytes, name) throws(ImageFileError) in
      let segments = try JPEGSegments(bytes, name: name)
      return (segments, try segments.header(bytes, name: name))
    },
    write: { (frames, settings, name) throws(ImageFileError) in
      let file = try ImageFile.encodeJPEG(frames[0].bitmap, quality: settings.quality ?? 0.9, name: name)
      guard let exif = settings.exif else { return file }
      // Behind the start of the image and JFIF's segment, whose length stands in bytes 4 and 5.
      let end = 4 + (file.integer(at: 4, size: 2, .bigEndian) ?? 16)
      let data = Array("Exif\0\0".utf8) + exif
      let length = data.count + 2
      return file[..<end] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + data + file[end...]
    })
}
