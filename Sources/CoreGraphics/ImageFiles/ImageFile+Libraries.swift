import CGIF
import CJPEG
import CLCMS
import CPNG
import CWebP

extension ImageFile {
  /// The libraries that read and write image files, with the versions in use.
  package static var libraries: [(name: String, version: String)] {
    let webp = WebPGetDecoderVersion()
    return [
      ("libpng", String(cString: cpng_version())),
      ("libjpeg", String(cString: cjpeg_version())),
      ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
      ("lcms2", "\(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)"),
      ("libwebp", "\(webp >> 16).\((webp >> 8) & 255).\(webp & 255)"),
    ]
  }
}
