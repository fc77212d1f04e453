// A neutral scene as a layer tree: made once of the classes that an app would take, then moved frame by frame by
// setting what changes, with actions off.

import Foundation
import ImageIO
import Multiplane
import QuartzCore
import SceneFiles

final class Stage {
  let scene: NeutralScene
  let root = CALayer()
  let renderer: OffscreenRenderer
  private var images: [String: CGImage] = [:]
  private var motions: [Motion] = []
  /// The layer of a Lottie file, which runs by the renderer's time.
  private var film: CALayer?

  init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    scene = try JSONDecoder().decode(NeutralScene.self, from: Data(contentsOf: url))
    let size = CGSize(width: scene.size[0], height: scene.size[1])
    renderer = try OffscreenRenderer(size: size, options: .init(background: Self.color(scene.background)))
    for (name, file) in scene.images {
      let place = URL(fileURLWithPath: file, relativeTo: url)
      guard let source = CGImageSourceCreateWithURL(place, nil),
        let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
      else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: place.path]) }
      images[name] = image
    }
    root.frame = CGRect(origin: .zero, size: size)
    for layer in scene.layers { root.addSublayer(make(layer)) }
    if let path = scene.lottie { try addFilm(URL(fileURLWithPath: path), size: size) }
    show(frame: 0)
  }

  static func color(_ c: [Double]) -> CGColor { CGColor(red: c[0], green: c[1], blue: c[2], alpha: c[3]) }

  /// Puts the tree at a frame of the scene.
  ///
  /// - Parameter now: the renderer's time, at which the frame is drawn.
  func show(frame: Int, at now: Double = 0) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let time = Double(frame) / scene.frameRate
    for motion in motions { motion.apply(time, frame) }
    if let film, abs(now - film.beginTime - time) > 1e-6 { film.beginTime = now - time }
    CATransaction.commit()
  }

  /// Adds a Lottie file's layer, as large as the scene.
  private func addFilm(_ url: URL, size: CGSize) throws {
    let lottie = try LottieScene(contentsOf: url)
    let layer = lottie.rootLayer
    layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    layer.transform = CATransform3DMakeScale(size.width / lottie.size.width, size.height / lottie.size.height, 1)
    root.addSublayer(layer)
    film = layer
  }

  private func make(_ d: SceneLayer) -> CALayer {
    let layer: CALayer
    var anchor = CGPoint.zero
    if let outline = d.outline {
      layer = shape(outline, size: d.size)
    } else if let label = d.label {
      layer = text(label)
      // A label's box begins at its text, and does not cut it off.
      anchor = CGPoint(x: -d.size[0] / 2, y: -d.size[1] / 2)
    } else {
      layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: d.size[0], height: d.size[1])
    }
    decorate(layer, d)
    let motion = Motion(layer, d, anchor: anchor)
    motion.apply(0, 0)
    if let moving = motion.movingPart { motions.append(moving) }
    for child in d.children ?? [] { layer.addSublayer(make(child)) }
    return layer
  }

  private func shape(_ outline: SceneLayer.Outline, size: [Double]) -> CAShapeLayer {
    let layer = CAShapeLayer()
    // An outline's points lie about the middle of its box.
    layer.bounds = CGRect(x: -size[0] / 2, y: -size[1] / 2, width: size[0], height: size[1])
    layer.fillColor = Self.color(outline.fill)
    layer.strokeColor = Self.color(outline.stroke.color)
    layer.lineWidth = outline.stroke.width
    return layer
  }

  private func text(_ label: SceneLayer.Label) -> CATextLayer {
    let layer = CATextLayer()
    layer.font = "DejaVuSans" as CFTypeRef
    layer.fontSize = label.size
    layer.foregroundColor = Self.color(label.color)
    layer.string = label.counts == true ? label.text + " 0000" : label.text
    layer.anchorPoint = .zero
    layer.bounds = CGRect(origin: .zero, size: layer.preferredFrameSize())
    return layer
  }

  private func decorate(_ layer: CALayer, _ d: SceneLayer) {
    if let fill = d.fill { layer.backgroundColor = Self.color(fill) }
    if let name = d.image { layer.contents = images[name] }
    if let radius = d.radius { layer.cornerRadius = radius }
    if let border = d.border {
      layer.borderWidth = border.width
      layer.borderColor = Self.color(border.color)
    }
    if d.clips == true { layer.masksToBounds = true }
    if let shadow = d.shadow {
      layer.shadowColor = CGColor(red: shadow.color[0], green: shadow.color[1], blue: shadow.color[2], alpha: 1)
      layer.shadowOpacity = Float(shadow.color[3])
      layer.shadowRadius = shadow.sigma
      layer.shadowOffset = CGSize(width: shadow.offset[0], height: shadow.offset[1])
    }
    if let name = d.mask {
      let mask = CALayer()
      mask.frame = layer.bounds
      mask.contents = images[name]
      layer.mask = mask
    }
    if let distance = d.perspective {
      var transform = CATransform3DIdentity
      transform.m34 = -1 / distance
      layer.sublayerTransform = transform
    }
    if let depth = d.depth { layer.zPosition = depth.at(0) }
  }
}
