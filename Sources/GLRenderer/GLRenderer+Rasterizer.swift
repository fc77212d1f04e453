// Tested by FirstFrameTests.

package import Compositor
import CoreGraphics
package import ImageFiles

extension GLRenderer: Rasterizer {
  package var kind: RasterizerKind { .gl }
  package var longestSide: Int { device.capabilities.maxTextureSize }
  package var drawsHalfFloats: Bool { device.capabilities.drawsHalfFloats }
  package var wantsOrigins: Bool { groups != nil }
  package var framesInFlight: Int { economy == .calls ? Self.ringLength : 2 }

  /// The largest packing; nil for software drivers: the processor packs with less work, in parallel with the encoder.
  package var largestPacking: (rowBytes: Int, rows: Int)? { economy == .calls ? (longestSide * 4, longestSide) : nil }

  package var origin: [String: String] {
    ["renderer": device.capabilities.renderer, "OpenGL": device.capabilities.versionText]
  }

  package func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) -> Rasterization {
    guard let frame = list.passes.last else { return Rasterization(.gl) }
    let (width, height) = (Int(bounded: frame.box.width), Int(bounded: frame.box.height))
    precondition(
      pixels.count >= width * height * list.bytesPerPixel,
      "\(pixels.count) bytes cannot hold \(width)x\(height) pixels")
    try check(list)
    return try onDeviceOrNext { () throws(GLError) in try draw(list, images, into: pixels) }
  }

  package func begin(
    _ list: DrawList, images: ImageTable, into memory: RasterMemory?, packing: PlanePacking?
  ) throws(RasterError) -> RasterWork {
    try check(list)
    guard economy == .pixels else { return enqueue(list, images, into: memory, packing: packing) }
    let recoveries = recoveries.count
    let frame = try onDeviceOrNext { () throws(GLError) in try beginFrame(list, images, packing: packing) }
    let wasLost = recoveries != self.recoveries.count
    return RasterWork { pixels throws(RasterError) in
      try self.finish(frame, wasLost: wasLost, list, images, packing: packing, into: pixels)
    }
  }
}

// Programs of lists that are not drawn yet.

extension GLRenderer {
  /// Makes missing programs, before a frame needs them. A failure is an error of the frame that needs the program.
  package func make(_ programs: Set<ProgramName>) throws(RasterError) {
    let names = programs.sorted { "\($0)" < "\($1)" }
    try onDeviceOrNext { () throws(GLError) in
      do throws(GLError) { try state.programs.make(names) } catch {
        guard case .shader = error else { throw error }
      }
    }
  }

  /// Returns the programs that draw a list, whose indices name `images`.
  package func programs(of list: DrawList, images: ImageTable) -> Set<ProgramName> {
    device.run {
      var names: Set<ProgramName> = []
      for pass in list.passes {
        guard let calls = state.calls, groups == nil else {
          for batch in pass.batches { names.insert(.batches(batch.program)) }
          continue
        }
        var plan = CallPlan()
        plan.append(pass) { PicturePlace(texture: .own($0)) }
        for call in plan.calls[0] {
          for batch in pass.batches[call.batches] {
            let isMixed = call.entries != nil || batch.isMixable && isOnPage(batch.texture, list, images, calls)
            names.insert(isMixed ? .mixed : .batches(batch.program))
          }
        }
      }
      return names
    }
  }
}
