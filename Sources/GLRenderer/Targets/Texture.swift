// Tested by FrameRingTests.

import COpenGL
import Compositor
import CoreGraphics

/// A texture of RGBA bytes or half floats, or of one byte of coverage. Made and used on the GL thread; released on any.
final class Texture {
  let name: GLuint
  let width: Int
  let height: Int
  let format: Texels.Format
  private let device: GLDevice
  /// The sampling state of the texture object.
  private var magnification: GLenum = GLenum(GL_LINEAR)
  private var minification: GLenum = GLenum(GL_LINEAR)
  private(set) var hasMipmaps = false

  /// Makes a texture; without pixels its content is undefined, and it is a target or a page. Programs read coverage in
  /// all four components. Throws ``GLError/failed(_:at:messages:)`` if there is no memory for it.
  init(
    _ device: GLDevice, layout: PixelLayout, width: Int, height: Int, pixels: UnsafeRawPointer? = nil,
    format: Texels.Format = .color
  ) throws(GLError) {
    device.assertOnThread()
    (self.device, self.width, self.height, self.format) = (device, width, height, format)
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
    switch format {
    case .coverage:
      for swizzle in [GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B, GL_TEXTURE_SWIZZLE_A] {
        glTexParameteri(target, GLenum(swizzle), GL_RED)
      }
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
      glTexImage2D(
        target, 0, GL_R8, GLsizei(width), GLsizei(height), 0, GLenum(GL_RED), GLenum(GL_UNSIGNED_BYTE), pixels)
    case .color:
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
      glTexImage2D(
        target, 0, layout.internalFormat, GLsizei(width), GLsizei(height), 0, layout.format,
        GLenum(GL_UNSIGNED_BYTE), pixels)
    case .deepColor:
      // Half floats have no format with blue first: programs swap what the processor made.
      if layout == .swapped, pixels != nil {
        glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_R), GL_BLUE)
        glTexParameteri(target, GLenum(GL_TEXTURE_SWIZZLE_B), GL_RED)
      }
      glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 8)
      glTexImage2D(
        target, 0, GL_RGBA16F, GLsizei(width), GLsizei(height), 0, GLenum(GL_RGBA), GLenum(GL_HALF_FLOAT), pixels)
    }
    try device.checkErrors(at: "making a texture of \(width)x\(height) pixels")
  }

  var bytesPerTexel: Int { format.bytesPerPixel }

  /// Writes to a part of the texture; rows are `rowLength` pixels apart.
  func write(_ pixels: UnsafeRawPointer, rowLength: Int, to region: PixelRegion, layout: PixelLayout) {
    device.assertOnThread()
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, name)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(bytesPerTexel))
    glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(rowLength))
    glTexSubImage2D(
      target, 0, GLint(region.x), GLint(region.y), GLsizei(region.width), GLsizei(region.height),
      format == .coverage ? GLenum(GL_RED) : format == .color ? layout.format : GLenum(GL_RGBA),
      format == .deepColor ? GLenum(GL_HALF_FLOAT) : GLenum(GL_UNSIGNED_BYTE), pixels)
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
  var bytesPerPixel: Int { texture.bytesPerTexel }
  let framebuffer: GLuint
  /// Whether a frame was drawn to it at the same time as another one: see `GLRenderer.finishFrames`.
  var isClaimed = false
  private let device: GLDevice

  init(_ device: GLDevice, layout: PixelLayout, width: Int, height: Int, isDeep: Bool) throws(GLError) {
    self.device = device
    texture = try Texture(
      device, layout: layout, width: width, height: height, format: isDeep ? .deepColor : .color)
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

/// A buffer for a frame's bytes on their way to the processor: the GPU copies when it is ready, and nobody waits early.
final class PixelBuffer {
  let byteCount: Int
  private let name: GLuint
  private let device: GLDevice

  /// Throws ``GLError/failed(_:at:messages:)`` if there is no memory for it.
  init(_ device: GLDevice, byteCount: Int) throws(GLError) {
    (self.device, self.byteCount) = (device, byteCount)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name)
    glBufferData(GLenum(GL_PIXEL_PACK_BUFFER), GLsizeiptr(byteCount), nil, GLenum(GL_STREAM_READ))
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    try device.checkErrors(at: "making a buffer of \(byteCount) bytes")
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteBuffers(1, &name)
    }
  }

  /// Has the pixels of the target that is bound for reading copied, once it is drawn.
  func fill(_ picture: BoundPicture) {
    precondition(picture.byteCount == byteCount, "\(byteCount) bytes for \(picture.byteCount)")
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name)
    picture.read(to: nil)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
  }

  /// Copies the bytes, after waiting for them.
  func copy(to bytes: UnsafeMutableRawBufferPointer) throws(GLError) {
    let target = GLenum(GL_PIXEL_PACK_BUFFER)
    glBindBuffer(target, name)
    defer { glBindBuffer(target, 0) }
    guard let source = glMapBufferRange(target, 0, GLsizeiptr(byteCount), GLbitfield(GL_MAP_READ_BIT)) else {
      try device.checkFrame()
      throw .failed([.outOfMemory], at: GLCallSite("reading a frame", file: #fileID, line: #line), messages: [])
    }
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: byteCount))
    // False if the memory was lost meanwhile; then the bytes are undefined.
    guard glUnmapBuffer(target) == GL_TRUE else {
      try device.checkFrame()
      throw .contextLost(.unknown)
    }
    try device.checkFrame()
  }
}

/// The picture that is bound for reading.
struct BoundPicture {
  let width: Int
  let height: Int
  let format: GLenum
  /// Whether components are half floats, not bytes.
  var isDeep = false

  var byteCount: Int { width * height * (isDeep ? 8 : 4) }

  /// Reads the pixels to memory, or from the start of the buffer that is bound for them.
  func read(to pixels: UnsafeMutableRawPointer?) {
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), isDeep ? 8 : 4)
    glReadPixels(
      0, 0, GLsizei(width), GLsizei(height), format,
      isDeep ? GLenum(GL_HALF_FLOAT) : GLenum(GL_UNSIGNED_BYTE), pixels)
  }
}

extension PixelLayout {
  /// Puts red first in so many bytes of pixels of half floats, which are read back as they were drawn.
  func order(deepPixels: UnsafeMutableRawBufferPointer, count: Int) {
    guard self == .swapped else { return }
    let pixels = UnsafeMutableRawBufferPointer(rebasing: deepPixels[..<count]).bindMemory(to: SIMD4<UInt16>.self)
    for index in pixels.indices {
      let pixel = pixels[index]
      pixels[index] = SIMD4(pixel.z, pixel.y, pixel.x, pixel.w)
    }
  }
}
