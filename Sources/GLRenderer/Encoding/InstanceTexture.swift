// The vectors of a frame as a texture, from which programs fetch them where calls are expensive: a uniform block holds
// no more than some hundred instances, a texture all of a frame. (llvmpipe would map it anew for each call: see
// InstanceBuffer.)
//
// Tested by DrawCallTests and EconomyTests.

import COpenGL
import Compositor

/// The textures of frames' instances, and of the entries of their mixed calls: as many as frames are on their way, so
/// that none is written to that a frame still reads.
final class InstanceTexture {
  /// Texels of a row: `VECTOR` in Shaders/common/quad.glsl. So wide may every texture be.
  fileprivate static let width = 2048

  private let copies: [Copy]
  /// The number of the one that was filled last.
  private var current = 0

  init(_ device: GLDevice, frames: Int) { copies = (0..<frames).map { _ in Copy(device) } }

  /// Uploads what differs from the frame before, and returns its bytes. The texture stays bound.
  func fill(_ vectors: [SIMD4<Float>], entries: [SIMD4<Float>]) -> Int {
    if copies[current].holds(vectors, entries) { return 0 }
    current = (current + 1) % copies.count
    return copies[current].fill(vectors, entries)
  }

  /// The next frame's vectors are uploaded, whatever they are.
  func forget() {
    for copy in copies { copy.forget() }
  }

  /// The vertices that draw the instances of entries, by Shaders/mixed.vert.
  func vertices(of range: Range<Int>) -> (first: Int, count: Int) {
    // An entry is two vectors: entries count from the first vector on.
    let first = copies[current].firstEntryRow * Self.width / 2 + range.lowerBound
    return (first * InstanceBuffer.verticesPerInstance, range.count * InstanceBuffer.verticesPerInstance)
  }
}

extension InstanceTexture {
  /// One of the textures.
  private final class Copy {
    private let device: GLDevice
    private let name: GLuint
    private var rows = 0
    private var instances = UploadedVectors<SIMD4<Float>>()
    private var entries = UploadedVectors<SIMD4<Float>>()
    /// The row that entries begin at.
    private(set) var firstEntryRow = 0

    init(_ device: GLDevice) {
      self.device = device
      var name: GLuint = 0
      glGenTextures(1, &name)
      self.name = name
      bind()
      for parameter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(parameter), GL_NEAREST)
      }
      unbind()
    }

    deinit {
      let name = self.name
      device.run {
        var name = name
        glDeleteTextures(1, &name)
      }
    }

    func holds(_ vectors: [SIMD4<Float>], _ entries: [SIMD4<Float>]) -> Bool {
      instances.hold(vectors) && self.entries.hold(entries)
    }

    func fill(_ vectors: [SIMD4<Float>], _ entries: [SIMD4<Float>]) -> Int {
      let entryRow = InstanceTexture.rows(vectors.count)
      let needed = entryRow + InstanceTexture.rows(entries.count)
      bind()
      defer { unbind() }
      if needed > rows {
        rows = needed + needed / 2
        glTexImage2D(
          GLenum(GL_TEXTURE_2D), 0, GL_RGBA32F, GLsizei(width), GLsizei(rows), 0, GLenum(GL_RGBA), GLenum(GL_FLOAT),
          nil)
        forget()
      }
      if entryRow != firstEntryRow { self.entries.forget() }
      firstEntryRow = entryRow
      var bytes = 0
      if instances.differ(from: vectors) { bytes += write(vectors, from: 0) }
      if self.entries.differ(from: entries) { bytes += write(entries, from: entryRow) }
      return bytes
    }

    func forget() {
      instances.forget()
      entries.forget()
    }

    private func write(_ vectors: [SIMD4<Float>], from row: Int) -> Int {
      let whole = vectors.count / width
      vectors.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        func write(_ count: Int, _ rows: Int, at first: Int) {
          guard count > 0, rows > 0 else { return }
          glTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, 0, GLint(row + first), GLsizei(count), GLsizei(rows), GLenum(GL_RGBA),
            GLenum(GL_FLOAT), base + first * width * MemoryLayout<SIMD4<Float>>.stride)
        }
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
        write(width, whole, at: 0)
        write(vectors.count - whole * width, 1, at: whole)
      }
      return vectors.count * MemoryLayout<SIMD4<Float>>.stride
    }

    private func bind() {
      glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(Program.vectorUnit))
      glBindTexture(GLenum(GL_TEXTURE_2D), name)
    }

    /// The texture stays bound; others go to the first unit again.
    private func unbind() { glActiveTexture(GLenum(GL_TEXTURE0)) }
  }

  fileprivate static func rows(_ count: Int) -> Int { (count + width - 1) / width }
}

/// Texels of a row.
private let width = InstanceTexture.width
