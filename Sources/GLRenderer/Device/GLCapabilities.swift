import COpenGL

/// An OpenGL ES context's version, limits and abilities. The renderer decides by these, never by names of vendors.
package struct GLCapabilities: Hashable, Codable, Sendable {
  package struct Version: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
    package let major: Int
    package let minor: Int

    package init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    package static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

    /// "3.2".
    package var description: String { "\(major).\(minor)" }
  }

  /// The context's version, at least 3.0.
  package let version: Version
  /// GL_VERSION, GL_RENDERER, GL_VENDOR and GL_SHADING_LANGUAGE_VERSION as the driver words them.
  package let versionText: String
  package let renderer: String
  package let vendor: String
  package let shadingLanguage: String
  package let extensions: ExtensionSet

  /// The largest width and height of a texture, in texels.
  package let maxTextureSize: Int
  /// The largest width and height of a viewport, in pixels.
  package let maxViewportSize: [Int]
  /// The most samples of a multisampled target.
  package let maxSamples: Int
  /// The most attributes of a vertex.
  package let maxVertexAttributes: Int
  package let maxTextureUnits: Int

  /// Whether textures hold BGRA bytes (GL_EXT_texture_format_BGRA8888).
  package let bgraTextures: Bool
  /// Whether a BGRA texture can be drawn to, found by making one.
  package let bgraRenderable: Bool
  /// Whether a BGRA target can be read back as BGRA bytes.
  package let bgraRead: Bool
  /// Whether GPU times can be measured (GL_EXT_disjoint_timer_query).
  package let timerQuery: Bool
  /// Whether the driver can explain errors (GL_KHR_debug or version 3.2).
  package let khrDebug: Bool
  /// Whether the context has robust access and reports resets of the GPU.
  package let robustness: Bool
  /// Whether llvmpipe draws, behind whichever driver: it chooses between its two rasterisers, whose bytes differ, by
  /// its progress with earlier draws. Only the name shows it.
  package let hasLinearRasterizer: Bool
  /// Whether the renderer computes on the CPU, as far as can be known; for reports and for the default economy.
  package let isSoftware: Bool

  /// Whether textures of half floats can be drawn to, with blending.
  package var drawsHalfFloats: Bool {
    ["GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float"].contains { extensions.contains($0) }
  }
}

extension GLCapabilities {
  /// The capabilities of the context that is current on this thread. `isSoftwareDevice` is EGL's answer for the
  /// display's device, nil for a display without a device. With `isBare` the context counts as one of OpenGL ES 3.0
  /// without the extensions that change how frames are drawn.
  init(isRobust: Bool, isSoftwareDevice: Bool?, isBare: Bool = false) {
    let version = isBare ? Version(3, 0) : Version(Self.integer(GL_MAJOR_VERSION), Self.integer(GL_MINOR_VERSION))
    let names = (0..<GLuint(Self.integer(GL_NUM_EXTENSIONS))).compactMap { index in
      glGetStringi(GLenum(GL_EXTENSIONS), index).map { String(cString: $0) }
    }
    // The driver's messages stay: they explain errors, and change nothing.
    let extensions = ExtensionSet(isBare ? names.filter { $0 == "GL_KHR_debug" } : names)
    let renderer = Self.string(GL_RENDERER)
    let bgraTextures = extensions.contains("GL_EXT_texture_format_BGRA8888")
    let bgraTarget = bgraTextures ? Self.tryBGRATarget(extensions: extensions) : (isComplete: false, isRead: false)
    var viewport: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &viewport)

    self.version = version
    versionText = Self.string(GL_VERSION)
    self.renderer = renderer
    vendor = Self.string(GL_VENDOR)
    shadingLanguage = Self.string(GL_SHADING_LANGUAGE_VERSION)
    self.extensions = extensions
    // The least that OpenGL ES 3.0 allows (its tables 6.28 and following).
    func limit(_ name: Int32, least: Int) -> Int { isBare ? least : Self.integer(name) }
    maxTextureSize = limit(GL_MAX_TEXTURE_SIZE, least: 2048)
    maxViewportSize = isBare ? [2048, 2048] : viewport.map(Int.init)
    maxSamples = limit(GL_MAX_SAMPLES, least: 4)
    maxVertexAttributes = limit(GL_MAX_VERTEX_ATTRIBS, least: 16)
    maxTextureUnits = limit(GL_MAX_TEXTURE_IMAGE_UNITS, least: 16)
    self.bgraTextures = bgraTextures
    bgraRenderable = bgraTarget.isComplete
    bgraRead = bgraTarget.isRead
    timerQuery = extensions.contains("GL_EXT_disjoint_timer_query")
    khrDebug = version >= Version(3, 2) || extensions.contains("GL_KHR_debug")
    robustness =
      isRobust
      && (version >= Version(3, 2) || extensions.contains("GL_KHR_robustness")
        || extensions.contains("GL_EXT_robustness"))
    hasLinearRasterizer = renderer.lowercased().contains("llvmpipe")
    isSoftware = isSoftwareDevice ?? DeviceIdentity.isSoftware(renderer)
  }

  private static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }

  private static func string(_ name: Int32) -> String {
    glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
  }

  /// Makes a small BGRA target, and returns whether it is complete, and whether its pixels are read back as BGRA. The
  /// extension for BGRA textures does not say whether they can be drawn to, and drivers differ in it.
  private static func tryBGRATarget(extensions: ExtensionSet) -> (isComplete: Bool, isRead: Bool) {
    var texture: GLuint = 0
    var framebuffer: GLuint = 0
    glGenTextures(1, &texture)
    glGenFramebuffers(1, &framebuffer)
    glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    glTexImage2D(
      GLenum(GL_TEXTURE_2D), 0, GL_BGRA_EXT, 4, 4, 0, GLenum(GL_BGRA_EXT), GLenum(GL_UNSIGNED_BYTE), nil)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
    defer {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
      glBindTexture(GLenum(GL_TEXTURE_2D), 0)
      glDeleteFramebuffers(1, &framebuffer)
      glDeleteTextures(1, &texture)
      // A refused format is an answer here, not an error of the next caller. A lost context has errors without end.
      for _ in 0..<8 where glGetError() == GLenum(GL_NO_ERROR) { break }
    }
    guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      return (false, false)
    }
    let isImplementationFormat =
      integer(GL_IMPLEMENTATION_COLOR_READ_FORMAT) == Int(GL_BGRA_EXT)
      && integer(GL_IMPLEMENTATION_COLOR_READ_TYPE) == Int(GL_UNSIGNED_BYTE)
    return (true, isImplementationFormat || extensions.contains("GL_EXT_read_format_bgra"))
  }
}

/// The order of red, green, blue and alpha in a device's textures and targets, chosen by its capabilities. All code
/// outside this module uses RGBA bytes. llvmpipe's fast paths need BGRA8, and blending is the same for all channels: so
/// on a device that can, RGBA bytes are uploaded and read back labelled BGRA. The red of the shaders is then blue,
/// everywhere alike, and only colours from the CPU have to be swapped (COLOUR in Shaders/common/colour.glsl).
package enum PixelLayout: String, Sendable, Codable {
  /// RGBA bytes labelled RGBA.
  case rgba
  /// RGBA bytes labelled BGRA.
  case swapped

  package init(_ capabilities: GLCapabilities) {
    let bgra = capabilities.bgraTextures && capabilities.bgraRenderable && capabilities.bgraRead
    self = bgra ? .swapped : .rgba
  }

  /// The format of textures, for `glTexImage2D` and `glReadPixels`.
  var format: GLenum { self == .swapped ? GLenum(GL_BGRA_EXT) : GLenum(GL_RGBA) }

  /// The internal format of textures; unsized, as BGRA has to be.
  var internalFormat: GLint { self == .swapped ? GL_BGRA_EXT : GL_RGBA }
}
