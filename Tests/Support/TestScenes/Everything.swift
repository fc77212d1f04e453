// A scene with a bit of everything that layers draw, for tests that compare two pictures.

import CoreGraphics
package import QuartzCore

/// Makes layers for a canvas of 200 by 160 points, anew at each call: a layer lies in one tree at a time.
package func everything(withImages: Bool = true) -> [CALayer] {
  let backdrop = layer(0, 0, 200, 160, CGColor(red: 0.9, green: 0.92, blue: 0.95, alpha: 1))
  let hidden = layer(12, 12, 60, 60, .black)
  let card = layer(10, 8, 90, 80, .orange) {
    $0.cornerRadius = 14
    $0.borderWidth = 3
    $0.borderColor = .teal
    $0.masksToBounds = true
    $0.addSublayer(layer(-10, 30, 60, 90, .teal) { $0.transform = turn(20) })
    $0.addSublayer(layer(40, 10, 70, 40, .glass) { $0.cornerRadius = 12 })
  }
  let group = layer(70.5, 50.25, 80, 70) {
    $0.opacity = 0.6
    $0.addSublayer(layer(0, 0, 50, 40, .teal))
    $0.addSublayer(layer(25, 15, 50, 40, .orange) { $0.cornerRadius = 8 })
  }
  let nested = layer(105, 6, 88, 70, .white) {
    $0.cornerRadius = 30
    $0.masksToBounds = true
    let inner = layer(-15, 20, 80, 60, .teal) {
      $0.cornerRadius = 25
      $0.masksToBounds = true
      $0.addSublayer(layer(0, 0, 90, 40, .glass))
    }
    $0.addSublayer(inner)
  }
  let tilted = layer(110, 80, 70, 70, .orange) {
    $0.transform = tilt(45, 0, 1, distance: 250)
    $0.cornerRadius = 10
    $0.masksToBounds = true
    $0.addSublayer(layer(10, 20, 80, 30, .glass))
  }
  let dots = (0..<12).map { index in
    layer(8 + Double(index) * 15.5, 140, 10, 10, index.isMultiple(of: 2) ? .teal : .orange) { $0.cornerRadius = 5 }
  }
  var layers = [backdrop, hidden, card, group, nested, tilted] + dots
  if withImages {
    let nine = layer(20, 95, 60, 40) {
      $0.contents = CGImage.sample(16, 16)
      $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    }
    let turned = layer(90, 100, 40, 30) {
      $0.contents = CGImage.sample(20, 20, isOpaque: false)
      $0.transform = turn(-15)
    }
    layers += [nine, turned, layer(150, 100, 32, 32) { $0.contents = CGImage.noise(32, 32) }]
  }
  return layers
}
