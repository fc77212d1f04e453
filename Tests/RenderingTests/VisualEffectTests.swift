// Frosted glass of views. Truth: the integral of a Gaussian over an edge, and the numbers of Apple's sample
// UIImageEffects.
import Foundation
import Multiplane
import Testing
import UIKit

@Suite struct VisualEffectTests {
  /// An edge behind the glass: black to the left, white to the right, blurred by a Gaussian, and 0.82 of 0.97 over it.
  @Test func glassBlursWhatIsBehindIt() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    root.backgroundColor = .black
    let half = UIView(frame: CGRect(x: 200, y: 0, width: 200, height: 300))
    half.backgroundColor = .white
    let glass = UIVisualEffectView(effect: UIBlurEffect(style: .extraLight))
    glass.frame = CGRect(x: 0, y: 100, width: 400, height: 100)
    let dot = UIView(frame: CGRect(x: 10, y: 10, width: 10, height: 10))
    dot.backgroundColor = .red
    root.addSubview(half)
    root.addSubview(glass)
    glass.contentView.addSubview(dot)
    #expect(glass.contentView.frame == glass.bounds)
    func row(_ y: Int) throws -> [Int] {
      let image = try OffscreenRenderer(size: root.bounds.size).image(of: root.layer, at: 0)
      let data = try #require(image.dataProvider?.data)
      return (0..<400).map { Int(data[y * image.bytesPerRow + $0 * 4 + 1]) }
    }
    let blurred = try row(150)
    for x in [120, 180, 199, 215, 260] {
      // A Gaussian's integral over the half that is white.
      let behind = 0.5 * (1 + erf((Double(x) + 0.5 - 200) / (20 * 2.0.squareRoot())))
      let expected = (behind * 0.18 + 0.97 * 0.82) * 255
      #expect(abs(Double(blurred[x]) - expected) <= 3, "\(x): \(blurred[x]) for \(expected)")
    }
    #expect(try row(250)[199] == 0 && row(250)[201] == 255, "not below it")
    #expect(try row(115)[15] < 70, "what is in front is not blurred")
    glass.effect = nil
    #expect(try row(150)[120] == 0 && row(150)[260] == 255)
  }

  @Test func glassFollowsTheStyle() {
    let glass = UIVisualEffectView(effect: UIBlurEffect(style: .regular))
    func white() -> CGFloat? { glass.subviews.first?.layer.backgroundColor?.components?.first }
    #expect(white() == 1)
    glass.overrideUserInterfaceStyle = .dark
    #expect(white() == 0.11)
  }
}
