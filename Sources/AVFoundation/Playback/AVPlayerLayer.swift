// The layer that shows a player's pictures: their tree lies in it as a sublayer, whose time is that of the item.
//
// Tested by AVPlayerTests.

public import Foundation
public import QuartzCore

/// Shows the pictures of a player's item.
///
/// It follows its player's clock: a tree whose renderer or host has another one shows another time.
open class AVPlayerLayer: CALayer {
  /// Turns the pictures upright, and places them.
  private var holder: CALayer?
  private var stage: CALayer?

  /// A layer without a player.
  public override init() { super.init() }

  /// A copy for presentation.
  public override init(layer: Any) {
    if let layer = layer as? AVPlayerLayer { (player, videoGravity) = (layer.player, layer.videoGravity) }
    super.init(layer: layer)
  }

  /// Layers are not archived here: traps. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A layer of a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    show(player)
  }

  /// Sets the player outside the initialiser: property observers do not run for values that an initialiser sets.
  private func show(_ player: AVPlayer?) { self.player = player }

  /// The player. Default: nil.
  open var player: AVPlayer? {
    didSet {
      guard oldValue !== player else { return }
      oldValue?.remove(self)
      player?.add(self)
      playerItemChanged()
    }
  }

  /// The placement of the pictures in the bounds. Default: `resizeAspect`.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { setNeedsLayout() }
  }

  /// The rectangle of the pictures, in the layer's coordinates; zero if it shows no pictures.
  open var videoRect: CGRect {
    player?.currentItem.map { videoGravity.rect(of: $0.presentationSize, in: bounds) } ?? .zero
  }

  /// Whether the layer has pictures to show.
  open var isReadyForDisplay: Bool { stage != nil }

  /// Places the pictures.
  open override func layoutSublayers() {
    super.layoutSublayers()
    guard let holder, let stage else { return }
    let (rect, size) = (videoRect, stage.bounds.size)
    guard size.width > 0, size.height > 0 else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    holder.position = rect.origin
    holder.setAffineTransform(CGAffineTransform(scaleX: rect.width / size.width, y: rect.height / size.height))
    holder.isGeometryFlipped = isYUp(below: nil, rootIsYUp: host?.isYUp ?? false)
    CATransaction.commit()
  }
}

extension AVPlayerLayer: PlayerFollower {
  final func playerMoved() {
    guard let stage, let player else { return }
    player.drive(stage, at: convertTime(player.clock.now, from: nil))
  }

  final func playerItemChanged() {
    holder?.removeFromSuperlayer()
    (holder, stage) = (nil, nil)
    guard let item = player?.currentItem, let plan = try? item.plan.get(), !plan.parts.isEmpty else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let stage = FilmStage(plan, pool: item.pool).layer
    let holder = CALayer()
    holder.anchorPoint = .zero
    holder.bounds = stage.bounds
    holder.addSublayer(stage)
    insertSublayer(holder, at: 0)
    (self.holder, self.stage) = (holder, stage)
    CATransaction.commit()
    setNeedsLayout()
    playerMoved()
  }
}
