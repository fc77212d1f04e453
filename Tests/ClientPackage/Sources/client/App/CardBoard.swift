// A board of views and the block animations of an app's screen.

import UIKit

final class CardBoard: UIView {
  let card = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 40))
  let front = UIImageView(image: nil)
  let back = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(white: 0.9, alpha: 1)
    card.backgroundColor = .red
    card.layer.cornerRadius = 4
    front.frame = CGRect(x: 60, y: 10, width: 30, height: 30)
    front.contentMode = .scaleAspectFill
    front.clipsToBounds = true
    back.frame = front.frame
    [card, front].forEach(addSubview)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func slide(to center: CGPoint, completion: ((Bool) -> Void)? = nil) {
    UIView.animate(
      withDuration: 1, delay: 0.5, options: [.curveLinear, .beginFromCurrentState],
      animations: { [weak self] in
        self?.card.center = center
        self?.card.alpha = 0.5
      }, completion: completion)
  }

  func appear() {
    card.alpha = 0
    card.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      self.card.alpha = 1
      self.card.transform = .identity
    }
  }

  func fade(then next: @escaping () -> Void) {
    UIView.animate(withDuration: 0.25) {
      self.card.alpha = 0
    } completion: { finished in
      if finished { next() }
    }
  }

  func highlight() {
    UIView.animate(withDuration: 0.3) { self.card.backgroundColor = .systemYellow }
  }

  func drop() {
    UIView.animate(
      withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.4, initialSpringVelocity: 0, options: [],
      animations: { self.card.transform = CGAffineTransform(translationX: 0, y: 100).rotated(by: .pi / 6) })
  }

  func pulse() {
    UIView.animate(
      withDuration: 0.5, delay: 0, options: [.repeat, .autoreverse, .curveEaseInOut],
      animations: { self.card.transform = CGAffineTransform(scaleX: 2, y: 2) }, completion: nil)
  }

  func walk(completion: @escaping (Bool) -> Void) {
    let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    UIView.animateKeyframes(
      withDuration: 2, delay: 0, options: [.calculationModeLinear, linear],
      animations: {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          self.card.center.x += 100
        }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          self.card.center.y += 50
        }
      }, completion: completion)
  }

  func swapImage(_ image: UIImage?, completion: ((Bool) -> Void)?) {
    UIView.transition(
      with: front, duration: 0.4, options: .transitionCrossDissolve, animations: { self.front.image = image },
      completion: completion)
  }

  func flip(completion: ((Bool) -> Void)? = nil) {
    UIView.transition(
      from: front, to: back, duration: 0.6, options: [.transitionFlipFromLeft, .curveEaseOut], completion: completion)
  }
}
