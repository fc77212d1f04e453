// Rows: draws without a GPU, row by row, on all cores, straight into the caller's memory.
//
// OpenGL on the same processor takes several times as long for a frame: programs to compile, tiles, a target of its
// own, a copy back. The programs are the same: their GLSL is compiled for the processor (Sources/C/CRows), and row
// functions draw the frequent cases more cheaply.
//
//   frame:  passes, in order
//   pass:   bands of rows, on all cores; a band stays in a core's cache until it is done
//   band:   the draws that reach into it, in order
//   draw:   row by row: source pixels, times coverage, joined with the target
//
// The row functions are ours and not pixman's, which cairo brings. Milliseconds for the pixels of 1920x1080, by pixman
// and by CRows, with AVX2: a fill 0.07 and 0.07; a translucent colour over it 0.52 and 0.26; a picture over it 0.79 and
// 0.45; a colour times coverage 1.41 and 0.68; screen 11.4 and 0.32. Both round alike. pixman has no boxes, corners,
// borders and gradients by the shaders' formulas: coverage would still be ours.

package import Compositor
import CoreGraphics

/// Draws frames on the processor. Any thread may call it, one at a time.
package final class RowRenderer {
  private var surfaces = TargetPool<RowSurface>(.surfaces)
  private var kept = KeptTargets<RowSurface>()
  private var mipmaps = FrameCache<ObjectIdentifier, Mipmaps>(keptFrames: 60, budget: CacheBudget.mipmaps.bytes())
  private var programs: [ProgramID: RowProgram] = [:]

  /// A program, and whether its texture is read by how small it is drawn.
  private struct ProgramID: Hashable {
    var key: ProgramKey
    var isMipmapped: Bool
  }

  package init() {}

  package var limits = RasterLimits() { didSet { shareOut() } }
  /// The most bytes that are kept from frame to frame besides the last one's. Default: no limit.
  package var keptLimit = Int.max { didSet { shareOut() } }

  private func shareOut() {
    let memory = min(limits.memory, keptLimit)
    surfaces.targets.budget = CacheBudget.surfaces.bytes(within: memory)
    kept.targets.budget = CacheBudget.keptTargets.bytes(within: memory)
    mipmaps.budget = CacheBudget.mipmaps.bytes(within: memory)
  }

  /// Bands of the last frame that its memory had already.
  package private(set) var leftOutBands = 0
  /// Passes of the last frame that were not drawn because an earlier picture was shown again.
  package var leftOutPasses: Int { kept.leftOutCount }

  /// Returns the functions that draw a batch.
  private func program(of batch: Batch) -> RowProgram {
    var isMipmapped = false
    if case .image(_, _, .trilinear) = batch.texture { isMipmapped = true }
    let id = ProgramID(key: batch.program, isMipmapped: isMipmapped)
    if let program = programs[id] { return program }
    let program = RowProgram(batch.program, isMipmapped: isMipmapped)
    programs[id] = program
    return program
  }

  /// Returns the sizes of an image, made if they are new.
  private func sizes(of image: CGImage) -> Mipmaps {
    if let known = mipmaps.value(of: ObjectIdentifier(image)), known.image === image { return known }
    let made = Mipmaps(image)
    mipmaps.keep(made, bytes: made.byteCount, under: ObjectIdentifier(image))
    return made
  }

  /// Returns a list, whose indices name `images`, as rows draw it.
  func frame(_ list: DrawList, _ images: ImageTable) -> RowFrame {
    var passes: [RowPass] = []
    passes.reserveCapacity(list.passes.count)
    for pass in list.passes {
      var batches: [RowBatch] = []
      batches.reserveCapacity(pass.batches.count)
      for batch in pass.batches {
        batches.append(RowBatch(batch, program(of: batch), list, images) { sizes(of: $0) })
      }
      passes.append(RowPass(pass, batches, list))
    }
    return RowFrame(list, passes)
  }

  /// Begins to draw a frame on the other cores. `pixels` receives premultiplied RGBA, bytes or half floats, first row
  /// first, without padding; as large as the frame, valid until it is finished or released; `owner` owns them, if not
  /// the caller.
  func begin(
    _ frame: RowFrame, into pixels: UnsafeMutableRawBufferPointer, keeping owner: AnyObject? = nil
  ) -> RowWork {
    precondition(
      pixels.count >= frame.width * frame.height * frame.list.bytesPerPixel,
      "\(pixels.count) bytes cannot hold \(frame.width)x\(frame.height) pixels")
    guard let base = pixels.baseAddress else { return RowWork(nil, [], [], owner, nil) }
    kept.beginFrame(frame.list)
    let work = frame.begin(into: base, &surfaces, &kept, keeping: owner)
    surfaces.endFrame()
    kept.endFrame()
    mipmaps.endFrame()
    return work
  }

  /// Draws the rest of a frame.
  func finish(_ work: RowWork) {
    work.finish(&surfaces)
    leftOutBands = work.leftOutBands
  }
}
