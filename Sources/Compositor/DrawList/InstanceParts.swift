// An instance of the general path, as vectors in a row: a quadrilateral, the parameters of its program, then the parts
// that cut the quadrilateral. The structs are declared in Shaders/ (instance.vert has the order); parts that a program
// does not read are left out.
//
//   solid[rounded]     | Quad: 5 | Solid: 1 | Corners: 4 |
//   image[clip_box]    | Quad: 5 | Image: 3 | Edges: 2 | ClipBox: 1 |
//   blur               | Quad: 5 | Blur: 5 |

/// A part of an instance: a struct of vectors, laid out as its program reads them.
package protocol InstancePart: Equatable, Sendable, BitwiseCopyable {
  static var fields: [String] { get }
}

/// The parameters of a program, besides the quadrilateral that it draws.
package protocol InstanceParameters: InstancePart {
  static var primitive: Primitive { get }
  mutating func tint(by color: SIMD4<Float>)
  /// Moves coordinates in pixels of the frame to those of a pass whose first pixel is (x, y).
  mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures)
  /// Counts the plane's coordinates from another origin.
  mutating func count(from origin: PlanePoint, _ features: ProgramFeatures)
}

extension InstanceParameters {
  package mutating func tint(by color: SIMD4<Float>) {}
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) {}
  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {}
}

/// The parts of an instance that cut its quadrilateral, in this order.
package struct CoverageParts: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let edges = CoverageParts(rawValue: 1 << 0)
  package static let corner = CoverageParts(rawValue: 1 << 1)
  package static let corners = CoverageParts(rawValue: 1 << 2)
  package static let clipBox = CoverageParts(rawValue: 1 << 3)
  package static let clipShape = CoverageParts(rawValue: 1 << 4)

  /// Every part, with its `#define` and its struct.
  package static let all: [(part: CoverageParts, define: String, type: any InstancePart.Type)] = [
    (.edges, "EDGES", Instance.Edges.self), (.corner, "CORNER", Instance.Corner.self),
    (.corners, "CORNERS", Instance.Corners.self), (.clipBox, "CLIP_BOX", Instance.ClipBox.self),
    (.clipShape, "CLIP_SHAPE", Instance.ClipShape.self),
  ]

  var vectors: Int {
    var count = 0
    if contains(.edges) { count += Instance.Edges.vectors }
    if contains(.corner) { count += Instance.Corner.vectors }
    if contains(.corners) { count += Instance.Corners.vectors }
    if contains(.clipBox) { count += Instance.ClipBox.vectors }
    if contains(.clipShape) { count += Instance.ClipShape.vectors }
    return count
  }
}

extension InstancePart {
  package static var vectors: Int { MemoryLayout<Self>.size / MemoryLayout<SIMD4<Float>>.size }
}

extension ProgramKey {
  /// The parts of the program's instances that cut their quadrilaterals.
  package var coverage: CoverageParts {
    guard primitive.isCut else { return [] }
    var parts: CoverageParts = .edges
    if features.contains(.corner) {
      parts = .corner
    } else if features.contains(.rounded) || primitive == .border {
      parts = .corners
    }
    if features.contains(.clipBox) { parts.insert(.clipBox) }
    if features.contains(.clipShape) { parts.insert(.clipShape) }
    return parts
  }

  /// The defines that describe instances to the vertex shader: their number of vectors, and each part's first vector.
  package var instanceDefines: [(name: String, value: String)] {
    var at = Instance.Quad.vectors
    let parameters = primitive.parametersType
    var result = [
      ("INSTANCE_VECTORS", "\(vectorsPerInstance)"), ("PARAMETERS_AT", "\(at)"),
      ("LOAD_PARAMETERS", "load\(parameters)"),
    ]
    at += parameters.fields.count
    for (part, define, type) in CoverageParts.all where coverage.contains(part) {
      if part == .edges || part == .corners { result.append((define, "1")) }
      result.append(("\(define)_AT", "\(at)"))
      at += type.fields.count
    }
    return result
  }

  package var vectorsPerInstance: Int { Instance.Quad.vectors + primitive.parameterVectors + coverage.vectors }

  /// The most instances of a draw: OpenGL ES 3.0 promises uniform blocks of 16 KiB, at every 256 bytes of a buffer.
  package var instancesPerDraw: Int {
    let vectors = vectorsPerInstance
    let step = 1 << max(4 - vectors.trailingZeroBitCount, 0)
    return 1024 / vectors / step * step
  }
}

extension DrawList {
  /// The number of 16-byte vectors in 256 bytes, at multiples of which the instances of a batch begin.
  static let vectorAlignment = 16

  /// Returns the part of an instance that begins at a vector of ``instances``.
  package func part<Part: InstancePart>(_ type: Part.Type = Part.self, at vector: Int) -> Part {
    precondition(instances.indices.contains(vector) && vector + Part.vectors <= instances.count)
    return instances.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: vector * 16, as: Part.self) }
  }

  /// Returns the first vector of each instance of a batch, as indices into ``instances``.
  func instanceStarts(of batch: Batch) -> StrideTo<Int> {
    stride(from: batch.range.lowerBound, to: batch.range.upperBound, by: batch.program.vectorsPerInstance)
  }
}

extension [SIMD4<Float>] {
  @inline(__always)
  mutating func append<Part: InstancePart>(part: Part) {
    Swift.withUnsafeBytes(of: part) { append(contentsOf: $0.assumingMemoryBound(to: SIMD4<Float>.self)) }
  }
}
