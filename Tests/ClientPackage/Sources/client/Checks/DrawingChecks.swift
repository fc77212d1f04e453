import Multiplane
import UIKit

/// Views and layers that draw themselves.
func checkDrawing(_ checks: Checks) {
  let ring = RingView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  ring.progress = 0.5
  let stage = HostedTree(ring.layer)
  let shot = UIGraphicsImageRenderer(size: ring.bounds.size).image { _ in
    ring.drawHierarchy(in: ring.bounds, afterScreenUpdates: true)
  }
  guard let picture = Picture(shot.cgImage) else { return checks.expect(false, "a snapshot") }
  checks.expect(picture[96, 50], equals: [0, 0, 255, 255], "the half of the ring that is done")
  checks.expect(picture[4, 50][3] > 120 && picture[4, 50][3] < 135, "its track: \(picture[4, 50])")
  checks.expect(picture[50, 4], equals: [255, 255, 255, 255], "a dot")
  checks.expect(picture[1, 1], equals: [0, 0, 0, 0], "nothing in the corner")
  let middle = (40..<60).flatMap { y in (30..<70).map { x in picture[x, y][3] } }
  checks.expect(middle.contains { $0 > 250 }, "the percentage")
  ring.progress = 1
  stage.advance(to: 1)
  let again = Picture(
    UIGraphicsImageRenderer(size: ring.bounds.size).image { ring.layer.render(in: $0.cgContext) }.cgImage)
  checks.expect(again?[4, 50], equals: [0, 0, 255, 255], "drawn again when the progress changed")

  let paper = CALayer()
  let delegate = GraphPaper()
  paper.delegate = delegate
  paper.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
  paper.contentsScale = 2
  paper.setNeedsDisplay()
  paper.displayIfNeeded()
  let drawn = UIGraphicsImageRenderer(size: paper.bounds.size).image { paper.render(in: $0.cgContext) }
  let lines = Picture(drawn.cgImage)
  checks.expect(lines?[10, 10], equals: [255, 0, 0, 255], "a delegate's line")
  checks.expect(lines?[15, 10], equals: [230, 230, 230, 255], "between its lines")
}

/// Images made by drawing.
func checkImageEffects(_ checks: Checks) {
  let photo = UIImage.gradient([.red, .blue], size: CGSize(width: 20, height: 40))
  let top = Picture(photo.cgImage)?[10, 0] ?? []
  checks.expect(top.count == 4 && top[0] > 245 && top[2] < 10, "a gradient begins at the top: \(top)")
  let small = photo.resized(to: CGSize(width: 10, height: 20))
  checks.expect(small.size, equals: CGSize(width: 10, height: 20), "resized")
  let round = Picture(photo.rounded(radius: 8)?.cgImage)
  checks.expect(round?[0, 0], equals: [0, 0, 0, 0], "a rounded corner")
  checks.expect(round?[10, 0][3], equals: 255, "and its edge")
  let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  let rounded = photo.rounded(radius: 8)
  checks.expect(
    Picture(rounded?.filled(with: green)?.cgImage)?[10, 20], equals: [0, 255, 0, 255], "filled by its alpha")
  checks.expect(Picture(rounded?.filled(with: green)?.cgImage)?[0, 0], equals: [0, 0, 0, 0], "but not around it")
  checks.expect(Picture(rounded?.withTintColor(green).cgImage)?[10, 20], equals: [0, 255, 0, 255], "tinted")
  let gray = Picture(photo.grayscale?.cgImage)?[10, 0] ?? []
  checks.expect(gray.count == 4 && gray[0] == gray[1] && gray[1] == gray[2], "grey: \(gray)")
}

/// Text as outlines, in layers, in columns.
func checkLettering(_ checks: Checks) {
  let font = UIFont(name: "Helvetica-Bold", size: 40) ?? .systemFont(ofSize: 40)
  let letters = outline(of: "Core", font: font)
  checks.expect(letters.boundingBox.maxX, near: "Core".size(withAttributes: [.font: font]).width, "outlines", within: 3)
  checks.expect(letters.boundingBox.minY, near: 0, "stand on the baseline", within: 1)

  let title = CenteredTextLayer()
  title.frame = CGRect(x: 0, y: 0, width: 120, height: 60)
  (title.string, title.font, title.fontSize) = ("HHH", font, 20)
  title.foregroundColor = UIColor.black.cgColor
  let stage = HostedTree(title)
  do {
    let renderer = try OffscreenRenderer(size: title.bounds.size, options: .init(clock: stage.clock))
    let rows = Picture(try renderer.image(of: stage.root, at: 0))?.inkRows
    let middle = rows.map { CGFloat($0.lowerBound + $0.upperBound + 1) / 2 }
    checks.expect(middle, near: 30, "a text layer that draws its text in its middle", within: 2)
  } catch {
    checks.expect(false, "a frame: \(error)")
  }

  var lineCount = 0
  let words = NSAttributedString(string: "Some words in a column", attributes: [.font: UIFont.systemFont(ofSize: 17)])
  let column = UIGraphicsImageRenderer(size: CGSize(width: 80, height: 100)).image {
    lineCount = drawColumn(words, width: 80, height: 100, in: $0.cgContext)
  }
  checks.expect(lineCount, equals: 3, "lines of a column")
  let rows = Picture(column.cgImage)?.inkRows
  checks.expect(
    rows.map { $0.lowerBound < 10 && $0.upperBound > 45 && $0.upperBound < 70 } ?? false, "\(String(describing: rows))")
}
