import COpenGL
import Compositor

/// A vertex array object, with the format of one of the two paths.
final class VertexArray {
  private let name: GLuint
  private let device: GLDevice
  private let buffer: StreamBuffer?

  /// The format of ``LinearVertex``.
  init(_ device: GLDevice, linear buffer: StreamBuffer) {
    (self.device, self.buffer) = (device, buffer)
    name = Self.makeAndBind()
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
    let stride = GLsizei(MemoryLayout<LinearVertex>.stride)
    for (location, (size, offset)) in [
      (2, LinearVertex.positionOffset), (2, LinearVertex.textureOffset), (4, LinearVertex.colorOffset),
    ].enumerated() {
      glEnableVertexAttribArray(GLuint(location))
      glVertexAttribPointer(
        GLuint(location), GLint(size), GLenum(GL_FLOAT), 0, stride, UnsafeRawPointer(bitPattern: offset))
    }
  }

  /// An array without attributes: the vertices of the general path are pulled from ``InstanceBuffer``.
  init(_ device: GLDevice) {
    self.device = device
    buffer = nil
    name = Self.makeAndBind()
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteVertexArrays(1, &name)
    }
  }

  func bind() { glBindVertexArray(name) }

  private static func makeAndBind() -> GLuint {
    var name: GLuint = 0
    glGenVertexArrays(1, &name)
    glBindVertexArray(name)
    return name
  }
}

/// A buffer that is filled anew once a frame: the old storage is orphaned, so that the driver need not wait for it.
final class StreamBuffer {
  let name: GLuint
  private let target: GLenum
  private let device: GLDevice

  /// A buffer of vertices, or of another `target`.
  init(_ device: GLDevice, target: Int32 = GL_ARRAY_BUFFER) {
    self.device = device
    self.target = GLenum(target)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteBuffers(1, &name)
    }
  }

  /// Replaces the content, followed by `padding` undefined bytes that may be read; leaves the buffer bound.
  func fill(_ bytes: UnsafeRawBufferPointer, padding: Int = 0) {
    glBindBuffer(target, name)
    guard padding > 0 else {
      glBufferData(target, GLsizeiptr(bytes.count), bytes.baseAddress, GLenum(GL_STREAM_DRAW))
      return
    }
    glBufferData(target, GLsizeiptr(bytes.count + padding), nil, GLenum(GL_STREAM_DRAW))
    glBufferSubData(target, 0, GLsizeiptr(bytes.count), bytes.baseAddress)
  }
}

/// A vertex of the linear path (`Shaders/linear.vert`), of triangles in clip space for llvmpipe's linear rasteriser.
struct LinearVertex {
  var position: SIMD2<Float>
  var texture: SIMD2<Float>
  var color: SIMD4<Float>

  static let positionOffset = 0
  static let textureOffset = 8
  static let colorOffset = 16

  static let perQuad = 6
  /// Rectangles in one draw: llvmpipe leaves its linear path above 682.
  static let quadsPerDraw = 680
}

/// The rectangles of a batch, and the size of their target in pixels.
struct LinearSpan: Equatable {
  private let quads: Range<Int>
  private let width: Double
  private let height: Double

  static func all(of list: DrawList) -> [LinearSpan] {
    list.passes.flatMap { pass in
      pass.batches.lazy.filter { $0.program.features.contains(.linear) }.map {
        LinearSpan(quads: $0.range, width: pass.box.width, height: pass.box.height)
      }
    }
  }

  /// Appends the vertices of the rectangles among those of the frame.
  func append(_ all: [LinearQuad], to vertices: inout [LinearVertex]) {
    let scale = SIMD4<Float>(Float(2 / width), Float(2 / height), Float(2 / width), Float(2 / height))
    for quad in all[quads] {
      let box = quad.box * scale - 1
      let (t, c) = (quad.texture, quad.color)
      let a = LinearVertex(position: SIMD2(box.x, box.y), texture: SIMD2(t.x, t.y), color: c)
      let b = LinearVertex(position: SIMD2(box.z, box.y), texture: SIMD2(t.z, t.y), color: c)
      let d = LinearVertex(position: SIMD2(box.x, box.w), texture: SIMD2(t.x, t.w), color: c)
      let e = LinearVertex(position: SIMD2(box.z, box.w), texture: SIMD2(t.z, t.w), color: c)
      vertices.append(a)
      vertices.append(b)
      vertices.append(d)
      vertices.append(b)
      vertices.append(e)
      vertices.append(d)
    }
  }
}
