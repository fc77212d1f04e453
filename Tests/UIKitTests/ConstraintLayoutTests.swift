import Synchronization
import TestSupport
import Testing
import UIKit

/// A view of an intrinsic size.
final class SizedView: UIView {
  var size: CGSize {
    didSet { invalidateIntrinsicContentSize() }
  }

  init(_ width: CGFloat, _ height: CGFloat) {
    size = CGSize(width: width, height: height)
    super.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = false
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize { size }
}

/// A subview that constraints place.
func placedView(in superview: UIView) -> UIView {
  let view = UIView()
  view.translatesAutoresizingMaskIntoConstraints = false
  superview.addSubview(view)
  return view
}

/// Returns the notes that a body causes; for suites that run one test after another.
func notes(during body: () throws -> Void) rethrows -> [String] {
  final class Heard: Sendable { let texts = Mutex<[String]>([]) }
  let heard = Heard()
  Notes.listener = { text in heard.texts.withLock { $0.append(text) } }
  defer { Notes.listener = nil }
  try body()
  return heard.texts.withLock { $0 }
}

/// Numbers here are whole points, so that they are the same at every scale of the screen; those of fractions stand in
/// EnvironmentTests below.
@Suite struct ConstraintLayoutTests {
  private let root = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))

  @Test("An attribute is multiplier times another attribute plus a constant")
  func equation() {
    let (a, b) = (placedView(in: root), placedView(in: root))
    NSLayoutConstraint.activate([
      NSLayoutConstraint(
        item: a, attribute: .leading, relatedBy: .equal, toItem: root, attribute: .leading, multiplier: 1,
        constant: 20),
      NSLayoutConstraint(
        item: a, attribute: .top, relatedBy: .equal, toItem: root, attribute: .top, multiplier: 1, constant: 10),
      NSLayoutConstraint(
        item: a, attribute: .width, relatedBy: .equal, toItem: root, attribute: .width, multiplier: 0.5, constant: -30),
      NSLayoutConstraint(
        item: a, attribute: .height, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
        constant: 40),
      b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 8),
      b.centerYAnchor.constraint(equalTo: a.centerYAnchor),
      b.widthAnchor.constraint(equalTo: b.heightAnchor, multiplier: 3),
      b.heightAnchor.constraint(equalTo: a.heightAnchor, multiplier: 0.5),
    ])
    root.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 20, y: 10, width: 130, height: 40))
    #expect(b.frame == CGRect(x: 158, y: 20, width: 60, height: 20))
  }

  @Test("Multipliers of places count from the view that keeps the constraint, wherever that is")
  func multiplierOfPlaces() {
    let window = UIView(frame: CGRect(x: 0, y: 0, width: 500, height: 500))
    root.frame.origin = CGPoint(x: 100, y: 100)
    window.addSubview(root)
    let view = placedView(in: root)
    NSLayoutConstraint.activate([
      NSLayoutConstraint(
        item: view, attribute: .centerX, relatedBy: .equal, toItem: root, attribute: .trailing, multiplier: 0.25,
        constant: 0),
      NSLayoutConstraint(
        item: view, attribute: .bottom, relatedBy: .equal, toItem: root, attribute: .centerY, multiplier: 0.5,
        constant: 0),
      view.widthAnchor.constraint(equalToConstant: 40), view.heightAnchor.constraint(equalToConstant: 30),
    ])
    window.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 60, y: 20, width: 40, height: 30))
  }

  @Test("Constraints between views of several depths, and a guide")
  func depths() {
    let outer = placedView(in: root)
    let inner = placedView(in: outer)
    let other = placedView(in: root)
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      outer.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 50),
      outer.topAnchor.constraint(equalTo: root.topAnchor, constant: 50),
      inner.leftAnchor.constraint(equalTo: outer.leftAnchor, constant: 10),
      inner.topAnchor.constraint(equalTo: outer.topAnchor, constant: 10),
      outer.rightAnchor.constraint(equalTo: inner.rightAnchor, constant: 10),
      outer.bottomAnchor.constraint(equalTo: inner.bottomAnchor, constant: 10),
      inner.widthAnchor.constraint(equalToConstant: 30), inner.heightAnchor.constraint(equalToConstant: 20),
      guide.leftAnchor.constraint(equalTo: inner.rightAnchor),
      guide.rightAnchor.constraint(equalTo: root.rightAnchor),
      guide.topAnchor.constraint(equalTo: inner.topAnchor), guide.heightAnchor.constraint(equalToConstant: 60),
      other.centerXAnchor.constraint(equalTo: guide.centerXAnchor),
      other.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      other.widthAnchor.constraint(equalToConstant: 10), other.heightAnchor.constraint(equalToConstant: 10),
    ])
    root.layoutIfNeeded()
    #expect(outer.frame == CGRect(x: 50, y: 50, width: 50, height: 40))
    #expect(inner.frame == CGRect(x: 10, y: 10, width: 30, height: 20))
    #expect(guide.layoutFrame == CGRect(x: 90, y: 60, width: 230, height: 60))
    #expect(other.frame == CGRect(x: 200, y: 110, width: 10, height: 10))
    #expect(root.constraints.count == 8 && outer.constraints.count == 4 && inner.constraints.count == 2)
  }

  @Test("Margins and the safe area as guides and as attributes")
  func margins() {
    root.layoutMargins = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    let (a, b) = (placedView(in: root), placedView(in: root))
    let guide = root.layoutMarginsGuide
    #expect(guide === root.layoutMarginsGuide && guide.owningView === root)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: guide.leadingAnchor), a.topAnchor.constraint(equalTo: guide.topAnchor),
      a.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      a.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      NSLayoutConstraint(
        item: b, attribute: .left, relatedBy: .equal, toItem: root, attribute: .leftMargin, multiplier: 1, constant: 0),
      NSLayoutConstraint(
        item: b, attribute: .bottom, relatedBy: .equal, toItem: root, attribute: .bottomMargin, multiplier: 1,
        constant: 0),
      b.widthAnchor.constraint(equalTo: root.safeAreaLayoutGuide.widthAnchor),
      b.heightAnchor.constraint(equalToConstant: 5),
    ])
    root.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 20, y: 10, width: 260, height: 160))
    #expect(b.frame == CGRect(x: 20, y: 165, width: 320, height: 5))
    root.layoutMargins = .zero
    root.layoutIfNeeded()
    #expect(a.frame == root.bounds)
  }

  @Test("The stronger of hugging and resistance keeps its intrinsic size")
  func priorities() {
    let (a, b) = (SizedView(50, 20), SizedView(70, 20))
    root.addSubview(a)
    root.addSubview(b)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor), b.leadingAnchor.constraint(equalTo: a.trailingAnchor),
      b.trailingAnchor.constraint(equalTo: root.trailingAnchor),
    ])
    a.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
    root.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 0, y: 0, width: 50, height: 20))
    #expect(b.frame == CGRect(x: 50, y: 0, width: 270, height: 20))
    b.setContentHuggingPriority(.defaultHigh, for: .horizontal)
    root.layoutIfNeeded()
    #expect(a.frame.width == 250 && b.frame.width == 70)
    root.frame.size.width = 100
    b.setContentCompressionResistancePriority(UILayoutPriority(749), for: .horizontal)
    root.layoutIfNeeded()
    #expect(a.frame.width == 50 && b.frame.width == 50)
    a.size.width = 80
    root.layoutIfNeeded()
    #expect(a.frame.width == 80 && b.frame.width == 20)
  }

  @Test("An optional constraint that cannot hold is come near to; inequalities hold")
  func optional() {
    let view = placedView(in: root)
    let wish = view.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 2)
    wish.priority = .defaultLow
    NSLayoutConstraint.activate([
      wish, view.widthAnchor.constraint(lessThanOrEqualToConstant: 250),
      view.heightAnchor.constraint(greaterThanOrEqualToConstant: 12),
    ])
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 0, y: 0, width: 250, height: 12))
    wish.isActive = false
    root.layoutIfNeeded()
    #expect(view.frame.width == 0 && root.constraints.isEmpty && view.constraints.count == 2)
  }

  @Test("A view that keeps its mask follows its superview, and others follow it")
  func masks() {
    let fixed = UIView(frame: CGRect(x: 20, y: 20, width: 100, height: 50))
    fixed.autoresizingMask = [.flexibleWidth]
    root.addSubview(fixed)
    let view = placedView(in: root)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: fixed.trailingAnchor), view.topAnchor.constraint(equalTo: fixed.topAnchor),
      view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      view.heightAnchor.constraint(equalTo: fixed.heightAnchor),
    ])
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 120, y: 20, width: 200, height: 50))
    root.frame.size.width = 420
    root.layoutIfNeeded()
    #expect(fixed.frame.width == 200 && view.frame == CGRect(x: 220, y: 20, width: 200, height: 50))
    fixed.frame.origin.x = 40
    root.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 240, y: 20, width: 180, height: 50))
  }

  @Test("Where text runs from right to left, leading is the right side, and constants go the other way")
  func rightToLeft() {
    root.semanticContentAttribute = .forceRightToLeft
    let (a, b) = (placedView(in: root), placedView(in: root))
    for view in [a, b] { view.semanticContentAttribute = .forceRightToLeft }
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      a.widthAnchor.constraint(equalToConstant: 50),
      b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 5), b.widthAnchor.constraint(equalToConstant: 20),
    ])
    root.layoutIfNeeded()
    #expect(a.frame.minX == 260 && b.frame.minX == 235)
  }

  @Test("A transform turns a view about the centre that constraints give it")
  func transform() {
    let view = placedView(in: root)
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    NSLayoutConstraint.activate([
      view.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      view.centerYAnchor.constraint(equalTo: root.centerYAnchor),
      view.widthAnchor.constraint(equalToConstant: 40), view.heightAnchor.constraint(equalToConstant: 20),
    ])
    root.layoutIfNeeded()
    #expect(view.center == CGPoint(x: 160, y: 100) && view.bounds.size == CGSize(width: 40, height: 20))
  }

  @Test("A label of several lines is as high as its text in the width that constraints give it")
  func multilineLabel() {
    let label = UILabel()
    label.text = "A text that is much too long for one line of this width, so that it takes several"
    label.numberOfLines = 0
    label.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(label)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
      label.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
      label.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    let truth = label.sizeThatFits(CGSize(width: 280, height: 0)).height
    #expect(label.frame.width == 280 && label.frame.height == truth && truth > 40)
    root.frame.size.width = 200
    root.layoutIfNeeded()
    #expect(
      label.frame.height == label.sizeThatFits(CGSize(width: 160, height: 0)).height && label.frame.height > truth)
  }

  @Test("Baselines of labels of two sizes lie at one height")
  func baselines() throws {
    let labels = [14.0, 34].map { size in
      let label = UILabel()
      (label.text, label.font) = ("Text", .systemFont(ofSize: size))
      label.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(label)
      return label
    }
    NSLayoutConstraint.activate([
      labels[1].topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
      labels[0].firstBaselineAnchor.constraint(equalTo: labels[1].firstBaselineAnchor),
    ])
    root.layoutIfNeeded()
    // A line of the system's font is its ascender and descender high; its baseline lies an ascender below the top.
    let baselines = labels.map { $0.frame.minY + ($0.frame.height - $0.font.lineHeight) / 2 + $0.font.ascender }
    #expect(abs(baselines[0] - baselines[1]) <= 1 && labels[0].frame.minY > labels[1].frame.minY + 10)
  }

  @Test("systemLayoutSizeFitting: the least size, and the height of a width")
  func fitting() {
    let card = UIView()
    let (title, picture) = (SizedView(100, 20), SizedView(60, 60))
    card.addSubview(title)
    card.addSubview(picture)
    NSLayoutConstraint.activate([
      title.topAnchor.constraint(equalTo: card.topAnchor, constant: 10),
      title.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 10),
      title.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -10),
      picture.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 5),
      picture.centerXAnchor.constraint(equalTo: card.centerXAnchor),
      picture.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -10),
    ])
    #expect(card.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 120, height: 105))
    #expect(
      card.systemLayoutSizeFitting(
        CGSize(width: 300, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel) == CGSize(width: 300, height: 105))
    #expect(card.bounds.size == .zero && title.frame.size == .zero, "nothing is laid out by asking")
  }

  @Test("updateConstraints() is called before layout, those of subviews first, once until it is due again")
  func updating() {
    final class Updating: UIView {
      static let log = Mutex<[Int]>([])
      override func updateConstraints() {
        Self.log.withLock { $0.append(tag) }
        super.updateConstraints()
      }
    }
    let (outer, inner) = (Updating(), Updating())
    (outer.tag, inner.tag) = (1, 2)
    root.addSubview(outer)
    outer.addSubview(inner)
    outer.setNeedsUpdateConstraints()
    root.layoutIfNeeded()
    #expect(Updating.log.withLock { $0 } == [2, 1] && !outer.needsUpdateConstraints())
    root.layoutIfNeeded()
    inner.setNeedsUpdateConstraints()
    #expect(inner.needsUpdateConstraints())
    root.layoutIfNeeded()
    #expect(Updating.log.withLock { $0 } == [2, 1, 2])
  }

  @Test("A view that leaves takes the constraints between it and others along, and keeps its own")
  func leaving() {
    let (a, b) = (placedView(in: root), placedView(in: root))
    let inner = placedView(in: a)
    let (across, own, within) = (
      a.leadingAnchor.constraint(equalTo: b.trailingAnchor), a.widthAnchor.constraint(equalToConstant: 10),
      inner.topAnchor.constraint(equalTo: a.topAnchor)
    )
    let deep = inner.heightAnchor.constraint(equalTo: root.heightAnchor)
    NSLayoutConstraint.activate([across, own, within, deep])
    #expect(root.constraints.count == 2 && a.constraints.count == 2)
    a.removeFromSuperview()
    #expect(!across.isActive && !deep.isActive && own.isActive && within.isActive && root.constraints.isEmpty)
  }

  @Test("Constraints and the views in them are released")
  func lifetime() {
    weak var view: UIView?
    weak var constraint: NSLayoutConstraint?
    do {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      let inner = placedView(in: root)
      let made = inner.widthAnchor.constraint(equalTo: root.layoutMarginsGuide.widthAnchor)
      made.isActive = true
      root.layoutIfNeeded()
      (view, constraint) = (inner, made)
      #expect(view != nil)
    }
    #expect(view == nil && constraint == nil)
  }

  @Test("A scroll view's contents are as large as constraints inside of it make them, and keep their place in it")
  func scrolling() {
    let scroll = UIScrollView()
    scroll.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(scroll)
    let (content, floating) = (placedView(in: scroll), placedView(in: scroll))
    NSLayoutConstraint.activate([
      scroll.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      scroll.topAnchor.constraint(equalTo: root.topAnchor), scroll.widthAnchor.constraint(equalToConstant: 100),
      scroll.heightAnchor.constraint(equalToConstant: 80),
      content.leadingAnchor.constraint(equalTo: scroll.leadingAnchor, constant: 5),
      content.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
      content.trailingAnchor.constraint(equalTo: scroll.trailingAnchor),
      content.bottomAnchor.constraint(equalTo: scroll.bottomAnchor),
      content.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
      content.heightAnchor.constraint(equalToConstant: 300),
      floating.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor, constant: 3),
    ])
    root.layoutIfNeeded()
    #expect(scroll.contentSize == CGSize(width: 105, height: 300))
    #expect(content.frame == CGRect(x: 5, y: 0, width: 100, height: 300) && floating.frame.minY == 3)
    scroll.contentOffset.y = 50
    root.layoutIfNeeded()
    #expect(content.frame.minY == 0 && floating.frame.minY == 53 && scroll.contentSize.height == 300)
  }

  /// Rows with one solution, by a formula: fixed widths, and shares of the rest.
  @Test("Rows of fixed widths and of shares of what is left", arguments: 0..<30)
  func rows(seed: Int) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    let spacing = CGFloat(Int.random(in: 0...5, using: &random))
    let unit = CGFloat(Int.random(in: 1...9, using: &random))
    var (fixed, shares): ([CGFloat?], [CGFloat]) = ([], [])
    var total: CGFloat = 0
    var sum = spacing * CGFloat(count - 1)
    for _ in 0..<count {
      let width: CGFloat? = Bool.random(using: &random) ? CGFloat(Int.random(in: 0...40, using: &random)) : nil
      let share = CGFloat(Int.random(in: 1...4, using: &random))
      fixed.append(width)
      shares.append(share)
      if width == nil { total += share }
      sum += width ?? share * unit
    }
    root.frame.size.width = total == 0 ? 1000 : sum
    let views = (0..<count).map { _ in placedView(in: root) }
    var constraints = [views[0].leadingAnchor.constraint(equalTo: root.leadingAnchor)]
    let first = fixed.firstIndex { $0 == nil }
    for (index, view) in views.enumerated() {
      if index > 0 {
        constraints.append(view.leadingAnchor.constraint(equalTo: views[index - 1].trailingAnchor, constant: spacing))
      }
      if let width = fixed[index] {
        constraints.append(view.widthAnchor.constraint(equalToConstant: width))
      } else if let first, first != index {
        constraints.append(
          view.widthAnchor.constraint(equalTo: views[first].widthAnchor, multiplier: shares[index] / shares[first]))
      }
    }
    if total > 0 { constraints.append(views[count - 1].trailingAnchor.constraint(equalTo: root.trailingAnchor)) }
    NSLayoutConstraint.activate(constraints.shuffled(using: &random))
    root.layoutIfNeeded()
    var x: CGFloat = 0
    for (index, view) in views.enumerated() {
      let width: CGFloat = fixed[index] ?? shares[index] * unit
      #expect(view.frame.minX == x && view.frame.width == width, "view \(index)")
      x += width + spacing
    }
  }

  @Test("Ten thousand views are laid out soon, also when one constant changes")
  func large() {
    var last = root.topAnchor
    var first: NSLayoutConstraint?
    for _ in 0..<10_000 {
      let view = placedView(in: root)
      let gap = view.topAnchor.constraint(equalTo: last, constant: 1)
      first = first ?? gap
      NSLayoutConstraint.activate([
        gap, view.heightAnchor.constraint(equalToConstant: 2),
        view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      ])
      last = view.bottomAnchor
    }
    let time = CPUTime()
    root.layoutIfNeeded()
    #expect(root.subviews[9999].frame == CGRect(x: 0, y: 29998, width: 320, height: 2))
    first?.constant = 11
    root.layoutIfNeeded()
    #expect(root.subviews[9999].frame.minY == 30008)
    #expect(time.seconds < 5)
  }
}

extension EnvironmentTests {
  @Test("Of contradicting constraints the last one is left out, and a note names them once")
  func contradiction() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    let view = placedView(in: root)
    view.accessibilityIdentifier = "card"
    let (first, second) = (
      view.widthAnchor.constraint(equalToConstant: 100), view.widthAnchor.constraint(greaterThanOrEqualToConstant: 120)
    )
    second.identifier = "wide"
    let heard = notes {
      NSLayoutConstraint.activate([first, second])
      root.layoutIfNeeded()
      #expect(view.frame.width == 100)
      first.constant = 90
      root.layoutIfNeeded()
      #expect(view.frame.width == 90)
    }
    #expect(
      heard == [
        """
        Auto Layout: these constraints contradict each other, and the last of them is left out:
          <NSLayoutConstraint UIView 'card'.width == 100.0>
          <NSLayoutConstraint 'wide' UIView 'card'.width >= 120.0>
        """
      ])
    first.isActive = false
    root.layoutIfNeeded()
    #expect(view.frame.width == 120)
  }

  @Test("A width below 0 is a contradiction, too")
  func negativeWidth() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let view = placedView(in: root)
    let heard = notes {
      NSLayoutConstraint.activate([
        view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 80),
        view.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -80),
      ])
      root.layoutIfNeeded()
    }
    #expect(view.frame.minX == 80 && view.frame.width == 0 && heard.count == 1)
  }

  @Test("Too many widths below 0 leave the views where they are, and the note names that reason")
  func negativeWidths() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let views = (0..<70).map { _ in placedView(in: root) }
    let heard = notes {
      NSLayoutConstraint.activate(
        views.flatMap {
          [
            $0.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 80),
            $0.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -80),
          ]
        })
      root.layoutIfNeeded()
    }
    #expect(views.allSatisfy { $0.frame == .zero })
    #expect(heard.last?.contains("contradict each other too often: 63 were left out") == true, "\(heard)")
    #expect(!heard.contains { $0.contains("too many to solve") })
  }

  @Test("Numbers beyond all measure leave the views where they are")
  func hugeNumbers() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let (a, b) = (placedView(in: root), placedView(in: root))
    let heard = notes {
      NSLayoutConstraint.activate([
        a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 1e300),
        a.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 1e300),
        b.widthAnchor.constraint(equalTo: a.widthAnchor, multiplier: 1e300),
      ])
      root.layoutIfNeeded()
    }
    #expect(a.frame == .zero && b.frame == .zero && heard.count == 1, "\(heard)")
  }

  /// Measured on devices: a test of Stack Overflow's question 14099231 on iOS 6 (y 950.25, 2x: 950.5; 950.2: 950), and
  /// question 63747417 on iOS 13 (a width of 173.25 fits 173.5 at 2x and 173 1/3 at 3x).
  @Test("Sides come to lie on the nearest pixels, as Apple's do")
  func pixels() {
    let scale = UIScreen.main.scale
    defer { UIScreen.main.scale = scale }
    func layout(_ scale: CGFloat, y: CGFloat) -> CGFloat {
      UIScreen.main.scale = scale
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 768, height: 1024))
      let view = placedView(in: root)
      NSLayoutConstraint.activate([
        view.topAnchor.constraint(equalTo: root.topAnchor, constant: y),
        view.heightAnchor.constraint(equalToConstant: 8),
      ])
      root.layoutIfNeeded()
      #expect(view.frame.height == 8)
      return view.frame.minY
    }
    #expect(layout(2, y: 950.25) == 950.5 && layout(2, y: 950.2) == 950 && layout(1, y: 950.5) == 951)
    func fitting(_ scale: CGFloat) -> CGFloat {
      UIScreen.main.scale = scale
      let view = UIView()
      view.widthAnchor.constraint(equalToConstant: 173.25).isActive = true
      return view.systemLayoutSizeFitting(CGSize(width: 173.25, height: 0)).width
    }
    #expect(fitting(2) == 173.5 && abs(fitting(3) - 173.3333333) < 1e-6)
  }

  @Test("A system symbol is nil, and a note says so once for each name")
  func systemImages() {
    let heard = notes {
      for _ in 0..<2 { #expect(UIImage(systemName: "star.fill") == nil) }
    }
    #expect(heard.count == 1 && heard.first?.contains("star.fill") == true)
  }
}

extension ClockTests {
  @Suite struct AnimatedConstraints {
    @Test("layoutIfNeeded() in a block animates what a constant moves; without it nothing moves before the commit")
    func constant() {
      let stage = HostedView()
      stage.view.translatesAutoresizingMaskIntoConstraints = false
      let left = stage.view.leadingAnchor.constraint(equalTo: stage.root.leadingAnchor)
      NSLayoutConstraint.activate([
        left, stage.view.widthAnchor.constraint(equalToConstant: 100),
        stage.view.heightAnchor.constraint(equalToConstant: 100),
      ])
      CATransaction.flush()
      left.constant = 80
      #expect(stage.view.center.x == 50)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: { stage.root.layoutIfNeeded() })
      #expect(stage.view.center.x == 130 && stage.shownX == 50)
      stage.clock.advance(to: 0.5)
      #expect(near(stage.shownX, 90))
      stage.clock.advance(to: 2)
      left.constant = 0
      CATransaction.flush()
      #expect(stage.view.center.x == 50 && stage.shownX == 50 && stage.view.layer.animationKeys() == nil)
    }
  }
}
