import TestSupport
import Testing
import UIKit

/// Each distribution by what Apple's documentation of `UIStackView.Distribution` says that it does; numbers are whole
/// points, so that they are the same at every scale of the screen.
@Suite struct StackViewTests {
  private let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))

  /// A stack of views of these lengths along its axis, 20 across it.
  private func stack(
    _ lengths: [CGFloat], _ distribution: UIStackView.Distribution, _ axis: NSLayoutConstraint.Axis = .horizontal,
    length: CGFloat? = 200, spacing: CGFloat = 10
  ) -> UIStackView {
    let views = lengths.map { axis == .horizontal ? SizedView($0, 20) : SizedView(20, $0) }
    let stack = UIStackView(arrangedSubviews: views)
    (stack.axis, stack.distribution, stack.spacing) = (axis, distribution, spacing)
    stack.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(stack)
    if let length {
      (axis == .horizontal ? stack.widthAnchor : stack.heightAnchor).constraint(equalToConstant: length).isActive = true
    }
    return stack
  }

  /// Returns the start and the length of each view along the axis.
  private func spans(_ stack: UIStackView) -> [[CGFloat]] {
    root.layoutIfNeeded()
    return stack.arrangedSubviews.map {
      stack.axis == .horizontal ? [$0.frame.minX, $0.frame.width] : [$0.frame.minY, $0.frame.height]
    }
  }

  @Test("A stack is what Apple's is before anything is set")
  func defaults() {
    let stack = UIStackView()
    #expect(stack.axis == .horizontal && stack.distribution == .fill && stack.alignment == .fill)
    #expect(stack.spacing == 0 && !stack.isBaselineRelativeArrangement && !stack.isLayoutMarginsRelativeArrangement)
    #expect(UIStackView.Alignment.top == .leading && UIStackView.Alignment.bottom == .trailing)
  }

  @Test("fill stretches by hugging and shrinks by resistance, ties by the index", arguments: [0, 1])
  func fill(axis: Int) throws {
    let axis = try #require(NSLayoutConstraint.Axis(rawValue: axis))
    let stack = stack([40, 30, 50], .fill, axis)
    #expect(spans(stack) == [[0, 100], [110, 30], [150, 50]], "ambiguous: the first one")
    stack.arrangedSubviews[1].setContentHuggingPriority(UILayoutPriority(249), for: axis)
    #expect(spans(stack) == [[0, 40], [50, 90], [150, 50]])
    let narrow = self.stack([40, 30, 50], .fill, axis, length: 100)
    #expect(spans(narrow) == [[0, 0], [10, 30], [50, 50]])
    narrow.arrangedSubviews[2].setContentCompressionResistancePriority(UILayoutPriority(749), for: axis)
    #expect(spans(narrow) == [[0, 40], [50, 30], [90, 10]])
  }

  @Test("A stack that nothing sizes is as large as its views", arguments: 0..<5)
  func natural(distribution: Int) throws {
    let distribution = try #require(UIStackView.Distribution(rawValue: distribution))
    let stack = stack([40, 40, 40], distribution, length: nil)
    #expect(spans(stack) == [[0, 40], [50, 40], [100, 40]] && stack.frame.size == CGSize(width: 140, height: 20))
    #expect(stack.systemLayoutSizeFitting(.zero) == CGSize(width: 140, height: 20))
  }

  @Test("fillEqually gives all the same size, the largest intrinsic one where nothing sizes the stack")
  func fillEqually() {
    #expect(spans(stack([40, 30, 50], .fillEqually, length: 230)) == [[0, 70], [80, 70], [160, 70]])
    #expect(spans(stack([40, 30, 50], .fillEqually, length: nil)) == [[0, 50], [60, 50], [120, 50]])
  }

  /// The second and the fourth are measured: six stacks of 200 points with views of 25 and 75, answer on Stack Overflow
  /// to a question about proportions with margins; the third by the formula that another answer found (46368061): the
  /// intrinsic width through the sum of widths and spaces, times the whole stack, of priority 999 and below.
  @Test("fillProportionally shares by intrinsic sizes, as Apple's does with margins and spaces")
  func fillProportionally() {
    #expect(spans(stack([25, 75], .fillProportionally, spacing: 0)) == [[0, 50], [50, 150]])
    #expect(spans(stack([25, 75], .fillProportionally, .vertical, spacing: 0)) == [[0, 50], [50, 150]])
    #expect(spans(stack([30, 45], .fillProportionally, spacing: 25)) == [[0, 60], [85, 115]])
    let inset = stack([25, 75], .fillProportionally, spacing: 0)
    inset.layoutMargins = UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 10)
    inset.isLayoutMarginsRelativeArrangement = true
    #expect(spans(inset) == [[10, 50], [60, 130]])
  }

  @Test("equalSpacing keeps sizes and makes spaces equal, then shrinks them to the spacing, then the views")
  func equalSpacing() {
    #expect(spans(stack([40, 30, 50], .equalSpacing)) == [[0, 40], [80, 30], [150, 50]])
    #expect(spans(stack([40, 30, 50], .equalSpacing, length: 140)) == [[0, 40], [50, 30], [90, 50]])
    let tight = spans(stack([40, 30, 50], .equalSpacing, length: 110))
    #expect(tight[1][0] - tight[0][1] == 10 && tight[2][0] + tight[2][1] == 110)
    #expect(tight.reduce(0) { $0 + $1[1] } == 90)
  }

  @Test("equalCentering makes distances of middles equal, as far as the spacing lets them")
  func equalCentering() {
    #expect(spans(stack([40, 30, 60], .equalCentering)) == [[0, 40], [80, 30], [140, 60]])
    let tight = spans(stack([100, 30, 40], .equalCentering))
    #expect(tight.map { $0[1] } == [100, 30, 40] && tight[0][0] == 0 && tight[2][0] == 160)
    #expect(tight[1][0] >= 110 && tight[1][0] + 30 + 10 <= 160)
  }

  @Test("Alignments across a row and a column")
  func alignments() {
    func across(_ alignment: UIStackView.Alignment, _ axis: NSLayoutConstraint.Axis) -> [[CGFloat]] {
      let stack = UIStackView(arrangedSubviews: [SizedView(20, 20), SizedView(40, 40)])
      (stack.axis, stack.alignment) = (axis, alignment)
      stack.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(stack)
      (axis == .horizontal ? stack.heightAnchor : stack.widthAnchor).constraint(equalToConstant: 60).isActive = true
      root.layoutIfNeeded()
      return stack.arrangedSubviews.map {
        axis == .horizontal ? [$0.frame.minY, $0.frame.height] : [$0.frame.minX, $0.frame.width]
      }
    }
    for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] {
      #expect(across(.fill, axis) == [[0, 60], [0, 60]])
      #expect(across(.leading, axis) == [[0, 20], [0, 40]])
      #expect(across(.center, axis) == [[20, 20], [10, 40]])
      #expect(across(.trailing, axis) == [[40, 20], [20, 40]])
    }
    // A view without text has its baseline at its bottom.
    #expect(across(.firstBaseline, .horizontal) == [[20, 20], [0, 40]])
    #expect(across(.lastBaseline, .horizontal) == [[40, 20], [20, 40]])
  }

  @Test("Custom spaces, margins, and spaces by the system")
  func spaces() {
    let stack = stack([40, 30, 50], .fill, length: nil)
    let views = stack.arrangedSubviews
    stack.setCustomSpacing(25, after: views[0])
    #expect(stack.customSpacing(after: views[0]) == 25)
    #expect(stack.customSpacing(after: views[1]) == UIStackView.spacingUseDefault)
    #expect(spans(stack) == [[0, 40], [65, 30], [105, 50]])
    stack.setCustomSpacing(UIStackView.spacingUseSystem, after: views[0])
    #expect(spans(stack).map { $0[0] } == [0, 48, 88])
    stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[0])
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    stack.isLayoutMarginsRelativeArrangement = true
    #expect(spans(stack).map { $0[0] } == [2, 52, 92] && stack.frame.size == CGSize(width: 146, height: 24))
  }

  @Test("Hidden views take no room, nor does the space beside them")
  func hidden() {
    let stack = stack([40, 30, 50], .fill, length: nil)
    let views = stack.arrangedSubviews
    views[1].isHidden = true
    #expect(spans(stack) == [[0, 40], [45, 0], [50, 50]] && stack.frame.width == 100)
    views[0].isHidden = true
    #expect(spans(stack)[2] == [0, 50] && stack.frame.width == 50)
    views[2].isHidden = true
    #expect(spans(stack).map { $0[1] } == [0, 0, 0])
    for view in views { view.isHidden = false }
    #expect(spans(stack) == [[0, 40], [50, 30], [90, 50]])
  }

  @Test("Views are added, moved and taken out")
  func arranged() {
    let stack = stack([40, 30], .fill, length: nil)
    let views = stack.arrangedSubviews
    let third = SizedView(50, 20)
    stack.insertArrangedSubview(third, at: 1)
    #expect(stack.subviews.last === third && spans(stack) == [[0, 40], [50, 50], [110, 30]])
    stack.addArrangedSubview(views[0])
    #expect(stack.arrangedSubviews == [third, views[1], views[0]] && stack.subviews.count == 3)
    stack.removeArrangedSubview(third)
    #expect(third.superview === stack && spans(stack) == [[0, 30], [40, 40]])
    views[1].removeFromSuperview()
    #expect(stack.arrangedSubviews == [views[0]] && spans(stack) == [[0, 40]])
    views[0].removeFromSuperview()
    #expect(spans(stack).isEmpty && stack.layoutGuides.isEmpty)
  }

  @Test("Stacks within stacks, and a change of a view's intrinsic size")
  func nested() {
    let inner = UIStackView(arrangedSubviews: [SizedView(30, 10), SizedView(50, 10)])
    (inner.axis, inner.spacing) = (.vertical, 4)
    let picture = SizedView(40, 40)
    let outer = UIStackView(arrangedSubviews: [picture, inner])
    (outer.alignment, outer.spacing) = (.center, 8)
    outer.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(outer)
    root.layoutIfNeeded()
    #expect(outer.frame.size == CGSize(width: 98, height: 40))
    #expect(inner.frame == CGRect(x: 48, y: 8, width: 50, height: 24))
    (inner.arrangedSubviews[1] as? SizedView)?.size = CGSize(width: 70, height: 20)
    root.layoutIfNeeded()
    #expect(outer.frame.width == 118 && inner.frame == CGRect(x: 48, y: 3, width: 70, height: 34))
  }

  /// Tests the documented rule of each distribution, for any lengths, spaces and sizes that leave room.
  @Test("Properties of the distributions over generated stacks", arguments: 0..<40)
  func properties(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...7, using: &random)
    let lengths = (0..<count).map { _ in CGFloat(Int.random(in: 1...40, using: &random)) }
    let spacing = CGFloat(Int.random(in: 0...12, using: &random))
    let least: CGFloat = lengths.reduce(0, +) + spacing * CGFloat(count - 1)
    let length = least + CGFloat(Int.random(in: 0...80, using: &random))
    let axis = Bool.random(using: &random) ? NSLayoutConstraint.Axis.horizontal : .vertical
    // Sides come to lie on whole pixels, which are no larger than points.
    let pixel: CGFloat = 1.01
    for distribution in (0..<5).compactMap(UIStackView.Distribution.init) {
      let stack = stack(lengths, distribution, axis, length: length, spacing: spacing)
      let spans = spans(stack)
      let gaps: [CGFloat] = zip(spans, spans.dropFirst()).map { before, after in after[0] - before[0] - before[1] }
      #expect(spans[0][0] == 0 && near(spans[count - 1][0] + spans[count - 1][1], length), "\(distribution): \(spans)")
      #expect(gaps.allSatisfy { $0 >= spacing - pixel })
      switch distribution {
      case .fill:
        #expect(gaps.allSatisfy { $0 == spacing } && zip(spans, lengths).allSatisfy { $0[1] >= $1 })
        #expect(zip(spans, lengths).filter { $0[1] != $1 }.count <= 1, "one is stretched, or none")
      case .fillEqually:
        #expect(
          spans.allSatisfy { abs($0[1] - spans[0][1]) <= pixel } && gaps.allSatisfy { abs($0 - spacing) <= pixel })
      case .fillProportionally:
        let share: CGFloat = lengths[0] / least
        if count > 1 { #expect(abs(spans[0][1] - share * length) <= pixel) }
      case .equalSpacing:
        #expect(zip(spans, lengths).allSatisfy { abs($0[1] - $1) <= pixel } || count == 1)
        #expect(gaps.allSatisfy { abs($0 - (gaps.first ?? 0)) <= pixel })
      case .equalCentering:
        let middles: [CGFloat] = spans.map { span in span[0] + span[1] / 2 }
        let ways: [CGFloat] = zip(middles, middles.dropFirst()).map { before, after in after - before }
        if gaps.allSatisfy({ $0 > spacing + pixel }) {
          #expect(ways.allSatisfy { abs($0 - ways[0]) <= 2 * pixel }, "\(spans)")
        }
        #expect(zip(spans, lengths).allSatisfy { abs($0[1] - $1) <= pixel } || count == 1)
      }
      stack.removeFromSuperview()
    }
  }
}
