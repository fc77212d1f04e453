// The contract of rasterisers, kept by OpenGL.

package import Compositor
import CoreGraphics

extension GLRenderer: Rasterizer {
  package var kind: RasterizerKind { .gl }
  package var longestSide: Int { device.capabilities.maxTextureSize }
  package var uploads: (count: Int, bytes: Int) {
    [state.textures, state.calls?.pictures].reduce(into: (0, 0)) { sum, textures in
      sum.0 += textures?.uploadCount ?? 0
      sum.1 += textures?.uploadedBytes ?? 0
    }
  }

  package var wantsOrigins: Bool { groups != nil }

  package var origin: [String: String] {
    ["renderer": device.capabilities.renderer, "OpenGL": device.capabilities.versionText]
  }

  /// Nil: OpenGL draws whatever lists say.
  package func refusal(of list: DrawList, images: ImageTable) -> Refusal? { nil }

  package func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) -> Rasterization {
    guard let frame = list.passes.last else { return Rasterization(.gl) }
    let (width, height) = (Int(bounded: frame.box.width), Int(bounded: frame.box.height))
    precondition(pixels.count >= width * height * 4, "\(pixels.count) bytes cannot hold \(width)x\(height) pixels")
    try check(list)
    return try onDevice { () throws(GLError) in
      let clock = ContinuousClock()
      let start = clock.now
      return try keepingPicturesThatAreDrawn { () throws(GLError) in
        defer { endFrame() }
        finishFrames()
        try encode(list, images)
        let encoded = clock.now
        try readFrame(width: width, height: height, into: pixels)
        state.work.readBytes += width * height * 4
        return Rasterization(
          .gl, encode: (encoded - start).milliseconds, readback: (clock.now - encoded).milliseconds,
          counters: state.work)
      }
    }
  }

  package func begin(
    _ list: DrawList, images: ImageTable, into memory: RasterMemory?
  ) throws(RasterError) -> RasterWork {
    try check(list)
    let frame = try onDevice { () throws(GLError) in try beginFrame(list, images) }
    return RasterWork { pixels throws(RasterError) in
      try self.onDevice { () throws(GLError) in try self.read(frame, into: pixels) }
    }
  }

  /// Calls what belongs on the device's thread; its errors become the contract's.
  private func onDevice<Result>(_ body: () throws(GLError) -> Result) throws(RasterError) -> Result {
    do throws(GLError) { return try device.run(body) } catch { throw .failed(error) }
  }
}
