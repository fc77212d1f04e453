// A layer in the time of a player's item.
//
// Tested by AVPlayerTests.

public import Foundation
public import QuartzCore

/// A layer whose time, and that of all in it, is that of a player's item: the second 0 is the item's beginning.
///
/// Animations in it begin at ``AVCoreAnimationBeginTimeAtZero`` or later, and stay where `isRemovedOnCompletion` is
/// false.
open class AVSynchronizedLayer: CALayer {
  /// A layer without an item.
  public override init() { super.init() }

  /// A copy for presentation.
  public override init(layer: Any) {
    if let layer = layer as? AVSynchronizedLayer { playerItem = layer.playerItem }
    super.init(layer: layer)
  }

  /// Layers are not archived here: traps. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A layer in the time of an item, which a player has already.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    follow(playerItem)
  }

  /// Sets the item outside the initialiser: property observers do not run for values that an initialiser sets.
  private func follow(_ item: AVPlayerItem?) { playerItem = item }

  /// The item, which a player has already; nil, the default, for a layer of its own time.
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
