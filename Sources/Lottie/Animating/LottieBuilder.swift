import CoreGraphics
import Documents
import Foundation
import QuartzCore

/// Makes layers of a document: each property becomes an animation of a layer, with the file's times and paces.
final class LottieBuilder {
  let document: LottieDocument
  let reading: LottieReading
  let resources: any LottieResources
  let images: LottieImages
  let fonts: LottieFonts
  /// The replacements of parts of the file. The document contains them already, except for fits of texts and images.
  let replacements: SceneReplacements
  var sounds: [SceneSound] = []
  var clips: [SceneClip] = []
  /// The audio assets that were read, with their names for messages, as several layers may play the same one.
  var soundFiles: [String: (name: String, data: Data)] = [:]

  init(
    _ document: LottieDocument, reading: LottieReading, resources: any LottieResources, images: LottieImages,
    fonts: LottieFonts, replacements: SceneReplacements = SceneReplacements()
  ) {
    (self.document, self.reading, self.resources) = (document, reading, resources)
    (self.images, self.fonts, self.replacements) = (images, fonts, replacements)
  }

  struct Composition {
    let layers: [LottieLayer]
    let size: CGSize
    let timeline: Timeline
    /// The names of the compositions around it, and last its own.
    let names: [String]
    /// The layers by the index with which others refer to them.
    let byIndex: [Int: Int]

    init(_ layers: [LottieLayer], size: CGSize, timeline: Timeline, names: [String]) {
      (self.layers, self.size, self.timeline, self.names) = (layers, size, timeline, names)
      byIndex = Dictionary(
        layers.enumerated().compactMap { offset, layer in layer.index.map { ($0, offset) } },
        uniquingKeysWith: { a, _ in a })
    }
  }
}

extension CALayer {
  /// Returns a layer that contains others, in the space of its superlayer until a transform moves it.
  static func carrier(_ sublayers: [CALayer] = []) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    if !sublayers.isEmpty { layer.sublayers = sublayers }
    return layer
  }

  fileprivate func setStatic(_ transform: LottieTransform) {
    anchorPoint = transform.anchor.first.point
    position = transform.position.point(at: 0)
    self.transform = transform.staticTurn
  }
}

extension CAShapeLayer {
  /// Returns a shape layer in the space of its superlayer.
  static func outline() -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.anchorPoint = .zero
    shape.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    shape.fillColor = nil
    return shape
  }
}

extension CGColor {
  static let lottieWhite = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  static let lottieBlack = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)

  /// Returns the colour of `#rgb`, `#rrggbb`, or `#aarrggbb`, which some writers use.
  static func lottie(hex text: String) -> CGColor? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard let number = UInt32(digits, radix: 16) else { return nil }
    func part(_ shift: UInt32, _ mask: UInt32) -> CGFloat { CGFloat(number >> shift & mask) / CGFloat(mask) }
    switch digits.count {
    case 3: return CGColor(srgbRed: part(8, 15), green: part(4, 15), blue: part(0, 15), alpha: 1)
    case 6: return CGColor(srgbRed: part(16, 255), green: part(8, 255), blue: part(0, 255), alpha: 1)
    case 8: return CGColor(srgbRed: part(16, 255), green: part(8, 255), blue: part(0, 255), alpha: part(24, 255))
    default: return nil
    }
  }

  static func lottie(_ components: [Double]) -> CGColor {
    let parts = (0..<3).map { $0 < components.count ? min(max(components[$0], 0), 1) : 0 }
    return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: 1)
  }
}

extension LottieBuilder {
  /// Applies a transform to a carrier layer, and returns it or the layer around it. One layer has position, rotation
  /// and scale, each with its own animation. If rotation and scale both move, with a skew between them, or if the layer
  /// turns along its way (`orients`), there is one layer each, from the outside in: position and turn along the way,
  /// rotation, skew, scale and anchor.
  func transformed(
    _ layer: CALayer, by transform: LottieTransform, on timeline: Timeline, orients: Bool = false
  ) -> CALayer {
    let turnsAlong = orients && !transform.position.isConstant
    if transform.isStatic && !turnsAlong {
      layer.setStatic(transform)
      return layer
    }
    setPoint("anchorPoint", of: layer, to: transform.anchor, on: timeline)
    setScale(transform.scale, of: layer, on: timeline)
    var outer = layer
    if transform.hasSkew {
      outer = .carrier([outer])
      setSkew(transform, of: outer, on: timeline)
    }
    if transform.hasSkew || needsOwnLayer(transform) { outer = .carrier([outer]) }
    setRotation(transform, of: outer, on: timeline)
    if turnsAlong {
      outer = .carrier([outer])
      let way = transform.position.way(on: timeline).settled(within: timeline.duration)
      setWay("position", of: outer, toPlaced: way, duration: timeline.duration, turns: true)
    } else {
      setPosition(transform.position, of: outer, on: timeline)
    }
    return outer
  }

  /// Whether rotation and scale are ambiguous in one matrix while they move.
  private func needsOwnLayer(_ transform: LottieTransform) -> Bool {
    if transform.tumbles { return true }
    let rotations = [transform.rotation.x, transform.rotation.y, transform.rotation.z]
    let turns = rotations.contains { $0.constant != 0 }
    guard turns, !(rotations.allSatisfy(\.isConstant) && transform.scale.isConstant) else { return false }
    return !transform.scale.isConstant || transform.scale.first.contains { $0 <= 0 }
  }

  private func setPosition(_ position: LottieTransform.Position, of layer: CALayer, on timeline: Timeline) {
    switch position {
    case .together(let track): setPoint("position", of: layer, to: track, on: timeline)
    case .apart(let x, let y):
      set("position.x", of: layer, to: x, on: timeline) { $0 }
      set("position.y", of: layer, to: y, on: timeline) { $0 }
    }
  }

  private func setScale(_ scale: Track<[Double]>, of layer: CALayer, on timeline: Timeline) {
    if let scale = scale.constant?.point {
      layer.transform = CATransform3DMakeScale(scale.x, scale.y, 1)
      return
    }
    // The model value stays: read back from a matrix, two negative scales at once would be a half turn.
    animate("transform.scale.x", of: layer, by: scale.component(0), on: timeline)
    animate("transform.scale.y", of: layer, by: scale.component(1), on: timeline)
  }

  private func setRotation(_ transform: LottieTransform, of layer: CALayer, on timeline: Timeline) {
    if transform.tumbles { return setTumbling(transform, of: layer, on: timeline) }
    let axes = [("x", transform.rotation.x), ("y", transform.rotation.y), ("z", transform.rotation.z)]
    for (axis, track) in axes where track.constant != 0 {
      set("transform.rotation.\(axis)", of: layer, to: track, on: timeline) { $0 * .pi / 180 }
    }
  }

  /// Animates a rotation about several axes, whose order differs from that of `transform.rotation`'s components.
  private func setTumbling(_ transform: LottieTransform, of layer: CALayer, on timeline: Timeline) {
    let rotation = transform.rotation
    let (x, y, z) = (timeline.placed(rotation.x), timeline.placed(rotation.y), timeline.placed(rotation.z))
    let track = Track<PlaneMatrix>.combining([x, y, z].map(\.timing), isLinear: false, timeline: timeline) {
      PlaneMatrix(rotation: (x.value(at: $0), y.value(at: $0), z.value(at: $0)))
    }
    set("transform", of: layer, toPlaced: track, duration: timeline.duration) {
      // No interpolation leads to a plane seen edge-on (12.11), so that it keeps a trace of its width.
      let isFlat = abs($0.matrix.determinant) < 1e-6
      return CATransform3DMakeAffineTransform(isFlat ? $0.matrix.widened(by: 1e-3) : $0.matrix)
    }
  }

  private func setSkew(_ transform: LottieTransform, of layer: CALayer, on timeline: Timeline) {
    let (skew, axis) = (timeline.placed(transform.skew), timeline.placed(transform.skewAxis))
    let track = Track<PlaneMatrix>.combining([skew.timing, axis.timing], isLinear: false, timeline: timeline) {
      PlaneMatrix(degrees: skew.value(at: $0), axis: axis.value(at: $0))
    }
    set("transform", of: layer, toPlaced: track, duration: timeline.duration) {
      CATransform3DMakeAffineTransform($0.matrix)
    }
  }
}

extension CGAffineTransform {
  /// Returns the transform with some width at least: a narrow strip for a line, a small square for a point.
  fileprivate func widened(by width: CGFloat) -> CGAffineTransform {
    var wide = self
    let (x, y) = (hypot(a, b), hypot(c, d))
    if max(x, y) < width {
      (wide.a, wide.b, wide.c, wide.d) = (width, 0, 0, width)
    } else if x >= y {
      (wide.c, wide.d) = (c - b / x * width, d + a / x * width)
    } else {
      (wide.a, wide.b) = (a + d / y * width, b - c / y * width)
    }
    return wide
  }
}

/// The linear part of a transform: its matrix without translations.
struct PlaneMatrix: Blendable {
  var matrix: CGAffineTransform

  /// Creates a skew along an axis: a rotation to it, a skew along x, and the rotation back.
  init(degrees: Double, axis: Double) {
    // A skew of 90 degrees is infinite; at this one nothing is visible, either.
    let steepest = 1e5
    let slant = min(max(tan(-degrees.remainder(dividingBy: 180) * .pi / 180), -steepest), steepest)
    let turn = axis * .pi / 180
    matrix = CGAffineTransform(rotationAngle: turn)
      .concatenating(CGAffineTransform(a: 1, b: 0, c: slant, d: 1, tx: 0, ty: 0))
      .concatenating(CGAffineTransform(rotationAngle: -turn))
  }

  /// Creates a rotation about z, then y, then x, in degrees, seen from infinitely far.
  init(rotation: (x: Double, y: Double, z: Double)) {
    let turn = CATransform3D.turn(rotation)
    matrix = CGAffineTransform(a: turn.m11, b: turn.m12, c: turn.m21, d: turn.m22, tx: 0, ty: 0)
  }

  func blended(to other: PlaneMatrix, _ fraction: Double) -> PlaneMatrix {
    var result = self
    result.matrix.a += (other.matrix.a - matrix.a) * fraction
    result.matrix.b += (other.matrix.b - matrix.b) * fraction
    result.matrix.c += (other.matrix.c - matrix.c) * fraction
    result.matrix.d += (other.matrix.d - matrix.d) * fraction
    return result
  }
}

extension CATransform3D {
  /// Returns a rotation about z, then y, then x, in degrees.
  fileprivate static func turn(_ rotation: (x: Double, y: Double, z: Double)) -> CATransform3D {
    var matrix = CATransform3DIdentity
    for (angle, x, y, z) in [(rotation.z, 0.0, 0.0, 1.0), (rotation.y, 0, 1, 0), (rotation.x, 1, 0, 0)]
    where angle != 0 {
      matrix = CATransform3DConcat(matrix, CATransform3DMakeRotation(angle * .pi / 180, x, y, z))
    }
    return matrix
  }
}

extension LottieTransform {
  /// Whether the rotation is about several axes, and moves.
  fileprivate var tumbles: Bool {
    let axes = [rotation.x, rotation.y, rotation.z].filter { $0.constant != 0 }
    return axes.count > 1 && !axes.allSatisfy(\.isConstant)
  }

  /// The constant matrix of a transform, without its translations.
  fileprivate var staticTurn: CATransform3D {
    let scale = scale.first.point
    var matrix = CATransform3DMakeScale(scale.x, scale.y, 1)
    if let skew = skew.constant, skew != 0 {
      let slant = PlaneMatrix(degrees: skew, axis: skewAxis.first)
      matrix = CATransform3DConcat(matrix, CATransform3DMakeAffineTransform(slant.matrix))
    }
    return CATransform3DConcat(matrix, .turn((rotation.x.first, rotation.y.first, rotation.z.first)))
  }

  var staticMatrix: CATransform3D {
    let (anchor, position) = (anchor.first.point, position.point(at: 0))
    let centred = CATransform3DConcat(CATransform3DMakeTranslation(-anchor.x, -anchor.y, 0), staticTurn)
    return CATransform3DConcat(centred, CATransform3DMakeTranslation(position.x, position.y, 0))
  }
}

extension LottieTransform.Position {
  /// Returns both dimensions as one way, over seconds of the film.
  fileprivate func way(on timeline: Timeline) -> Track<[Double]> {
    let (x, y): (Track<Double>, Track<Double>)
    switch self {
    case .together(let track):
      let placed = timeline.placed(track)
      guard placed.keyframes.contains(where: { $0.easing.count > 1 && $0.curve == nil }) else { return placed }
      (x, y) = (placed.component(0), placed.component(1))
    case .apart(let first, let second): (x, y) = (timeline.placed(first), timeline.placed(second))
    }
    return .combining([x.timing, y.timing], isLinear: true, timeline: timeline) { [x.value(at: $0), y.value(at: $0)] }
  }
}
