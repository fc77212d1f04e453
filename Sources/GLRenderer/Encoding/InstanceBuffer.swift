// Tested by DrawCallTests and EconomyTests.

import COpenGL
import Compositor
import Glibc

/// The instances of a frame as a uniform buffer, from which the general path's vertex shader pulls them by the number
/// of the vertex (Shaders/instance.vert). On llvmpipe, 1,000 antialiased rectangles take 3.4 ms a frame if drawn as
/// instances, as the vertex pipeline starts anew for each, and 2.0 ms if pulled from a texture or a buffer. A texture
/// costs at every draw, because the driver maps it for the vertex shader; a buffer does not.
final class InstanceBuffer {
  /// The vertices for an instance: two triangles.
  static let verticesPerInstance = 6
  /// The bytes of the uniform block: OpenGL ES 3.0 promises so many.
  static let block = 16384

  private let buffer: StreamBuffer
  private var uploaded = UploadedVectors<SIMD4<Float>>()

  init(_ device: GLDevice) { buffer = StreamBuffer(device, target: GL_UNIFORM_BUFFER) }

  /// Uploads a frame's instances, unless they are those of the frame before, and returns the uploaded bytes.
  func fill(_ vectors: [SIMD4<Float>]) -> Int {
    guard !vectors.isEmpty, uploaded.differ(from: vectors) else { return 0 }
    // A block is bound whole: the last one must be as long as the others.
    return vectors.withUnsafeBytes {
      buffer.fill($0, padding: Self.block)
      return $0.count
    }
  }

  /// Forgets the upload, so that the next frame's instances are uploaded in any case.
  func forget() { uploaded.forget() }

  /// Draws a batch, whose program is in use, and returns the number of calls.
  func draw(_ batch: Batch) -> Int {
    let bytes = batch.program.vectorsPerInstance * MemoryLayout<SIMD4<Float>>.stride
    let most = batch.program.instancesPerDraw
    var offset = batch.range.lowerBound * MemoryLayout<SIMD4<Float>>.stride
    var left = batch.count
    var calls = 0
    while left > 0 {
      let count = min(most, left)
      // Batches and their parts begin at multiples of 256 bytes, the largest alignment of offsets.
      glBindBufferRange(GLenum(GL_UNIFORM_BUFFER), 0, buffer.name, offset, Self.block)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(count * Self.verticesPerInstance))
      offset += most * bytes
      left -= count
      calls += 1
    }
    return calls
  }
}

/// Textures of frames' instances and of their mixed calls' entries, for devices with expensive calls: a uniform block
/// holds no more than some hundred instances, a texture all of a frame (llvmpipe would map it anew for each call, see
/// InstanceBuffer). There is one for each frame in flight, so that none is written while a frame reads it.
final class InstanceTexture {
  /// Texels of a row: `VECTOR` in Shaders/common/quad.glsl. Every device has textures of this width.
  fileprivate static let width = 2048

  private let copies: [Copy]
  /// The number of the texture that was filled last.
  private var current = 0

  init(_ device: GLDevice, frames: Int) { copies = (0..<frames).map { _ in Copy(device) } }

  /// Uploads the difference from the frame before, and returns its bytes. The texture stays bound.
  func fill(_ vectors: [SIMD4<Float>], entries: [SIMD4<Float>]) -> Int {
    if copies[current].holds(vectors, entries) { return 0 }
    current = (current + 1) % copies.count
    return copies[current].fill(vectors, entries)
  }

  /// Forgets the uploads, so that the next frame's vectors are uploaded in any case.
  func forget() {
    for copy in copies { copy.forget() }
  }

  /// Returns the vertices that draw the instances of entries, by Shaders/mixed.vert.
  func vertices(of range: Range<Int>) -> (first: Int, count: Int) {
    // An entry is two vectors: entries count from the first vector on.
    let first = copies[current].firstEntryRow * Self.width / 2 + range.lowerBound
    return (first * InstanceBuffer.verticesPerInstance, range.count * InstanceBuffer.verticesPerInstance)
  }
}

extension InstanceTexture {
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

    /// Leaves the texture bound; others go to the first unit again.
    private func unbind() { glActiveTexture(GLenum(GL_TEXTURE0)) }
  }

  fileprivate static func rows(_ count: Int) -> Int { (count + width - 1) / width }
}

private let width = InstanceTexture.width

/// The values that a buffer holds, so that values of the frame before are not uploaded again.
struct UploadedVectors<Element: BitwiseCopyable> {
  /// The array itself: an unchanged frame has the same one, which is recognised without a comparison.
  private var last: [Element]?

  /// Whether values differ from the last upload, bit by bit; they count as uploaded from now on.
  mutating func differ(from values: [Element]) -> Bool {
    if hold(values) { return false }
    last = values
    return true
  }

  /// Whether those values were uploaded last.
  func hold(_ values: [Element]) -> Bool { last.map { Self.areSame($0, values) } ?? false }

  /// Forgets the upload, so that the next values are uploaded in any case.
  mutating func forget() { last = nil }

  private static func areSame(_ a: [Element], _ b: [Element]) -> Bool {
    guard a.count == b.count else { return false }
    return a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return first == second || memcmp(first, second, a.count) == 0
      }
    }
  }
}
