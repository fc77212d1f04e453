// Pages side by side, with dots below; and a card that fingers drag, pinch and turn.

import UIKit

final class Pager: UIView, UIScrollViewDelegate {
  let scrollView = UIScrollView()
  private(set) var dots: [CALayer] = []
  private(set) var moves = 0

  init(frame: CGRect, colors: [UIColor]) {
    super.init(frame: frame)
    scrollView.frame = bounds
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.contentSize = CGSize(width: bounds.width * CGFloat(colors.count), height: bounds.height)
    scrollView.delegate = self
    addSubview(scrollView)
    for (index, color) in colors.enumerated() {
      let page = UIView(frame: bounds.offsetBy(dx: bounds.width * CGFloat(index), dy: 0))
      page.backgroundColor = color
      scrollView.addSubview(page)
      let dot = CALayer()
      dot.frame = CGRect(x: 10 + 16 * index, y: Int(bounds.height) - 16, width: 8, height: 8)
      dot.cornerRadius = 4
      layer.addSublayer(dot)
      dots.append(dot)
    }
    scrollViewDidScroll(scrollView)
  }

  required init?(coder: NSCoder) { fatalError("not from a nib") }

  var page: Int { return Int((scrollView.contentOffset.x / max(bounds.width, 1)).rounded()) }

  func go(to page: Int) {
    scrollView.setContentOffset(CGPoint(x: bounds.width * CGFloat(page), y: 0), animated: true)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    moves += 1
    for (index, dot) in dots.enumerated() {
      dot.backgroundColor = (index == page ? UIColor.black : UIColor.white).cgColor
    }
  }
}

final class DraggedCard: UIView {
  private lazy var pan = UIPanGestureRecognizer(target: self, action: #selector(self.dragged(_:)))
  private(set) var turns = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .purple
    isMultipleTouchEnabled = true
    pan.maximumNumberOfTouches = 1
    addGestureRecognizer(pan)
    let pinch = UIPinchGestureRecognizer(target: self, action: #selector(pinched))
    let double = UITapGestureRecognizer()
    double.numberOfTapsRequired = 2
    double.addTarget(self, action: #selector(turned))
    gestureRecognizers?.append(pinch)
    addGestureRecognizer(double)
  }

  required init?(coder: NSCoder) { fatalError("not from a nib") }

  @objc private func dragged(_ gesture: UIPanGestureRecognizer) {
    guard gesture.state == .began || gesture.state == .changed, let parent = superview else { return }
    let way = gesture.translation(in: parent)
    center = CGPoint(x: center.x + way.x, y: center.y + way.y)
    gesture.setTranslation(.zero, in: parent)
  }

  @objc func pinched(gesture: UIPinchGestureRecognizer) {
    transform = transform.scaledBy(x: gesture.scale, y: gesture.scale)
    gesture.scale = 1
  }

  @objc func turned() { turns += 1 }
}
