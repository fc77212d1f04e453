// An initialised EGL display ("a connection to a display", in the words of EGL's specification).
//
// Pitfall: asking for the same platform and native display twice gives the same EGLDisplay, and eglTerminate ends it
// for every user. So terminations are counted for the whole process: only the last owner's ends the display.

import COpenGL
import Synchronization

/// The owner of an initialised EGLDisplay, and of the GBM device that it may stand on.
final class DisplayConnection {
  /// The display.
  let handle: EGLDisplay
  /// The extensions of this display, those of the client not among them.
  let extensions: ExtensionSet
  /// Whether contexts are asked for by the attributes of EGL 1.5, and not by those of EGL_KHR_create_context.
  let hasCoreContextAttributes: Bool
  /// EGL_VENDOR of this display.
  let vendor: String
  /// EGL_VERSION of this display: the number and what the vendor adds.
  let version: String
  /// EGL_CLIENT_APIS: the interfaces that contexts can be made for, such as "OpenGL OpenGL_ES".
  let clientAPIs: String
  private let gbm: GBMDevice?

  /// The number of connections to each display, by the display's address.
  private static let owners = Mutex<[Int: Int]>([:])

  /// Initialises a display of `platform`, one of EGL's `EGL_PLATFORM_...` values.
  ///
  /// - Parameters:
  ///   - native: what eglGetPlatformDisplay takes on this platform.
  ///   - gbm: the device behind `native`, to be closed after the display.
  init(platform: Int32, native: UnsafeMutableRawPointer?, gbm: GBMDevice? = nil) throws(EGLFailure) {
    guard let handle = Self.platformDisplay(EGLenum(platform), native) else {
      throw .last("eglGetPlatformDisplay")
    }
    let number = try Self.initialize(handle)
    self.handle = handle
    self.gbm = gbm
    hasCoreContextAttributes = number >= (1, 5)
    extensions = ExtensionSet(eglQueryString(handle, EGL_EXTENSIONS))
    vendor = Self.string(handle, EGL_VENDOR)
    version = Self.string(handle, EGL_VERSION)
    // Mesa ends the list with a space.
    clientAPIs = Self.string(handle, EGL_CLIENT_APIS).split(separator: " ").joined(separator: " ")
  }

  deinit {
    Self.terminate(handle)
  }

  /// The name of the GBM back end, where the display stands on one.
  var gbmBackendName: String? { gbm?.backendName }

  private static func string(_ display: EGLDisplay, _ name: EGLint) -> String {
    eglQueryString(display, name).map { String(cString: $0) } ?? ""
  }

  /// The display of a platform. A client library before EGL 1.5, which does not tell its version without a display, has
  /// the function as an extension (EGL_EXT_platform_base).
  private static func platformDisplay(_ platform: EGLenum, _ native: UnsafeMutableRawPointer?) -> EGLDisplay? {
    if eglQueryString(cegl_no_display(), EGL_VERSION) == nil,
      let extended = eglFunction("eglGetPlatformDisplayEXT", as: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    {
      return extended(platform, native, nil)
    }
    return eglGetPlatformDisplay(platform, native, nil)
  }

  /// Initialises `display` and counts this owner.
  ///
  /// EGL 1.4 is enough where it makes contexts of a version (EGL_KHR_create_context): Mesa says 1.5 only of drivers
  /// that have robust contexts, which those of virtual machines and of small boards lack.
  ///
  /// - Returns: the display's version of EGL.
  private static func initialize(_ display: EGLDisplay) throws(EGLFailure) -> (EGLint, EGLint) {
    try owners.withLock { owners throws(EGLFailure) in
      let owned = owners[Int(bitPattern: display), default: 0]
      var major: EGLint = 0
      var minor: EGLint = 0
      guard eglInitialize(display, &major, &minor) == EGL_TRUE else {
        throw .last("eglInitialize")
      }
      let extensions = ExtensionSet(eglQueryString(display, EGL_EXTENSIONS))
      guard (major, minor) >= (1, 5) || (major, minor) == (1, 4) && extensions.contains("EGL_KHR_create_context") else {
        if owned == 0 { eglTerminate(display) }
        throw EGLFailure(
          "eglInitialize",
          detail: "EGL \(major).\(minor) found; 1.5 needed, or 1.4 with EGL_KHR_create_context")
      }
      owners[Int(bitPattern: display)] = owned + 1
      return (major, minor)
    }
  }

  private static func terminate(_ display: EGLDisplay) {
    owners.withLock { owners in
      let left = owners[Int(bitPattern: display), default: 1] - 1
      owners[Int(bitPattern: display)] = left == 0 ? nil : left
      if left == 0 { eglTerminate(display) }
    }
  }
}
