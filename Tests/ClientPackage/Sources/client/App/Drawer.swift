// A panel at the lower edge that is pulled up by a finger, and finds its own way when it is let go.

import UIKit

class Drawer: UIView {
  let panel = UIView()
  private(set) var isOpen = false
  private var animator: UIViewPropertyAnimator?

  override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    panel.backgroundColor = .systemTeal
    panel.layer.cornerRadius = 8
    panel.alpha = 0.5
    panel.frame = CGRect(x: 0, y: frame.height - 20, width: frame.width, height: frame.height)
    addSubview(panel)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private var restingY: CGFloat { isOpen ? bounds.midY + 20 : bounds.midY + bounds.height - 20 }

  func beginDrag() {
    animator?.stopAnimation(true)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut)
    animator.addAnimations { [unowned self] in
      isOpen.toggle()
      panel.center.y = restingY
      panel.alpha = isOpen ? 1 : 0.5
    }
    animator.addCompletion { [weak self] position in
      guard let self = self else { return }
      if position == .start { self.isOpen.toggle() }
      self.animator = nil
    }
    animator.pauseAnimation()
    self.animator = animator
  }

  /// - Parameter fraction: of the way.
  func drag(to fraction: CGFloat) { animator?.fractionComplete = fraction }

  func endDrag(cancelled: Bool) {
    animator?.isReversed = cancelled
    animator?.continueAnimation(
      withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 0.5)
  }

  /// Opens or closes with a bounce.
  func toggle(completion: ((Bool) -> Void)? = nil) {
    isOpen.toggle()
    UIView.animate(springDuration: 0.5, bounce: 0.3) {
      panel.center.y = restingY
    } completion: {
      completion?($0)
    }
  }
}
