// A transition covers changes that cannot be animated property by property with one effect (chapter 8).

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// Pictures that replace each other by every type and direction. The fades differ in the shown part of the effect.
  static let transitions = Demo(
    "transitions", "fade, move in, push and reveal, each from right, left, top and bottom", duration: 5
  ) { stage in
    let pictures = [0.55, 0.95, 0.1].map { Artwork.landscape(width: 136, height: 88, hue: $0) }
    let types: [CATransitionType] = [.fade, .moveIn, .push, .reveal]
    let subtypes: [CATransitionSubtype] = [.fromRight, .fromLeft, .fromTop, .fromBottom]
    let stretches: [ClosedRange<Float>] = [0...1, 0.5...1, 0...0.5, 0.25...0.75]
    for (row, type) in types.enumerated() {
      for (column, subtype) in subtypes.enumerated() {
        let tile = stage.add(
          "\(type.rawValue) \(subtype.rawValue)", picture: pictures[0],
          CGRect(x: 17 + Double(column) * 73, y: 10 + Double(row) * 50, width: 68, height: 44))
        tile.actions = ["contents": NSNull()]
        tile.masksToBounds = true
        for (turn, picture) in [pictures[1], pictures[2], pictures[0]].enumerated() {
          let time = 0.5 + Double(turn) * 1.5
          if row + column == 0 { stage.mark(time) }
          stage.script.at(time) {
            let transition = CATransition()
            transition.type = type
            transition.subtype = subtype
            transition.duration = 1
            if row == 0 {
              transition.startProgress = stretches[column].lowerBound
              transition.endProgress = stretches[column].upperBound
            }
            tile.add(transition, forKey: nil)
            tile.contents = picture
          }
        }
      }
    }
  }

  /// The next picture at each tap: on the left by an added transition, on the right by the layer's own.
  static let pictureFade = Demo(
    "picture-fade", "pictures fade into each other: by an explicit transition of 1 s, and by themselves", duration: 5
  ) { stage in
    let pictures = [0.55, 0.95, 0.1, 0.75].map { Artwork.landscape(width: 264, height: 264, hue: $0) }
    let explicit = stage.add("explicit", picture: pictures[0], CGRect(x: 20, y: 28, width: 132, height: 132))
    explicit.actions = ["contents": NSNull()]
    let implicit = stage.add("implicit", picture: pictures[0], CGRect(x: 168, y: 28, width: 132, height: 132))
    for layer in [explicit, implicit] {
      layer.cornerRadius = 12
      layer.masksToBounds = true
    }
    let button = stage.addButton()
    for (index, picture) in pictures.dropFirst().enumerated() {
      stage.tap(button, at: 0.5 + Double(index) * 1.5) {
        let fade = CATransition()
        fade.type = .fade
        fade.duration = 1
        explicit.add(fade, forKey: nil)
        explicit.contents = picture
        implicit.contents = picture
      }
    }
  }

  /// Two tabs: the transition belongs to the layer of their pages, whatever the pages contain.
  static let tabFade = Demo("tab-fade", "pages behind tabs fade into each other as the tree changes", duration: 5) {
    stage in
    let screen = stage.add("screen", .panel, CGRect(x: 60, y: 12, width: 200, height: 196), cornerRadius: 14)
    screen.masksToBounds = true
    let container = stage.add("pages", nil, CGRect(x: 0, y: 0, width: 200, height: 160), cornerRadius: 0, to: screen)
    let bar = stage.add("bar", .line, CGRect(x: 0, y: 160, width: 200, height: 36), cornerRadius: 0, to: screen)
    let icons = [CGFloat(11), 4].enumerated().map { index, cornerRadius in
      stage.add(
        "tab \(index)", index == 0 ? .amber : .panel,
        CGRect(center: CGPoint(x: 50 + Double(index) * 100, y: 18), side: 22), cornerRadius: cornerRadius, to: bar)
    }
    let pages = [picturePage(), listPage()]
    container.addSublayer(pages[0])

    for (turn, selected) in [1, 0, 1].enumerated() {
      stage.tap(CGPoint(x: 110 + Double(selected) * 100, y: 190), at: 0.6 + Double(turn) * 1.4) {
        let fade = CATransition()
        fade.type = .fade
        fade.duration = 0.6
        container.add(fade, forKey: nil)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        container.sublayers = [pages[selected]]
        CATransaction.commit()
        for (index, icon) in icons.enumerated() { icon.backgroundColor = index == selected ? .amber : .panel }
      }
    }
  }

  private static func picturePage() -> CALayer {
    let page = CALayer("pictures", .backdrop, CGRect(x: 0, y: 0, width: 200, height: 160))
    for index in 0..<4 {
      let picture = CALayer(
        "picture", nil, CGRect(x: 12 + Double(index % 2) * 92, y: 12 + Double(index / 2) * 72, width: 84, height: 64))
      picture.contents = Artwork.landscape(width: 168, height: 128, hue: Double(index) / 4 + 0.1)
      page.addSublayer(picture)
    }
    return page
  }

  private static func listPage() -> CALayer {
    let page = CALayer("list", .paper, CGRect(x: 0, y: 0, width: 200, height: 160))
    for row in 0..<4 {
      let y = 12 + Double(row) * 36
      page.addSublayer(CALayer("icon", .brights[row], CGRect(x: 12, y: y, width: 26, height: 26), cornerRadius: 13))
      for (line, width) in [100.0, 64].enumerated() {
        let frame = CGRect(x: 50, y: y + 4 + Double(line) * 11, width: width + Double(row * 13 % 30), height: 6)
        page.addSublayer(CALayer("line", .line, frame, cornerRadius: 3))
      }
    }
    return page
  }

  /// A custom transition: a cover with the old look lies over the new one, turns, shrinks and leaves. The cover is a
  /// copy of the tree; rendered into an image it would be a snapshot.
  static let customTransition = Demo(
    "custom-transition", "a cover with the old look turns, shrinks and fades away over the new one", duration: 5
  ) { stage in
    // As in a view, whose layer does not fade when its sublayers change.
    stage.root.actions = ["sublayers": NSNull()]
    let frame = CGRect(x: 60, y: 14, width: 200, height: 190)
    let colors: [(CGColor, Double)] = [(.sky, 0.55), (.coral, 0.95), (.amber, 0.1), (.violet, 0.75)]
    var current = scenicCard(colors[0], frame)
    stage.root.addSublayer(current)
    let corner = stage.add("next", .panel, CGRect(center: CGPoint(x: 288, y: 190), side: 30), cornerRadius: 15).position
    for (index, next) in colors.dropFirst().enumerated() {
      stage.tap(corner, at: 0.5 + Double(index) * 1.5) {
        let cover = current
        current = scenicCard(next, frame)
        stage.root.insertSublayer(current, below: cover)
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setCompletionBlock { cover.removeFromSuperlayer() }
        cover.setAffineTransform(CGAffineTransform(scaleX: 0.01, y: 0.01).rotated(by: .pi / 2))
        cover.opacity = 0
        CATransaction.commit()
      }
    }
  }

  /// Returns a picture with lines under it.
  private static func scenicCard(_ look: (color: CGColor, hue: Double), _ frame: CGRect) -> CALayer {
    let card = CALayer("card", look.color, frame, cornerRadius: 12)
    let picture = CALayer("picture", nil, CGRect(x: 14, y: 14, width: 172, height: 116), cornerRadius: 8)
    picture.contents = Artwork.landscape(width: 344, height: 232, hue: look.hue)
    picture.masksToBounds = true
    card.addSublayer(picture)
    for (line, width) in [130.0, 90].enumerated() {
      card.addSublayer(
        CALayer("line", .paper, CGRect(x: 14, y: 144 + Double(line) * 18, width: width, height: 8), cornerRadius: 4))
    }
    return card
  }
}
