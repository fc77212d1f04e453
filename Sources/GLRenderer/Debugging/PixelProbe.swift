// Draws a list with one target draw by draw, on the device's thread.

import CGLES
import Compositor
import CoreGraphics

/// Finds the history of one pixel.
struct PixelProbe {
  private let renderer: GLRenderer
  private let list: DrawList
  private let images: ImageTable
  private let pixel: TargetPixel
  private let end: Int
  /// As large as the pixel's target: what single draws are tried on.
  private let scratch: Target
  private var history: PixelHistory

  /// - Parameters:
  ///   - list: with the draws of the pixel's target in batches of their own.
  ///   - end: the place of the first pass that does not count.
  init(
    _ renderer: GLRenderer, _ list: DrawList, _ images: ImageTable, _ pixel: TargetPixel, before end: Int
  ) throws(GLError) {
    (self.renderer, self.list, self.images, self.pixel, self.end) = (renderer, list, images, pixel, end)
    let box = list.passes.first { $0.target == pixel.target }?.box ?? Box(0, 0, 1, 1)
    scratch = try Target(
      renderer.device, layout: renderer.layout, width: Int(bounded: box.width), height: Int(bounded: box.height))
    history = PixelHistory(pixel: pixel, before: .zero, steps: [])
  }

  /// Draws the list, up to the last pass that counts.
  mutating func run() throws(GLError) -> PixelHistory {
    var draw = 0
    for (index, pass) in list.passes.prefix(end).enumerated() {
      let target = try renderer.target(of: pass)
      var encoder = BatchEncoder()
      glDisable(GLenum(GL_SCISSOR_TEST))
      renderer.begin(pass, on: target, &encoder)
      if pass.target == pixel.target && !pass.continues { history.before = read() }
      for batch in pass.batches {
        if pass.target == pixel.target {
          try follow(batch, draw, index, target)
        } else {
          try self.draw(batch, of: pass, blend: batch.blend)
        }
        draw += batch.count
      }
      renderer.finishPass()
    }
    return history
  }

  /// Draws a draw of the pixel's target, and notes it where it touches the pixel.
  private mutating func follow(_ single: Batch, _ number: Int, _ index: Int, _ target: Target) throws(GLError) {
    let pass = list.passes[index]
    let color = try color(of: single, pass)
    bind(target)
    try draw(single, of: pass, blend: single.blend)
    guard let color else { return }
    let after = read()
    history.steps.append(
      PixelHistory.Step(
        draw: number, pass: index, program: single.program, blend: single.blend, color: color, after: after,
        reads: try reads(of: single, pass)))
    bind(target)
  }

  /// What a draw gives for the pixel; nil where it does not touch it.
  ///
  /// - Parameter standIn: what is read in place of a target.
  private func color(
    of batch: Batch, _ pass: RenderPass, standIn: (target: Int32, texture: Texture)? = nil
  ) throws(GLError) -> SIMD4<UInt8>? {
    bind(scratch)
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(GLint(pixel.x), GLint(pixel.y), 1, 1)
    defer { glDisable(GLenum(GL_SCISSOR_TEST)) }
    var results: [SIMD4<UInt8>] = []
    for clear in [Float(0), 1] {
      glClearColor(clear, clear, clear, clear)
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      try draw(batch, of: pass, blend: .copy, standIn: standIn)
      results.append(read())
    }
    return results[0] == results[1] ? results[0] : nil
  }

  private func draw(
    _ batch: Batch, of pass: RenderPass, blend: BlendState, standIn: (target: Int32, texture: Texture)? = nil
  ) throws(GLError) {
    var encoder = BatchEncoder()
    let find = { (source: TextureSource) throws(GLError) -> Texture? in
      if let standIn, source.target == standIn.target { return standIn.texture }
      return try renderer.texture(source, list, images)
    }
    try encoder.setTexture(batch.texture, find)
    try encoder.setBackdrop(batch.backdrop, find)
    try renderer.draw(batch, of: pass, blend: blend, &encoder)
  }

  private func bind(_ target: Target) { glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer) }

  /// The pixel of the target that is bound.
  private func read() -> SIMD4<UInt8> {
    var bytes = SIMD4<UInt8>.zero
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(
      GLint(pixel.x), GLint(pixel.y), 1, 1, renderer.layout.format, GLenum(GL_UNSIGNED_BYTE), &bytes)
    return bytes
  }
}

// MARK: - What a draw reads

extension PixelProbe {
  /// The pixels of other targets that a draw's colour depends on.
  ///
  /// The target is replaced by one that is black but for some columns or rows, which are white; where that changes the
  /// colour, they are among those that are read. Bisection finds the first and the last.
  private func reads(of batch: Batch, _ pass: RenderPass) throws(GLError) -> [PixelHistory.Read] {
    var result: [PixelHistory.Read] = []
    for source in [batch.texture, batch.backdrop] {
      guard let target = source.target, target != pixel.target, !result.contains(where: { $0.target == target }),
        let texture = try renderer.texture(source, list, images)
      else { continue }
      let standIn = try Target(
        renderer.device, layout: renderer.layout, width: texture.width, height: texture.height)
      let black = try colorReading(target, standIn, 0..<0, 0..<0, batch, pass)
      let (width, height) = (texture.width, texture.height)
      func isRead(_ columns: Range<Int>, _ rows: Range<Int>) throws(GLError) -> Bool {
        try colorReading(target, standIn, columns, rows, batch, pass) != black
      }
      guard try isRead(0..<width, 0..<height) else { continue }
      let maxX = try Self.first(width) { end throws(GLError) in try !isRead(end + 1..<width, 0..<height) }
      let minX = try Self.first(width) { start throws(GLError) in try isRead(0..<start + 1, 0..<height) }
      let maxY = try Self.first(height) { end throws(GLError) in try !isRead(0..<width, end + 1..<height) }
      let minY = try Self.first(height) { start throws(GLError) in try isRead(0..<width, 0..<start + 1) }
      result.append(PixelHistory.Read(target: target, minX: minX, minY: minY, maxX: maxX, maxY: maxY))
    }
    return result
  }

  /// The first number below `count` that holds, where all after it do, and the last one does.
  private static func first(_ count: Int, _ holds: (Int) throws(GLError) -> Bool) throws(GLError) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// A draw's colour where the target that it reads is white in a rectangle and black elsewhere.
  private func colorReading(
    _ target: Int32, _ standIn: Target, _ columns: Range<Int>, _ rows: Range<Int>, _ batch: Batch, _ pass: RenderPass
  ) throws(GLError) -> SIMD4<UInt8>? {
    bind(standIn)
    glClearColor(0, 0, 0, 0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(GLint(columns.lowerBound), GLint(rows.lowerBound), GLsizei(columns.count), GLsizei(rows.count))
    glClearColor(1, 1, 1, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    return try color(of: batch, pass, standIn: (target, standIn.texture))
  }
}
