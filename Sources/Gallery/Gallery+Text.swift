import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Gallery {
  /// 200 labels, a benchmark; every second one shows a new number in each sixtieth of a second.
  static let labels = Demo(
    "labels", "200 text labels, half of them new in each frame", size: CGSize(width: 1920, height: 1080), duration: 4
  ) {
    let root = page(1920, 1080, .white)
    for index in 0..<200 {
      let label = CATextLayer()
      label.name = "label \(index)"
      label.frame = CGRect(x: Double(index % 10) * 190 + 16, y: Double(index / 10) * 53 + 14, width: 176, height: 30)
      label.font = index % 3 == 0 ? "Menlo" : "Helvetica"
      label.fontSize = 22
      label.foregroundColor = ArtworkColor(hue: Double(index) / 200, saturation: 0.8, value: 0.5).cgColor
      label.string = "Reading \(index)"
      root.addSublayer(label)
      guard index % 2 == 1 else { continue }
      let count = CAKeyframeAnimation(keyPath: "string")
      count.values = (0..<240).map { String(format: "%03d: %.4f", index, sin(Double($0 * 7 + index))) }
      count.calculationMode = .discrete
      count.duration = 4
      count.repeatCount = .infinity
      label.add(count, forKey: "count")
    }
    return root
  }

  /// Wrapped, truncated and attributed text in three scripts, with emoji; a title whose size grows.
  static let scripts = Demo(
    "scripts", "a card with wrapped and truncated text in three scripts", size: CGSize(width: 640, height: 420),
    duration: 2
  ) {
    let root = page(640, 420, .backdrop)
    let card = CALayer()
    card.frame = CGRect(x: 30, y: 24, width: 580, height: 372)
    card.backgroundColor = .paper
    card.cornerRadius = 18
    root.addSublayer(card)
    addTitle(to: card)
    addPassages(to: card)
    addTruncatedLines(to: card)
    text(attributedText(), CGRect(x: 24, y: 296, width: 532, height: 64), in: card) { $0.isWrapped = true }
    return root
  }

  @discardableResult private static func text(
    _ string: Any, _ frame: CGRect, in card: CALayer, style: (CATextLayer) -> Void
  ) -> CATextLayer {
    let layer = CATextLayer()
    layer.frame = frame
    layer.string = string
    layer.font = "HelveticaNeue"
    layer.fontSize = 16
    layer.foregroundColor = .backdrop
    layer.contentsScale = 2
    style(layer)
    card.addSublayer(layer)
    return layer
  }

  private static func addTitle(to card: CALayer) {
    let title = text("Three scripts, one card 🎉", CGRect(x: 24, y: 16, width: 532, height: 40), in: card) {
      $0.font = "Georgia-Bold"
      $0.fontSize = 28
      $0.alignmentMode = .center
    }
    let grow = CABasicAnimation(keyPath: "fontSize")
    grow.fromValue = 18
    grow.duration = 1
    title.add(grow, forKey: "grow")
  }

  /// Three columns, each cut at its end.
  private static func addPassages(to card: CALayer) {
    let passages = [
      "All that text wants is room: lines are broken between words, and where there is no more room the last one ends "
        + "early.",
      "يريد النص مساحة كافية: تُكسر الأسطر بين الكلمات، وعندما لا يبقى مكان ينتهي السطر الأخير قبل أوانه كما ترى هنا.",
      "文章には場所が必要です。行は文字の間で折り返され、場所がなくなると最後の行は途中で終わります。これはその例です。",
    ]
    for (index, passage) in passages.enumerated() {
      text(passage, CGRect(x: 24 + Double(index) * 182, y: 72, width: 168, height: 112), in: card) {
        $0.isWrapped = true
        $0.truncationMode = .end
      }
    }
  }

  /// Lines cut at the start, in the middle and at the end, from left to right and in Devanagari.
  private static func addTruncatedLines(to card: CALayer) {
    let modes: [(CATextLayerTruncationMode, String)] = [(.start, "start"), (.middle, "middle"), (.end, "end")]
    for (index, (mode, name)) in modes.enumerated() {
      let y = 200 + Double(index) * 26
      text("Cut at its \(name), whichever way it runs", CGRect(x: 24, y: y, width: 250, height: 24), in: card) {
        $0.truncationMode = mode
      }
      text("शब्दों के बीच की जगह और उनका अंत", CGRect(x: 306, y: y, width: 250, height: 26), in: card) {
        $0.truncationMode = mode
        $0.foregroundColor = .coral
        $0.alignmentMode = .right
        $0.fontSize = 20
      }
    }
  }

  private static func attributedText() -> NSAttributedString {
    let styled = NSMutableAttributedString(
      string: "Bold, underlined, struck, spaced, outlined and raised",
      attributes: [.font: UIFont.systemFont(ofSize: 20), .foregroundColor: UIColor(cgColor: .backdrop)])
    func add(_ key: NSAttributedString.Key, _ value: Any, _ word: String) {
      styled.addAttribute(key, value: value, range: NSString(string: styled.string).range(of: word))
    }
    add(.font, UIFont.boldSystemFont(ofSize: 20), "Bold")
    add(.underlineStyle, NSUnderlineStyle.single.rawValue, "underlined")
    add(.underlineColor, UIColor(cgColor: .coral), "underlined")
    add(.strikethroughStyle, NSUnderlineStyle.single.rawValue, "struck")
    add(.kern, 4, "spaced")
    add(.strokeWidth, 5, "outlined")
    add(.baselineOffset, 6, "raised")
    add(.foregroundColor, UIColor(cgColor: .violet), "raised")
    return styled
  }
}
