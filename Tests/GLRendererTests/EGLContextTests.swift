// Displays and contexts of this machine: which platforms come up, and the ways around missing extensions.

import COpenGL
import Testing

@testable import GLRenderer

extension GLTests {
  @Suite struct EGLContextTests {
    private static let displays = SystemDisplays(options: GLContextOptions())
    private static var hasGBM: Bool {
      copengl_open() == nil && displays.clientExtensions.contains("EGL_KHR_platform_gbm")
    }

    @Test func aSurfacelessDisplayComesUp() throws {
      let device = try GLDevice(.surfaceless)
      #expect(device.capabilities.version >= GLCapabilities.Version(3, 0))
      #expect(device.report.displays.attempts.last?.outcome == .chosen)
    }

    @Test func autoFindsADisplay() throws {
      let device = try GLDevice(.auto)
      #expect(!device.capabilities.renderer.isEmpty)
    }

    @Test func aSoftwareDeviceIsTakenWhereADeviceIsAskedFor() throws {
      let device = try GLDevice(.device)
      #expect(device.report.displays.attempts.last?.platform == .device)
    }

    @Test(
      .enabled(if: GBMDevice.renderNodes().isEmpty, "this machine has render nodes"),
      .enabled(if: Self.hasGBM, "this machine's EGL has no GBM"))
    func noRenderNodeIsAnErrorThatSaysSo() {
      let attempt = EGLAttempt(.gbm, .skipped(reason: "none on this machine"))
      #expect(throws: GLError.display(.noDisplay(.gbm, [attempt]))) {
        try GLDevice(.gbm)
      }
    }

    @Test func aRenderNodeThatIsMissingFailsToOpen() throws {
      let failure = #expect(throws: EGLFailure.self) {
        _ = try Self.displays.open(EGLCandidate(.gbm, name: "/nowhere/renderD128"))
      }
      #expect(failure?.description == "open: No such file or directory")
    }

    /// One EGLDisplay serves all surfaceless devices of a process: the end of one must not end the others.
    @Test func aDeviceOutlivesItsNeighbour() throws {
      let survivor = try GLDevice(.surfaceless)
      do {
        let neighbour = try GLDevice(.surfaceless)
        #expect(neighbour.run { glGetString(GLenum(GL_VERSION)) != nil })
      }
      #expect(survivor.run { glGetString(GLenum(GL_VERSION)) != nil })
      let third = try GLDevice(.surfaceless)
      #expect(third.run { eglGetCurrentContext() != nil })
    }

    @Test(arguments: [
      ["EGL_KHR_surfaceless_context"],
      ["EGL_KHR_no_config_context", "EGL_MESA_configless_context"],
      ["EGL_EXT_create_context_robustness"],
    ])
    func aContextComesUpWithout(missing: [String]) throws {
      let thread = try GLThread()
      let version = try thread.run { () throws(EGLFailure) -> GLCapabilities.Version in
        let display = try DisplayConnection(platform: EGL_PLATFORM_SURFACELESS_MESA, native: nil)
        let context = try RenderingContext(
          display: display, options: GLContextOptions(), extensions: display.extensions.subtracting(Set(missing)))
        return withExtendedLifetime(context) {
          GLCapabilities(isRobust: context.isRobust, isSoftwareDevice: nil).version
        }
      }
      #expect(version >= GLCapabilities.Version(3, 0))
    }
  }
}
