// A tile in a groove, which each tap sends to the other end, also while it is on its way: it slows down and comes back
// without a jolt. On the way it turns, and becomes narrow and round.

import UIKit

final class Groove: UIView {
  let tile = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 40))
  private(set) var isRight = false
  /// Whether each way came to its end.
  private(set) var arrivals: [Bool] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(white: 0.9, alpha: 1)
    tile.backgroundColor = .red
    addSubview(tile)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func tap() {
    isRight.toggle()
    UIView.animate(withDuration: 1) {
      self.tile.center.x = self.isRight ? self.bounds.width - 30 : 30
      self.tile.bounds.size.width = self.isRight ? 20 : 40
      self.tile.transform = CGAffineTransform(rotationAngle: self.isRight ? .pi / 2 : 0)
      self.tile.layer.cornerRadius = self.isRight ? 10 : 0
    } completion: { finished in
      self.arrivals.append(finished)
    }
  }
}
