// Tested by AVPlayerTests.

public import Foundation
public import QuartzCore

/// A layer that shows the pictures of a player's item, by the player's clock: a tree of a renderer or host with another
/// clock shows other times.
open class AVPlayerLayer: CALayer {
  /// The layer that turns the pictures upright and places them.
  private var holder: CALayer?
  private var stage: CALayer?

  /// Creates a layer without a player.
  public override init() { super.init() }

  /// Creates a copy for presentation.
  public override init(layer: Any) {
    if let layer = layer as? AVPlayerLayer { (player, videoGravity) = (layer.player, layer.videoGravity) }
    super.init(layer: layer)
  }

  /// Traps: layers are not archived here. Declared so that subclasses can override it.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a layer of a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    show(player)
  }

  /// Sets the player from an initialiser, where property observers do not run otherwise.
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
    let stage = AssetStage(plan, pool: item.pool).layer
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

/// A layer with the time of a player's item: the second 0 is the item's beginning.
///
/// Animations in it begin at ``AVCoreAnimationBeginTimeAtZero`` or later, and stay if `isRemovedOnCompletion` is false.
open class AVSynchronizedLayer: CALayer {
  /// Creates a layer without an item.
  public override init() { super.init() }

  /// Creates a copy for presentation.
  public override init(layer: Any) {
    if let layer = layer as? AVSynchronizedLayer { playerItem = layer.playerItem }
    super.init(layer: layer)
  }

  /// Traps: layers are not archived here. Declared so that subclasses can override it.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a layer in the time of an item that a player has already.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    follow(playerItem)
  }

  /// Sets the item from an initialiser, where property observers do not run otherwise.
  private func follow(_ item: AVPlayerItem?) { playerItem = item }

  /// The item, which a player has already; nil, the default, for the layer's own time.
  open var playerItem: AVPlayerItem? {
    didSet {
      guard oldValue !== playerItem else { return }
      oldValue?.player?.remove(self)
      playerItem?.player?.add(self)
      playerMoved()
    }
  }
}

extension AVSynchronizedLayer: PlayerFollower {
  final func playerMoved() {
    guard let player = playerItem?.player, player.currentItem === playerItem else { return }
    let time = player.clock.now
    player.drive(self, at: superlayer?.convertTime(time, from: nil) ?? time)
  }

  final func playerItemChanged() { playerMoved() }
}

/// The placement of pictures in the layer that shows them.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// Apple's string for the constant.
  public let rawValue: String
  /// Creates a constant from its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The picture fits the layer as a whole.
  public static let resizeAspect = Self(rawValue: "AVLayerVideoGravityResizeAspect")
  /// The picture fills the layer, which crops it.
  public static let resizeAspectFill = Self(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// The picture is stretched to the layer.
  public static let resize = Self(rawValue: "AVLayerVideoGravityResize")

  /// Returns the rectangle of pictures of a size within a layer's bounds.
  func rect(of size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else { return .zero }
    guard self != .resize else { return bounds }
    let (across, down) = (bounds.width / size.width, bounds.height / size.height)
    let scale = self == .resizeAspectFill ? max(across, down) : min(across, down)
    let (width, height) = (size.width * scale, size.height * scale)
    return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
  }
}

/// Returns the largest centred rectangle of an aspect ratio within another rectangle.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  AVLayerVideoGravity.resizeAspect.rect(of: aspectRatio, in: boundingRect)
}
