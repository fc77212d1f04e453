// A DRM render node opened for EGL's GBM platform. A render node needs no display server and no DRM master.

import COpenGL
import Glibc

/// The owner of a file descriptor and the GBM device on it; both close with it, after the EGL display on it has ended.
final class GBMDevice {
  /// The device; eglGetPlatformDisplay takes it as its native display.
  let handle: OpaquePointer
  private let descriptor: Int32

  /// Opens the render node at `path`.
  init(path: String) throws(EGLFailure) {
    if let reason = copengl_open_gbm() { throw EGLFailure("dlopen", detail: String(cString: reason)) }
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw EGLFailure("open", detail: String(cString: strerror(errno)))
    }
    guard let handle = gbm_create_device(descriptor) else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw EGLFailure("gbm_create_device", detail: reason)
    }
    self.handle = handle
    self.descriptor = descriptor
  }

  deinit {
    gbm_device_destroy(handle)
    close(descriptor)
  }

  /// The name of the GBM back end, such as `drm` or `nvidia-drm`.
  var backendName: String? {
    gbm_device_get_backend_name(handle).map { String(cString: $0) }
  }

  /// The paths of this machine's render nodes, in order.
  static func renderNodes() -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob("/dev/dri/renderD*", 0, nil, &matches) == 0 else { return [] }
    return (0..<Int(matches.gl_pathc)).compactMap { index in matches.gl_pathv[index].map { String(cString: $0) } }
  }
}
