// Only this module knows OpenGL's calls, and it knows nothing of layers.
//
// The folders stand in one order; each uses only those before it (FolderOrderTests):
//
//   Machine     the GPUs that files tell of, and what keeps OpenGL from them
//   EGL         displays and contexts: what there is, what is tried
//   Device      the thread, the capabilities and the errors of one context
//   Programs    shaders, compiled when they are first needed or before, and kept in files
//   Targets     textures and framebuffers, kept from frame to frame
//   Encoding    batches as calls and bytes
//   .           the renderer, a frame on its way, few calls, and calls that are named by layers

import COpenGL
package import Compositor
import CoreGraphics

/// Draws draw lists on a device. Any thread may call it, one at a time; the work happens on the device's thread.
package final class GLRenderer {
  /// The device that draws; another one after a loss.
  package internal(set) var device: GLDevice
  package internal(set) var layout: PixelLayout
  var state: State
  package var limits = RasterLimits() {
    didSet { limitMemory() }
  }
  package let economy: DrawEconomy
  /// Milliseconds of opening the device and a first draw.
  package private(set) var openingMilliseconds = 0.0
  /// Opens a device like the first one.
  let open: Opening
  var recoveries = Recoveries()
  var groups: DebugGroups?
  /// The timer of the GPU's work; nil unless requested.
  var timer: FrameTimer?
  /// The frame that was begun last, if it is read after the next one is begun.
  weak var lastQueued: QueuedFrame?

  /// The state that lives on the device's thread. Only bodies of `device.run` touch it.
  final class State {
    let programs: ProgramSet
    var targets = TargetPool<Target>(.targets)
    var textures = ImageTextures()
    /// The target of the next frame, if it fits.
    var frame: Target?
    var spareFrames: [Target] = []
    /// Unused buffers for frames on their way to the processor.
    var buffers: [PixelBuffer] = []
    /// The program that draws before a target is cleared; nil for drivers without the ``ClearingFault``.
    var settling: Program?
    /// The packer of frames into planes; nil before the first such frame.
    var packer: PlanePacker?
    /// Whether begun frames that nobody has waited for may still be drawn.
    var hasFramesInFlight = false
    var frameTargets = 0
    let linearVertices: StreamBuffer
    let instances: InstanceBuffer
    let linearArray: VertexArray
    let instanceArray: VertexArray
    var vertices: [LinearVertex] = []
    /// The offscreen targets of the frame, by their number; nil before they are drawn to.
    var offscreen: [Target?] = []
    var kept = KeptTargets<Target>()
    var calls: FewCalls?
    /// The work issued for the current or last frame.
    var work = RasterCounters()
    private var uploadedQuads = UploadedVectors<LinearQuad>()
    private var uploadedSpans: [LinearSpan] = []

    init(_ device: GLDevice, layout: PixelLayout, saving economy: DrawEconomy, cache: ProgramCache? = nil) {
      programs = ProgramSet(device, layout: layout, fetches: economy == .calls, cache: cache)
      linearVertices = StreamBuffer(device)
      instances = InstanceBuffer(device)
      linearArray = VertexArray(device, linear: linearVertices)
      instanceArray = VertexArray(device)
      if economy == .calls { calls = FewCalls(device) }
    }

    var uploads: (count: Int, bytes: Int) {
      let all = [textures, calls?.pictures].compactMap(\.self)
      return (all.reduce(0) { $0 + $1.uploadCount }, all.reduce(0) { $0 + $1.uploadedBytes })
    }

    func limitMemory(to limit: Int) {
      calls?.budget = CacheBudget.textures.bytes(within: limit)
      targets.targets.budget = CacheBudget.targets.bytes(within: limit)
      textures.budget = CacheBudget.textures.bytes(within: limit)
      kept.targets.budget = CacheBudget.keptTargets.bytes(within: limit)
    }

    /// Uploads the rectangles and instances of a frame, except those from the frame before.
    func uploadVertices(_ list: DrawList) {
      if let calls {
        work.geometryBytes += calls.instances.fill(list.instances, entries: calls.plan.entries)
      } else {
        work.geometryBytes += instances.fill(list.instances)
      }
      let spans = LinearSpan.all(of: list)
      let differ = uploadedQuads.differ(from: list.quads)
      guard !spans.isEmpty, differ || spans != uploadedSpans else { return }
      uploadedSpans = spans
      vertices.removeAll(keepingCapacity: true)
      for span in spans { span.append(list.quads, to: &vertices) }
      vertices.withUnsafeBytes {
        linearVertices.fill($0)
        work.geometryBytes += $0.count
      }
    }

    /// Forgets the uploads, so that the next frame's rectangles and instances are uploaded in any case.
    func forgetVertices() {
      uploadedQuads.forget()
      instances.forget()
      calls?.instances.forget()
    }

    /// Gives a target's memory to later passes of the frame.
    func giveBack(_ index: Int32) {
      guard Int(index) < offscreen.count, let target = offscreen[Int(index)].take() else { return }
      targets.giveBack(target)
    }
  }

  /// A renderer on a device, which `open` opens; again if it is lost. `economy` is the cost that is saved; nil saves
  /// calls, or pixels if the processor draws. `cache` is the cache of programs; nil for none.
  package init(
    saving economy: DrawEconomy? = nil, cache: ProgramCache? = nil, _ open: @escaping Opening
  ) throws(GLError) {
    let clock = ContinuousClock()
    let start = clock.now
    let device = try open()
    (self.open, self.device) = (open, device)
    layout = PixelLayout(device.capabilities)
    let economy = economy ?? (device.capabilities.isSoftware ? .pixels : .calls)
    self.economy = economy
    let layout = layout
    state = device.run { State(device, layout: layout, saving: economy, cache: cache) }
    try device.run { () throws(GLError) in
      try drawBeforeFirstFrame()
      try device.checkErrors(at: "making the renderer")
    }
    openingMilliseconds = (clock.now - start).milliseconds
  }

  package var leftOutPasses: Int { state.kept.leftOutCount }

  /// The number of targets that were made for frames so far.
  package var frameTargets: Int { state.frameTargets }

  /// The number and the time of the context's programs so far.
  package var programCounts: ProgramCounts { device.run { state.programs.counts } }

  /// Bytes of the targets for passes of any frame, without those of kept pictures.
  package var targetBytes: Int { state.targets.targets.bytes }

  /// Calls `body`, which draws or reads a frame; forgets the frame's pictures and uploads if that fails.
  func keepingPicturesThatAreDrawn<Result>(_ body: () throws(GLError) -> Result) throws(GLError) -> Result {
    do throws(GLError) { return try body() } catch {
      state.kept.removeAll()
      state.forgetVertices()
      throw error
    }
  }

  func endFrame() {
    state.offscreen.removeAll(keepingCapacity: true)
    state.kept.endFrame()
    state.targets.takeBackAll()
    state.targets.endFrame()
    state.textures.endFrame()
    state.calls?.pictures.endFrame()
  }

  // MARK: Encoding, on the device's thread

  /// Draws one invisible pixel. llvmpipe decides at a scene's first command whether its linear rasteriser may draw the
  /// scene, by state that is known only after the context's first draw. Without this the first frame of a context takes
  /// another path than all later ones, and its bytes differ from theirs.
  func drawBeforeFirstFrame() throws(GLError) {
    try encode(.onePixel, ImageTable())
    var pixel: UInt32 = 0
    glReadPixels(0, 0, 1, 1, layout.format, GLenum(GL_UNSIGNED_BYTE), &pixel)
    // llvmpipe does not have the fault, and would take its time to compile the program.
    guard !device.capabilities.renderer.hasPrefix("llvmpipe") else { return }
    let row = try state.programs.program(.row)
    if try ClearingFault.isFound(device, row, state.instanceArray) { state.settling = row }
  }

  func begin(_ list: DrawList, _ images: ImageTable) throws(GLError) {
    state.kept.beginFrame(list)
    state.textures.isDeep = list.isDeep
    state.calls?.pictures.isDeep = list.isDeep
    state.work = RasterCounters()
    try planCalls(list, images)
    try prepare(list, images)
    state.uploadVertices(list)
    glDisable(GLenum(GL_DITHER))
  }

  func encode(_ list: DrawList, _ images: ImageTable) throws(GLError) {
    if list.passes.count > 1 { finishFrames(list) }
    timer?.begin()
    defer { timer?.end() }
    let before = state.uploads
    try begin(list, images)
    var encoder = BatchEncoder(isDeep: list.isDeep)
    let lifetimes = TargetLifetimes(list)
    for (index, pass) in list.passes.enumerated() {
      defer { lifetimes.visitEnded(after: index, list) { state.giveBack($0) } }
      if state.kept.isLeftOut(pass) && pass.retention == nil { continue }
      let target = try target(of: pass, isDeep: list.isDeep)
      if state.kept.isLeftOut(pass) { continue }
      begin(pass, on: target, &encoder)
      if let groups, let origins = list.origins {
        try encode(passAt: index, list, images, groups, origins, &encoder)
      } else {
        try encode(passAt: index, list, images, &encoder)
      }
      if index < list.passes.count - 1 { finishPass() }
    }
    state.work += encoder.work
    let uploads = state.uploads
    (state.work.uploads, state.work.uploadedBytes) = (uploads.count - before.count, uploads.bytes - before.bytes)
    // The last pass draws the frame: leave it bound for reading.
  }

  func encode(
    _ batch: Batch, of pass: RenderPass, _ list: DrawList, _ images: ImageTable, _ encoder: inout BatchEncoder
  ) throws(GLError) {
    try encoder.setTexture(batch.texture) { source throws(GLError) in try texture(source, list, images) }
    try encoder.setBackdrop(batch.backdrop) { source throws(GLError) in try texture(source, list, images) }
    try draw(batch, of: pass, blend: batch.blend, &encoder)
  }

  /// Begins to draw a pass: clears its target, unless it was drawn to before.
  func begin(_ pass: RenderPass, on target: Target, _ encoder: inout BatchEncoder) {
    encoder.setTarget(target, width: pass.box.width, height: pass.box.height)
    guard !pass.continues else { return }
    if let settling = state.settling { encoder.fill(by: settling, state.instanceArray) }
    let clear = layout == .swapped ? pass.clearColor.swapped : pass.clearColor
    glClearColor(clear.x, clear.y, clear.z, clear.w)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Draws a batch, or a part of one, whose textures are bound.
  func draw(
    _ batch: Batch, of pass: RenderPass, blend: BlendState, _ encoder: inout BatchEncoder
  ) throws(GLError) {
    encoder.setBlend(blend)
    encoder.setProgram(
      try state.programs.program(.batches(batch.program)),
      pixel: SIMD2(Float(2 / pass.box.width), Float(2 / pass.box.height)))
    if batch.program.features.contains(.linear) {
      encoder.drawQuads(batch.range, state.linearArray)
    } else if state.calls != nil {
      encoder.drawFetched(batch, state.instanceArray)
    } else {
      encoder.drawInstances(batch, state.instances, state.instanceArray)
    }
  }

  /// Waits for a pass on which a later one may depend, if llvmpipe's linear rasteriser draws. While another thread
  /// still draws a target, llvmpipe closes the current scene and begins a new one before it draws a sample of the
  /// target; once the thread is done, it does not. A tile of a scene with a triangle in it takes the general path, so
  /// that bytes would depend on how fast the machine is.
  func finishPass() {
    if finishesPasses { glFinish() }
  }

  /// Waits for frames in flight, before anything is drawn that will be sampled, if llvmpipe's linear rasteriser draws.
  /// It keeps a finished scene's claim on its target until it needs room for another scene. If one scene is at work at
  /// a time, that is the next one; with two, a claim may outlive them, and a draw that samples the target closes the
  /// current scene as if the target was still being drawn to. So no sampled target is drawn while a frame is, nor a
  /// target to which a frame was drawn while another was.
  func finishFrames(_ list: DrawList? = nil) {
    guard finishesPasses else { return }
    if state.hasFramesInFlight { glFinish() }
    state.hasFramesInFlight = false
    guard let list, list.samplesFrame else { return }
    if state.frame?.isClaimed == true { state.frame = nil }
    state.spareFrames.removeAll { $0.isClaimed }
  }

  /// Whether drawing is waited for if the bytes depend on it; the linear rasteriser takes the swapped layout alone.
  private var finishesPasses: Bool { layout == .swapped && device.capabilities.hasLinearRasterizer }

  /// Uploads the images and makes the programs that a frame needs, before it draws anything: llvmpipe makes mipmaps by
  /// drawing, which would end the frame's scene at their first use, and with it choose how the rest is drawn.
  private func prepare(_ list: DrawList, _ images: ImageTable) throws(GLError) {
    var hasDrawn = false
    for (index, pass) in list.passes.enumerated() where !state.kept.isLeftOut(pass) {
      guard let planned = plannedCalls(ofPass: index) else {
        for batch in pass.batches { hasDrawn = try prepare(batch, list, images) || hasDrawn }
        continue
      }
      for call in planned {
        if call.entries == nil {
          for batch in pass.batches[call.batches] { hasDrawn = try prepare(batch, list, images) || hasDrawn }
        }
        for case .own(let source) in call.textures where call.entries != nil {
          hasDrawn = try prepare(source, list, images) || hasDrawn
        }
      }
    }
    if hasDrawn { finishPass() }
  }

  /// Prepares the data of a batch, and returns whether anything was drawn for it.
  private func prepare(_ batch: Batch, _ list: DrawList, _ images: ImageTable) throws(GLError) -> Bool {
    _ = try state.programs.program(.batches(batch.program))
    if batch.backdrop.isUploaded { _ = try texture(batch.backdrop, list, images) }
    return try prepare(batch.texture, list, images)
  }

  private func prepare(
    _ source: TextureSource, _ list: DrawList, _ images: ImageTable
  ) throws(GLError) -> Bool {
    guard source.isUploaded, let texture = try texture(source, list, images),
      case .image(_, _, minified: .trilinear) = source, !texture.hasMipmaps
    else { return false }
    finishFrames()
    texture.makeMipmaps()
    return true
  }

  func texture(
    _ source: TextureSource, _ list: DrawList, _ images: ImageTable
  ) throws(GLError) -> Texture? {
    switch source {
    case .none: return nil
    case .pass(RenderPass.frameTarget, _): return state.frame?.texture
    case .pass(let target, _): return state.offscreen[Int(target)]?.texture
    case .image(let index, _, _):
      guard let image = images[index] else { return nil }
      return try state.textures.texture(of: image, device, layout: layout).texture
    case .bitmap(let index, _):
      return try state.textures.texture(of: list.bitmaps[Int(index)], device, layout: layout).texture
    }
  }

  func target(of pass: RenderPass, isDeep: Bool) throws(GLError) -> Target {
    let (width, height) = (Int(bounded: pass.box.width), Int(bounded: pass.box.height))
    guard pass.target != RenderPass.frameTarget else { return try frameTarget(width, height, isDeep: isDeep) }
    let index = Int(pass.target)
    while state.offscreen.count <= index { state.offscreen.append(nil) }
    if let target = state.offscreen[index] { return target }
    func make() throws(GLError) -> Target {
      try Target(device, layout: layout, width: width, height: height, isDeep: isDeep)
    }
    let bytesPerPixel = isDeep ? 8 : 4
    let target =
      if let stamp = pass.retention?.stamp {
        try state.kept.target(stamp, bytes: width * height * bytesPerPixel, make)
      } else {
        try state.targets.take(width: width, height: height, bytesPerPixel: bytesPerPixel, make)
      }
    state.offscreen[index] = target
    return target
  }

  private func frameTarget(_ width: Int, _ height: Int, isDeep: Bool) throws(GLError) -> Target {
    if let frame = state.frame, frame.fits(width, height, isDeep: isDeep) { return frame }
    if let spare = state.spareFrames.firstIndex(where: { $0.fits(width, height, isDeep: isDeep) }) {
      let frame = state.spareFrames.remove(at: spare)
      if let other = state.frame { state.spareFrames.append(other) }
      state.frame = frame
      return frame
    }
    (state.frame, state.spareFrames) = (nil, [])
    let frame = try Target(device, layout: layout, width: width, height: height, isDeep: isDeep)
    state.frame = frame
    state.frameTargets += 1
    return frame
  }
}

extension Target {
  /// Whether the target has that size, in pixels, of half floats or bytes.
  fileprivate func fits(_ width: Int, _ height: Int, isDeep: Bool) -> Bool {
    texture.width == width && texture.height == height && (texture.format == .deepColor) == isDeep
  }
}

extension DrawList {
  /// Whether a draw samples the frame itself.
  fileprivate var samplesFrame: Bool {
    passes.contains { pass in
      pass.batches.contains {
        $0.texture.target == RenderPass.frameTarget || $0.backdrop.target == RenderPass.frameTarget
      }
    }
  }
}

extension TextureSource {
  /// Whether the pixels come from the CPU.
  fileprivate var isUploaded: Bool {
    switch self {
    case .none, .pass: false
    case .image, .bitmap: true
    }
  }
}

extension SIMD4<Float> {
  fileprivate var swapped: SIMD4<Float> { SIMD4(z, y, x, w) }
}
