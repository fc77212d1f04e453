// Scenes in canvases of other sizes: where their corners come to lie.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestSupport
import Testing

@testable import SceneFiles

@MainActor @Suite struct PlacingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"v": "5.7", "fr": 10, "ip": 0, "op": 20, "w": 100, "h": 50, "layers": []}"#, to: "film.json")
    // A root that says where it is and how it is turned: what it is in, the scene's root, is placed.
    try folder.write("<caml><CALayer bounds='0 0 100 50' position='7 3'/></caml>", to: "scene.caml")
  }

  /// The corners of a scene in the canvas.
  private func corners(_ root: CALayer) -> CGRect {
    let canvas = CALayer()
    canvas.addSublayer(root)
    defer { root.removeFromSuperlayer() }
    return root.convert(CGRect(x: 0, y: 0, width: 100, height: 50), to: canvas)
  }

  private func isNear(_ a: CGRect, _ b: CGRect) -> Bool {
    abs(a.minX - b.minX) + abs(a.minY - b.minY) + abs(a.maxX - b.maxX) + abs(a.maxY - b.maxY) < 1e-9
  }

  @Test("Without a fit a Lottie file is fitted, and a CAML document as large as it is")
  func ownWays() throws {
    let canvas = CGSize(width: 40, height: 40)
    let lottie = try Scene(path: folder.path + "/film.json")
    lottie.place(in: canvas)
    #expect(isNear(corners(lottie.rootLayer), CGRect(x: 0, y: 10, width: 40, height: 20)))
    let caml = try Scene(path: folder.path + "/scene.caml")
    caml.place(in: canvas)
    #expect(isNear(corners(caml.rootLayer), CGRect(x: -30, y: -5, width: 100, height: 50)))
  }

  @Test("The last placing holds, whatever was before", arguments: ["film.json", "scene.caml"])
  func again(file: String) throws {
    let scene = try Scene(path: folder.path + "/" + file)
    for (canvas, fit, alignment, box) in [
      (CGSize(width: 40, height: 40), .cover, CanvasAlignment(x: 0, y: 0), CGRect(x: 0, y: 0, width: 80, height: 40)),
      (CGSize(width: 300, height: 10), .fill, .center, CGRect(x: 0, y: 0, width: 300, height: 10)),
      (
        CGSize(width: 200, height: 200), .contain, CanvasAlignment(x: 1, y: 1),
        CGRect(x: 0, y: 100, width: 200, height: 100)
      ),
      (
        CGSize(width: 200, height: 200), .none, CanvasAlignment(x: 0.25, y: 1),
        CGRect(x: 25, y: 150, width: 100, height: 50)
      ),
    ] as [(CGSize, CanvasFit, CanvasAlignment, CGRect)] {
      scene.place(in: canvas, fit: fit, alignment: alignment)
      #expect(isNear(corners(scene.rootLayer), box), "\(fit)")
    }
  }

  @Test("A LottieScene by itself")
  func lottieScene() throws {
    let film = try LottieScene(contentsOf: URL(filePath: folder.path + "/film.json"))
    film.place(in: CGSize(width: 300, height: 300))
    #expect(isNear(corners(film.rootLayer), CGRect(x: 0, y: 75, width: 300, height: 150)))
    film.place(in: CGSize(width: 50, height: 50), fit: .cover, alignment: CanvasAlignment(x: 1, y: 0))
    #expect(isNear(corners(film.rootLayer), CGRect(x: -50, y: 0, width: 100, height: 50)))
  }
}
