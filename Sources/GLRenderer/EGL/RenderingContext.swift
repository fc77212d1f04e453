import COpenGL
import Foundation

package struct GLContextOptions: Hashable, Sendable {
  /// Whether the driver checks calls and explains errors (EGL_CONTEXT_OPENGL_DEBUG).
  package var debug: Bool
  /// Whether reads out of bounds are harmless and resets reported, where EGL_EXT_create_context_robustness exists.
  package var robust: Bool
  /// For tests: whether the context counts as one of OpenGL ES 3.0 without extensions, with the least limits.
  package var bare: Bool

  /// The environment variable that turns `debug` on by default if it is 1; the tests set it.
  package static let debugVariable = "MULTIPLANE_GL_DEBUG"

  /// The options; `debug` is on in debug builds, and if ``debugVariable`` is 1.
  package init(debug: Bool = Self.isDebuggedByDefault, robust: Bool = true, bare: Bool = false) {
    self.debug = debug
    self.robust = robust && !bare
    self.bare = bare
  }

  package static let isDebuggedByDefault: Bool = {
    #if DEBUG
    true
    #else
    ProcessInfo.processInfo.environment[debugVariable] == "1"
    #endif
  }()
}

/// The owner of an OpenGL ES 3 context that needs no window, of the newest of 3.2, 3.1, 3.0 that the display gives;
/// current on the thread that makes and releases it. Without a surface if EGL_KHR_surfaceless_context allows it, else
/// on an unused 1x1 pixel buffer: all targets are framebuffer objects.
final class RenderingContext {
  let display: DisplayConnection
  /// Whether robust access was granted.
  let isRobust: Bool
  private let handle: EGLContext
  private let surface: EGLSurface?

  /// Makes a context current on the calling thread; a test may narrow the extensions of the display.
  init(
    display: DisplayConnection, options: GLContextOptions, extensions: ExtensionSet? = nil
  ) throws(EGLFailure) {
    let extensions = extensions ?? display.extensions
    // The bound API is a setting of the thread, so it is set wherever a context is made.
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else { throw .last("eglBindAPI", detail: "OpenGL ES") }
    let needsSurface = !extensions.contains("EGL_KHR_surfaceless_context")
    let isConfigless =
      extensions.contains("EGL_KHR_no_config_context") || extensions.contains("EGL_MESA_configless_context")
    let config =
      isConfigless && !needsSurface ? cegl_no_config() : try Self.config(display.handle, pixelBuffer: needsSurface)
    let robust = options.robust && extensions.contains("EGL_EXT_create_context_robustness")
    let context = try Self.newest(display, config, options, robust: robust)

    var surface: EGLSurface?
    if needsSurface {
      surface = eglCreatePbufferSurface(display.handle, config, [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE])
      guard surface != nil else {
        let failure = EGLFailure.last("eglCreatePbufferSurface")
        eglDestroyContext(display.handle, context.handle)
        throw failure
      }
    }
    (self.display, self.surface) = (display, surface)
    handle = context.handle
    isRobust = context.isRobust
    // From here on deinit cleans up.
    guard eglMakeCurrent(display.handle, surface, surface, handle) == EGL_TRUE else { throw .last("eglMakeCurrent") }
    guard glGetString(GLenum(GL_VERSION)) != nil else {
      throw EGLFailure("glGetString", detail: "no GL_VERSION in a context that is current")
    }
  }

  deinit {
    if eglGetCurrentContext() == handle {
      eglMakeCurrent(display.handle, cegl_no_surface(), cegl_no_surface(), cegl_no_context())
    }
    if let surface { eglDestroySurface(display.handle, surface) }
    eglDestroyContext(display.handle, handle)
  }

  /// Returns a config for OpenGL ES 3, with pixel buffers if `pixelBuffer`.
  private static func config(_ display: EGLDisplay, pixelBuffer: Bool) throws(EGLFailure) -> EGLConfig? {
    let attributes = [
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
      EGL_SURFACE_TYPE, pixelBuffer ? EGL_PBUFFER_BIT : 0,
      EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display, attributes, &config, 1, &count) == EGL_TRUE else { throw .last("eglChooseConfig") }
    guard count > 0 else {
      throw EGLFailure("eglChooseConfig", detail: "no config for OpenGL ES 3\(pixelBuffer ? " on a pixel buffer" : "")")
    }
    return config
  }

  /// Returns the newest possible context; at each version robustness is given up before the version is.
  private static func newest(
    _ display: DisplayConnection, _ config: EGLConfig?, _ options: GLContextOptions, robust: Bool
  ) throws(EGLFailure) -> (handle: EGLContext, isRobust: Bool) {
    let debug =
      display.hasCoreContextAttributes
      ? [EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE] : [EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR]
    for minor: EGLint in options.bare ? [0] : [2, 1, 0] {
      for robust in robust ? [true, false] : [false] {
        var attributes = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor]
        if options.debug { attributes += debug.map { EGLint($0) } }
        if robust {
          attributes += [
            EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
            EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
          ]
        }
        if let handle = eglCreateContext(display.handle, config, cegl_no_context(), attributes + [EGL_NONE]) {
          return (handle, robust)
        }
      }
    }
    throw .last("eglCreateContext", detail: "no OpenGL ES 3.0 or later")
  }
}
