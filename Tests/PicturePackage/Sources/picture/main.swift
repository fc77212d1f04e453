// A layer, rendered, and its middle and a corner looked at.

import Foundation
import Multiplane
import QuartzCore

let layer = CALayer()
layer.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
layer.cornerRadius = 20

let renderer = try OffscreenRenderer(size: CGSize(width: 100, height: 80))
let pixels = try renderer.pixels(of: layer)
let (middle, corner) = (Array(pixels[(40 * 100 + 50) * 4..<(40 * 100 + 51) * 4]), Array(pixels[..<4]))
print("middle \(middle), corner \(corner)")
exit(middle == [255, 0, 0, 255] && corner == [0, 0, 0, 0] ? 0 : 1)
