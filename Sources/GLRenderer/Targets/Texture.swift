// Owners of textures and framebuffers. They are made and used on the GL thread; the last reference may go anywhere.

import COpenGL
import Compositor
import CoreGraphics

/// A texture of RGBA bytes, or of coverage, one byte a pixel.
final class Texture {
  let name: GLuint
  let width: Int
  let height: Int
  /// Whether there is one byte a pixel.
  let isCoverage: Bool
  private let device: GLDevice
  /// The sampling state that the texture object has.
  private var magnification: GLenum = GLenum(GL_LINEAR)
  private var minification: GLenum = GLenum(GL_LINEAR)
  /// Whether it has the mipmaps of what it holds.
  private(set) var hasMipmaps = false

  /// Makes a texture; without pixels its content is undefined.
  ///
  /// - Parameter isCoverage: whether there is one byte a pixel, which programs read in all four components.
  /// - Throws: ``GLError/failed(_:at:messages:)`` when there is no memory for it.
  init(
    _ device: GLDevice, layout: PixelLayout, width: Int, height: Int, pixels: UnsafeRawPointer? = nil,
    isCoverage: Bool = false
  ) throws(GLError) {
    device.assertOnThread()
    self.device = device
    self.width = width
    self.height = height
    self.isCoverage = isCoverage
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    // After the filters: while the minification filter is the default one, Mesa makes room for mipmaps.
    if isCoverage {
      for swizzle in [GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A] {
        glTexParameteri(target, GLenum(swizzle), GL_RED)
      }
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
      glTexImage2D(
        target, 0, GL_R8, GLsizei(width), GLsizei(height), 0, GLenum(GL_RED), GLenum(GL_UNSIGNED_BYTE), pixels)
    } else {
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
      glTexImage2D(
        target, 0, layout.internalFormat, GLsizei(width), GLsizei(height), 0, layout.format,
        GLenum(GL_UNSIGNED_BYTE), pixels)
    }
    try device.checkErrors(at: "making a texture of \(width)x\(height) pixels")
  }

  var bytesPerTexel: Int { isCoverage ? 1 : 4 }

  /// Writes to a part of the texture.
  ///
  /// - Parameter rowLength: pixels from one row to the next.
  func write(_ pixels: UnsafeRawPointer, rowLength: Int, to region: PixelRegion, layout: PixelLayout) {
    device.assertOnThread()
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(bytesPerTexel))
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(rowLength))
    glTexSubImage2D(
      target, 0, GLint(region.x), GLint(region.y), GLsizei(region.width), GLsizei(region.height),
      isCoverage ? GLenum(GL_RED) : layout.format, GLenum(GL_UNSIGNED_BYTE), pixels)
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
    hasMipmaps = false
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteTextures(1, &name)
    }
  }

  /// Makes the mipmaps of what the texture holds.
  func makeMipmaps() {
    device.assertOnThread()
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glGenerateMipmap(GLenum(GL_TEXTURE_2D))
    hasMipmaps = true
  }

  /// Binds the texture with the given sampling; one with mipmaps has them already.
  func bind(magnified: GLenum, minified: GLenum) {
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    if magnified != magnification {
      glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GLint(magnified))
      magnification = magnified
    }
    if minified != minification {
      glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GLint(minified))
      minification = minified
    }
  }
}

/// A texture that can be drawn to. It has no depth or stencil buffer: llvmpipe would pay for it in every pixel.
final class Target: TargetMemory {
  let texture: Texture
  var width: Int { texture.width }
  var height: Int { texture.height }
  let framebuffer: GLuint
  /// Whether a frame was drawn to it at the same time as another one: see `GLRenderer.finishFrames`.
  var isClaimed = false
  private let device: GLDevice

  init(_ device: GLDevice, layout: PixelLayout, width: Int, height: Int) throws(GLError) {
    self.device = device
    texture = try Texture(device, layout: layout, width: width, height: height)
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    framebuffer = name
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteTarget(width: width, height: height, status: status)
    }
  }

  deinit {
    let name = framebuffer
    device.run {
      var name = name
      glDeleteFramebuffers(1, &name)
    }
  }
}
