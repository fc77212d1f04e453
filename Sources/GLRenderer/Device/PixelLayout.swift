// How red, green, blue and alpha lie in textures and targets.
//
// Everything outside this module is RGBA bytes. llvmpipe's fast paths want BGRA8, and blending does not care what a
// channel is called: so on a device that can, RGBA bytes are uploaded and read back labelled BGRA. What the shaders
// call red is then blue, everywhere alike, and only colours that come from the CPU have to trade places (COLOUR in
// Shaders/common/colour.glsl).

import COpenGL

/// The pixel layout of a device, chosen by what it can do.
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
