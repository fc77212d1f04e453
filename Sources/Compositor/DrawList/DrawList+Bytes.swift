extension ProgramKey {
  package var drawStride: Int {
    features.contains(.linear)
      ? MemoryLayout<LinearQuad>.stride : vectorsPerInstance * MemoryLayout<SIMD4<Float>>.stride
  }
}

extension DrawList {
  /// Fills up to the position at which a batch's instances may begin.
  mutating func alignInstances() {
    let over = instances.count % Self.vectorAlignment
    if over > 0 { instances.append(contentsOf: repeatElement(.zero, count: Self.vectorAlignment - over)) }
  }

  /// The bytes of a batch's draws, as its program takes them; captured frames keep them.
  package func drawBytes(of batch: Batch) -> [UInt8] {
    if batch.program.features.contains(.linear) {
      quads[batch.range].withUnsafeBytes { Array($0) }
    } else {
      instances[batch.range].withUnsafeBytes { Array($0) }
    }
  }

  /// Appends draws of a program by their bytes, and returns their range for a batch.
  ///
  /// - Precondition: whole draws, of ``ProgramKey/drawStride`` bytes each.
  package mutating func appendDraws(_ bytes: ArraySlice<UInt8>, of program: ProgramKey) -> Range<Int> {
    precondition(bytes.count % program.drawStride == 0, "\(bytes.count) bytes are no whole draws of \(program)")
    if program.features.contains(.linear) {
      return Self.append(bytes, to: &quads, LinearQuad(box: .zero, texture: .zero, color: .zero))
    }
    alignInstances()
    return Self.append(bytes, to: &instances, SIMD4<Float>.zero)
  }

  private static func append<Element>(
    _ bytes: ArraySlice<UInt8>, to elements: inout [Element], _ zero: Element
  ) -> Range<Int> {
    let start = elements.count
    elements.append(contentsOf: repeatElement(zero, count: bytes.count / MemoryLayout<Element>.stride))
    elements[start...].withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return start..<elements.count
  }
}
