// Draws draw lists without a GPU: row by row, on all cores, straight into the caller's memory.
//
// Where OpenGL is a rasteriser on the same processor, a frame costs there several times what it costs here: programs to
// compile, tiles, a target of its own, a copy back. The programs are the same: their GLSL is compiled for the processor
// (Sources/C/CRows), and row functions draw what most frames are full of more cheaply.
//
//   frame:  passes, in order
//   pass:   bands of rows, on all cores; a band stays in a core's cache until it is done
//   band:   the draws that reach into it, in order
//   draw:   row by row: source pixels, times coverage, joined with what is there
//
// Rows are ours and not pixman's, which is there through cairo. Milliseconds for the pixels of 1920x1080, by pixman and
// by CRows, with AVX2: a fill 0.07 and 0.07; a translucent colour over it 0.52 and 0.26; a picture over it 0.79 and
// 0.45; a colour times coverage 1.41 and 0.68; screen 11.4 and 0.32. Both round alike. pixman knows no boxes,
// corners, borders and gradients by the shaders' formulas: what covers a pixel would still be ours.

package import Compositor
import CoreGraphics

/// Draws frames on the processor. Any thread may call it, one at a time.
package final class RowRenderer {
  private var surfaces = TargetPool<Surface>(.surfaces)
  private var kept = KeptTargets<Surface>()
  private var mipmaps = FrameCache<ObjectIdentifier, Mipmaps>(keptFrames: 60, budget: CacheBudget.mipmaps.bytes())
  private var programs: [ProgramID: RowProgram?] = [:]

  /// A program, and whether its texture is read by how small it is drawn.
  private struct ProgramID: Hashable {
    var key: ProgramKey
    var isMipmapped: Bool
  }

  package init() {}

  package var limits = RasterLimits() {
    didSet {
      surfaces.targets.budget = CacheBudget.surfaces.bytes(within: limits.memory)
      kept.targets.budget = CacheBudget.keptTargets.bytes(within: limits.memory)
      mipmaps.budget = CacheBudget.mipmaps.bytes(within: limits.memory)
    }
  }

  /// Passes of the last frame that were not drawn, as a picture of before was shown again.
  package var leftOutPasses: Int { kept.leftOutCount }

  /// How a batch is drawn; nil where there is no such program.
  func program(of batch: Batch) -> RowProgram? {
    var isMipmapped = false
    if case .image(_, _, .trilinear) = batch.texture { isMipmapped = true }
    let id = ProgramID(key: batch.program, isMipmapped: isMipmapped)
    if let program = programs[id] { return program }
    let program = RowProgram(batch.program, isMipmapped: isMipmapped)
    programs[id] = program
    return program
  }

  /// The sizes of an image, made where they are new.
  private func sizes(of image: CGImage) -> Mipmaps {
    if let known = mipmaps.value(of: ObjectIdentifier(image)), known.image === image { return known }
    let made = Mipmaps(image)
    mipmaps.keep(made, bytes: made.byteCount, under: ObjectIdentifier(image))
    return made
  }

  /// Begins to draw a frame on the other cores.
  ///
  /// - Parameters:
  ///   - list: the frame, of programs that rows draw.
  ///   - images: the images that it names by index.
  ///   - pixels: receives premultiplied RGBA bytes, first row first, without padding; as large as the frame. To be
  ///     there until the frame is finished or let go.
  ///   - owner: whose memory that is, where it is not the caller's.
  func begin(
    _ list: DrawList, _ images: ImageTable, into pixels: UnsafeMutableRawBufferPointer, keeping owner: AnyObject? = nil
  ) -> RowWork {
    kept.beginFrame(list)
    let passes = list.passes.map { pass in
      RowPass(
        pass, list, images, program: { program(of: $0) ?? RowProgram.nothing }, mipmaps: { sizes(of: $0) })
    }
    let frame = RowFrame(list, passes)
    precondition(
      pixels.count >= frame.width * frame.height * 4,
      "\(pixels.count) bytes cannot hold \(frame.width)x\(frame.height) pixels")
    guard let base = pixels.baseAddress else { return RowWork(nil, [], [], owner) }
    let work = frame.begin(into: base.assumingMemoryBound(to: UInt32.self), &surfaces, &kept, keeping: owner)
    surfaces.endFrame()
    kept.endFrame()
    mipmaps.endFrame()
    return work
  }

  /// Draws what is left of a frame.
  func finish(_ work: RowWork) { work.finish(&surfaces) }
}
