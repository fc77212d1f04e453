// The transform of a layer, a group or a repeater: "ks", "tr".

import CoreGraphics
import Documents
import Foundation

/// A transform, over frames of its composition.
struct LottieTransform {
  /// The position of the layer's point ``anchor``, in the space of its parent.
  var position: Position
  /// The point that it turns and grows about.
  var anchor: Track<[Double]>
  /// 1 for its own size.
  var scale: Track<[Double]>
  /// About the axes, in degrees, clockwise on the screen.
  var rotation: (x: Track<Double>, y: Track<Double>, z: Track<Double>)
  /// Degrees of the slant, and of its axis.
  var (skew, skewAxis): (Track<Double>, Track<Double>)
  /// 0...1.
  var opacity: Track<Double>
  /// The path in the document, which tells it from other transforms.
  var path: LottiePath

  enum Position {
    case together(Track<[Double]>)
    /// Split dimensions.
    case apart(x: Track<Double>, y: Track<Double>)

    var isConstant: Bool {
      switch self {
      case .together(let track): track.isConstant
      case .apart(let x, let y): x.isConstant && y.isConstant
      }
    }

    func point(at time: Double) -> CGPoint {
      switch self {
      case .together(let track): track.value(at: time).point
      case .apart(let x, let y): CGPoint(x: x.value(at: time), y: y.value(at: time))
      }
    }
  }

  /// Whether nothing but the opacity moves.
  var isStatic: Bool {
    position.isConstant && anchor.isConstant && scale.isConstant && skew.isConstant && skewAxis.isConstant
      && rotation.x.isConstant && rotation.y.isConstant && rotation.z.isConstant
  }

  /// Whether it turns out of the plane.
  var isThreeDimensional: Bool {
    rotation.x.constant != 0 || rotation.y.constant != 0
  }

  var hasSkew: Bool { skew.constant != 0 }
}

extension LottieReading {
  /// Reads a transform; one that is not there changes nothing.
  func transform(_ node: LottieNode?, at path: LottiePath) throws(SceneFileError) -> LottieTransform {
    let position: LottieTransform.Position
    if let p = node?["p"], p.flag("s") || (p["x"]?["k"] != nil && p["k"] == nil) {
      position = try .apart(x: scalar(p["x"], default: 0), y: scalar(p["y"], default: 0))
      if let z = p["z"], try scalar(z, default: 0).constant != 0 { note("depth (z) is not drawn", at: z.path) }
    } else {
      let track = try place(node?["p"])
      if let p = node?["p"], track.keyframes.contains(where: { $0.value.count > 2 && $0.value[2] != 0 }) {
        note("depth (z) is not drawn", at: p.path)
      }
      position = .together(track)
    }
    var rotation = try (
      x: scalar(node?["rx"], default: 0), y: scalar(node?["ry"], default: 0),
      z: scalar(node?["r"] ?? node?["rz"], default: 0)
    )
    if let orientation = node?["or"] {
      let track = try vector(orientation, default: [0, 0, 0])
      if let angles = track.constant, angles.count == 3, angles != [0, 0, 0] {
        if rotation.x.constant == 0 { rotation.x = Track(angles[0]) }
        if rotation.y.constant == 0 { rotation.y = Track(angles[1]) }
        rotation.z = rotation.z.map { $0 + angles[2] }
      } else if track.constant == nil {
        if rotation.x.constant == 0 { rotation.x = track.map { $0.first ?? 0 } }
        if rotation.y.constant == 0 { rotation.y = track.map { $0.count > 1 ? $0[1] : 0 } }
        if rotation.z.constant == 0 { rotation.z = track.map { $0.count > 2 ? $0[2] : 0 } }
      }
    }
    return try LottieTransform(
      position: position, anchor: place(node?["a"]),
      scale: vector(node?["s"], default: [100, 100]).map { $0.map { $0 / 100 } }, rotation: rotation,
      skew: scalar(node?["sk"], default: 0), skewAxis: scalar(node?["sa"], default: 0),
      opacity: scalar(node?["o"], default: 100, unit: 0.01), path: node?.path ?? path)
  }
}
