import Foundation
import Multiplane
import UIKit

/// One frame of the app's layers and views, drawn.
func checkFrame(_ checks: Checks) throws {
  let gauge = GaugeLayer()
  gauge.frame = CGRect(x: 10, y: 10, width: 100, height: 20)
  gauge.level = 0
  let board = CardBoard(frame: CGRect(x: 0, y: 50, width: 400, height: 250))
  let stage = HostedTree(gauge, board.layer)
  stage.root.backgroundColor = UIColor.white.cgColor
  UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: { board.card.center.x += 200 })
  CATransaction.setAnimationDuration(1)
  gauge.level = 1

  let renderer = try OffscreenRenderer(size: stage.root.bounds.size, options: .init(clock: stage.clock))
  let image = try renderer.image(of: stage.root, at: 0.5)
  checks.expect([image.width, image.height], equals: [400, 300], "the size of a frame")
  let bytes = [UInt8](image.dataProvider?.data ?? Data())
  func color(_ x: Int, _ y: Int) -> [UInt8] {
    let start = y * image.bytesPerRow + x * 4
    return Array(bytes[start..<start + 4])
  }
  checks.expect(color(390, 10), equals: [255, 255, 255, 255], "the background")
  checks.expect(color(55, 20), equals: [0, 128, 0, 255], "the gauge drew its first half")
  checks.expect(color(65, 20), equals: [255, 255, 255, 255], "and nothing of its second")
  checks.expect(color(390, 290), equals: [230, 230, 230, 255], "a view")
  checks.expect(color(130, 80), equals: [255, 0, 0, 255], "a view on its way")
  checks.expect(color(30, 80), equals: [230, 230, 230, 255], "where it came from")
}
