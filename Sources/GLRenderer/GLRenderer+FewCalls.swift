// Frames on devices with expensive calls (``DrawEconomy/calls``): neighbours in paint order are one call, of any kind
// and with any pictures. Draw lists do not know of it: here their batches become calls, and their pictures parts of
// pages; one program draws what many programs draw on llvmpipe.
//
// Tested by DrawCallTests and EconomyTests.

import COpenGL
import Compositor
import CoreGraphics

/// The state that turns many draws into one call. Used on the device's thread.
final class FewCalls {
  let instances: InstanceTexture
  fileprivate(set) var plan = CallPlan()
  var pictures = ImageTextures(onPages: true)
  /// The most bytes of pictures on pages that are kept, unless one frame needs more.
  var budget: Int {
    get { pictures.budget }
    set { pictures.budget = newValue }
  }

  init(_ device: GLDevice) { instances = InstanceTexture(device, frames: GLRenderer.ringLength) }

  /// Whether a picture is small enough for a page, and pages have memory.
  fileprivate func fitsPage(_ content: some TextureContent) -> Bool {
    content.shown(isDeep: pictures.isDeep).format != .deepColor && content.width <= TexturePages.mostTexels
      && content.height <= TexturePages.mostTexels && budget >= TexturePages.leastBudget
  }
}

extension GLRenderer {
  /// Plans the calls of a frame, and uploads the pictures that it shows on pages.
  func planCalls(_ list: DrawList, _ images: ImageTable) throws(GLError) {
    guard let calls = state.calls else { return }
    calls.plan.removeAll()
    // If calls have names, each batch is a call.
    guard groups == nil else { return }
    for pass in list.passes {
      if state.kept.isLeftOut(pass) {
        calls.plan.appendEmptyPass()
      } else {
        try calls.plan.append(pass) { source throws(GLError) in try place(of: source, list, images, calls) }
      }
    }
  }

  /// Returns the calls of a pass; nil if each batch is drawn by itself.
  func plannedCalls(ofPass index: Int) -> [PlannedCall]? {
    guard let plan = state.calls?.plan, index < plan.calls.count else { return nil }
    return plan.calls[index]
  }

  func encode(
    passAt index: Int, _ list: DrawList, _ images: ImageTable, _ encoder: inout BatchEncoder
  ) throws(GLError) {
    let pass = list.passes[index]
    guard let calls = state.calls, let planned = plannedCalls(ofPass: index) else {
      for batch in pass.batches { try encode(batch, of: pass, list, images, &encoder) }
      return
    }
    for call in planned {
      guard let entries = call.entries else {
        for batch in pass.batches[call.batches] { try encode(batch, of: pass, list, images, &encoder) }
        continue
      }
      try encoder.setTextures(call.textures) { source throws(GLError) in try texture(source, list, images) }
      encoder.setBlend(call.blend)
      encoder.setProgram(
        try state.programs.program(.mixed), pixel: SIMD2(Float(2 / pass.box.width), Float(2 / pass.box.height)))
      encoder.drawMixed(entries, calls.instances, state.instanceArray)
    }
  }

  /// Whether the picture of a batch is on a page.
  func isOnPage(_ source: TextureSource, _ list: DrawList, _ images: ImageTable, _ calls: FewCalls) -> Bool {
    guard source.isForPages else { return false }
    return switch source {
    case .image(let index, _, _): images[index].map { calls.fitsPage($0) } ?? false
    case .bitmap(let index, _): calls.fitsPage(list.bitmaps[Int(index)])
    case .none, .pass: false
    }
  }

  /// Returns the place of a batch's picture: on a page if it is small and read without mipmaps.
  private func place(
    of source: TextureSource, _ list: DrawList, _ images: ImageTable, _ calls: FewCalls
  ) throws(GLError) -> PicturePlace? {
    guard source.isForPages else { return PicturePlace(texture: .own(source)) }
    switch source {
    case .image(let index, _, _):
      return try images[index].map { image throws(GLError) in
        try place(of: image, source, calls)
      }
    case .bitmap(let index, _): return try place(of: list.bitmaps[Int(index)], source, calls)
    case .none, .pass: return nil
    }
  }

  private func place(
    of content: some TextureContent, _ source: TextureSource, _ calls: FewCalls
  ) throws(GLError) -> PicturePlace {
    guard calls.fitsPage(content) else { return PicturePlace(texture: .own(source)) }
    let part = try calls.pictures.texture(of: content, device, layout: layout)
    let region = part.region
    let box = SIMD4(Float(region.x), Float(region.y), Float(region.width), Float(region.height))
    return PicturePlace(texture: .page(part.texture), box: box)
  }
}
