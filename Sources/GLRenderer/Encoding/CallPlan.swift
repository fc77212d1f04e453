// Calls for many draws, on devices with expensive calls. Draws keep their order: batches in a row become one call as
// long as one program can draw them all, they are blended alike, and their textures fit on its units.
//
//   solid x1 | image a x3 | border x8 | blur x1 | image a x2 | image b x1
//   \________ a mixed call ________/    a call    \____ a mixed call ____/
//
// Tested by CallPlanTests and DrawCallTests.

import Compositor

/// The texture that a mixed call reads from one of its units.
enum CallTexture: Equatable {
  /// A texture with pictures of many batches.
  case page(Texture)
  /// The texture of a batch.
  case own(TextureSource)

  static func == (a: CallTexture, b: CallTexture) -> Bool {
    switch (a, b) {
    case (.page(let a), .page(let b)): a === b
    case (.own(let a), .own(let b)): a == b
    default: false
    }
  }

  /// Whether both are one texture that is read in two ways, which one call cannot do.
  fileprivate func contradicts(_ other: CallTexture) -> Bool {
    guard case .own(let a) = self, case .own(let b) = other, a != b else { return false }
    switch (a, b) {
    case (.image(let a, _, _), .image(let b, _, _)): return a == b
    case (.pass(let a, _), .pass(let b, _)), (.bitmap(let a, _), .bitmap(let b, _)): return a == b
    default: return false
    }
  }
}

/// The place of a batch's picture in the texture that a mixed call reads.
struct PicturePlace: Equatable {
  var texture: CallTexture
  /// The first corner and the size, in texels of a page, or else in fractions of the texture.
  var box = SIMD4<Float>(0, 0, 1, 1)
}

struct PlannedCall {
  /// The indices in the pass of its batches; one program draws several.
  var batches: Range<Int>
  var blend: BlendState
  /// The entries of a mixed call's draws; nil if the batch's own program draws it.
  var entries: Range<Int>?
  var textures: [CallTexture] = []
}

struct CallPlan {
  /// The calls pass by pass.
  private(set) var calls: [[PlannedCall]] = []
  /// Two vectors for each draw of a mixed call; see Shaders/mixed.vert.
  private(set) var entries: [SIMD4<Float>] = []
  /// The batches of the growing call.
  private var run: [(batch: Batch, place: PicturePlace?, unit: Int)] = []
  private var textures: [CallTexture] = []

  private static let vectorsPerEntry = 2
  /// Bits of `vKind` in Shaders/common/mixed.glsl.
  private static let features: [(feature: ProgramFeatures, bit: Int)] = [
    (.clipBox, 0x20), (.clipShape, 0x40), (.screenTexture, 0x200), (.biased, 0x400),
  ]
  private static let (rounded, ring, nearest) = (0x10, 0x80, 0x100)

  mutating func removeAll() {
    calls.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  mutating func appendEmptyPass() { calls.append([]) }

  /// Plans a pass, after those before it. `place` returns the place of a batch's picture; nil for a batch without one.
  mutating func append<Failure>(
    _ pass: RenderPass, _ place: (TextureSource) throws(Failure) -> PicturePlace?
  ) throws(Failure) {
    calls.append([])
    for (index, batch) in pass.batches.enumerated() {
      let isMixable = batch.isMixable
      let place = isMixable && batch.texture != .none ? try place(batch.texture) : nil
      guard isMixable, batch.texture == .none || place != nil else {
        close(before: index)
        calls[calls.count - 1].append(PlannedCall(batches: index..<index + 1, blend: batch.blend))
        continue
      }
      if let last = run.last?.batch, last.blend.joined != batch.blend.joined { close(before: index) }
      if unit(of: place) == nil { close(before: index) }
      run.append((batch, place, unit(of: place) ?? 0))
    }
    close(before: pass.batches.count)
  }

  /// Returns the growing call's unit with a picture's texture, plus 1; 0 for no picture, nil if no unit is free.
  private mutating func unit(of place: PicturePlace?) -> Int? {
    guard let texture = place?.texture else { return 0 }
    if let known = textures.firstIndex(of: texture) { return known + 1 }
    guard textures.count < Program.mixedTextures, !textures.contains(where: texture.contradicts) else { return nil }
    textures.append(texture)
    return textures.count
  }

  private mutating func close(before end: Int) {
    defer {
      run.removeAll(keepingCapacity: true)
      textures.removeAll(keepingCapacity: true)
    }
    guard let last = run.last else { return }
    var call = PlannedCall(batches: end - run.count..<end, blend: last.batch.blend, textures: textures)
    // A draw that replaces what is behind it is opaque: blending it changes nothing.
    if run.contains(where: { $0.batch.blend != call.blend }) { call.blend = call.blend.joined }
    if run.count > 1 || textures.contains(where: \.isPage) {
      let start = entries.count / Self.vectorsPerEntry
      for (batch, place, unit) in run { appendEntries(of: batch, place, unit) }
      call.entries = start..<entries.count / Self.vectorsPerEntry
    }
    calls[calls.count - 1].append(call)
  }

  private mutating func appendEntries(of batch: Batch, _ place: PicturePlace?, _ unit: Int) {
    let program = batch.program
    var kind = unit
    for (feature, bit) in Self.features where program.features.contains(feature) { kind |= bit }
    if program.coverage.contains(.corners) { kind |= Self.rounded }
    if program.primitive == .border { kind |= Self.ring }
    let isShared = place?.texture.isPage ?? false
    if isShared, batch.texture.isNearest { kind |= Self.nearest }
    let box = place?.box ?? .zero
    for start in stride(from: batch.range.lowerBound, to: batch.range.upperBound, by: program.vectorsPerInstance) {
      entries.append(SIMD4(Float(start), Float(kind), isShared ? 1 : 0, 0))
      entries.append(box)
    }
  }
}

extension CallTexture {
  fileprivate var isPage: Bool { if case .page = self { true } else { false } }
}

extension BlendState {
  /// The state in which draws of this one can share a call.
  fileprivate var joined: BlendState { self == .copy ? .sourceOver : self }
}

extension TextureSource {
  /// Whether the texture is read to the nearest texel.
  fileprivate var isNearest: Bool {
    switch self {
    case .none: false
    case .image(_, _, let minified): minified == .nearest
    case .pass(_, let filter), .bitmap(_, let filter): filter == .nearest
    }
  }

  /// Whether a picture that is so sampled may lie on a page: it is sampled in one way at any size.
  var isForPages: Bool {
    switch self {
    case .none, .pass: false
    case .image(_, let magnified, let minified): magnified == minified && minified != .trilinear
    case .bitmap(_, let filter): filter != .trilinear
    }
  }
}

extension Batch {
  /// Whether the mixed program can draw it.
  var isMixable: Bool {
    let features = program.features
    guard [.solid, .image, .border].contains(program.primitive), backdrop == .none,
      features.isDisjoint(with: [.linear, .corner, .levels, .opposite, .alphaOnly]),
      // Entries have the position of an instance as a Float.
      range.upperBound <= 1 << 24
    else { return false }
    // A texture that lies still on the target does not follow a plane in perspective.
    return !features.isSuperset(of: [.screenTexture, .perspective])
  }
}
