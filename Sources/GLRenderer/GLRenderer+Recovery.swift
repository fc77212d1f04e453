// Recovery: a frame whose context is lost, or short of memory, is drawn once more by a new one. OpenGL leaves a context
// that is short of memory in an unknown state, so that it is given up like a lost one.
//
// Tested by ContextLossTests.

import Compositor
import CoreGraphics
import ImageFiles

extension GLRenderer {
  /// Opens a device; the same one again if the machine has several.
  package typealias Opening = () throws(GLError) -> GLDevice

  /// The record of contexts that were given up; the next context goes by it.
  struct Recoveries {
    /// The number of contexts that were given up.
    var count = 0
    /// A limit of the memory that is kept from frame to frame, in bytes: less each time that memory was short.
    var cacheLimit = Int.max
  }

  /// Gives the caches their shares of the limits.
  func limitMemory() {
    device.run { state.limitMemory(to: min(limits.memory, recoveries.cacheLimit)) }
  }

  /// Runs `body` on the device's thread, once more with a new context if that is lost; errors become the contract's.
  func onDeviceOrNext<Result>(_ body: () throws(GLError) -> Result) throws(RasterError) -> Result {
    do throws(GLError) {
      do throws(GLError) { return try onDevice(body) } catch { try recover(from: error) }
      return try onDevice(body)
    } catch {
      throw .failed(error)
    }
  }

  /// Reads a frame as it was begun; if its context is lost, `draw` draws it again, at most once (`wasLost`).
  func finish(
    _ frame: FrameInFlight, wasLost: Bool, _ list: DrawList, _ images: ImageTable, packing: PlanePacking?,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) -> Rasterization {
    try finish(begunOn: frame.device, wasLost: wasLost) { () throws(GLError) in
      try onDevice { () throws(GLError) in try read(frame, into: pixels) }
    } else: { () throws(GLError) in
      try draw(list, images, packing: packing, into: pixels)
    }
  }

  /// Finishes a frame that was begun on a device: by `read`, or, if that device is lost, once by `draw` on the next.
  func finish(
    begunOn first: GLDevice, wasLost: Bool, _ read: () throws(GLError) -> Rasterization,
    else draw: () throws(GLError) -> Rasterization
  ) throws(RasterError) -> Rasterization {
    do throws(GLError) {
      if first === device {
        do throws(GLError) { return try read() } catch {
          if wasLost { throw error }
          try recover(from: error)
        }
      }
      return try onDevice(draw)
    } catch {
      throw .failed(error)
    }
  }

  func onDevice<Result>(_ body: () throws(GLError) -> Result) throws(GLError) -> Result {
    let device = device
    return try device.run { () throws(GLError) in
      do throws(GLError) { return try body() } catch { throw device.cause(of: error) }
    }
  }

  /// Continues with a new context after an error that says that this one is lost. Throws the error if a new context
  /// cannot be opened, or is another device's, whose frames would differ.
  private func recover(from error: GLError) throws(GLError) {
    guard error.isTemporary else { throw error }
    guard let next = try? open(),
      next.capabilities.renderer == device.capabilities.renderer,
      next.capabilities.versionText == device.capabilities.versionText
    else { throw error }
    recoveries.count += 1
    if case .failed = error { recoveries.cacheLimit = min(recoveries.cacheLimit, Self.firstCacheLimit) / 4 }
    let nextLayout = PixelLayout(next.capabilities)
    // Without the kept programs: they may be the cause of the loss.
    let nextState = next.run { State(next, layout: nextLayout, saving: economy) }
    // The old context's objects are released on its thread.
    let last = device
    let isTimed = timer != nil
    last.run { (state, timer) = (nextState, nil) }
    device = next
    if isTimed { timer = next.run { FrameTimer(next) } }
    layout = nextLayout
    limitMemory()
    if groups != nil { groups = DebugGroups(next.capabilities) }
    try onDevice { () throws(GLError) in
      try drawBeforeFirstFrame()
      try next.checkErrors(at: "making the renderer again")
    }
  }

  /// Four times the bytes that may be kept after memory was short for the first time.
  private static let firstCacheLimit = 1 << 30
}
