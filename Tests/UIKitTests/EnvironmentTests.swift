import TestSupport
import Testing
import UIKit

/// Tests that set what the whole process shares. They run one after another, here and nowhere else.
@Suite(.serialized) struct EnvironmentTests {
  @Test("The current traits decide what dynamic colours are")
  func traits() {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .red : .blue }
    #expect(UITraitCollection.current.userInterfaceStyle == .light)
    UITraitCollection.current = UITraitCollection(userInterfaceStyle: .dark)
    defer { UITraitCollection.current = UITraitCollection(userInterfaceStyle: .light) }
    #expect(color.cgColor == UIColor.red.cgColor)
  }

  @Test("The screen is settable")
  func screen() {
    let (bounds, scale) = (UIScreen.main.bounds, UIScreen.main.scale)
    defer { (UIScreen.main.bounds, UIScreen.main.scale) = (bounds, scale) }
    #expect(bounds == CGRect(x: 0, y: 0, width: 390, height: 844) && scale == 1)
    UIScreen.main.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    UIScreen.main.scale = 3
    #expect(UIScreen.main.nativeBounds == CGRect(x: 0, y: 0, width: 300, height: 150))
    #expect(UIScreen.main.nativeScale == 3)
    #expect(UIScreen.main.applicationFrame == UIScreen.main.bounds)
  }

  @Test("Named images: search paths in order, suffixes, and the variant for the screen's scale")
  func namedImages() throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let (paths, scale) = (UIImage.searchPaths, UIScreen.main.scale)
    defer { (UIImage.searchPaths, UIScreen.main.scale) = (paths, scale) }
    // The width tells the files apart.
    func write(_ name: String, width: Int, in folder: Int = 0) throws {
      let image = UIImage(cgImage: Pixels.solid(width: width, height: 6))
      let data = name.hasSuffix("jpg") ? image.jpegData(compressionQuality: 1) : image.pngData()
      try #require(data).write(to: folders[folder].url.appending(path: name))
    }
    try write("card.png", width: 10)
    try write("card@2x.png", width: 20)
    try write("card@3x.png", width: 30)
    try write("photo.jpg", width: 8)
    try write("small@2x.png", width: 40)
    try write("card.png", width: 99, in: 1)
    try write("second.v2.png", width: 7, in: 1)
    UIImage.searchPaths = folders.map(\.path)

    func found(_ name: String, at screenScale: CGFloat) -> (width: Int?, scale: CGFloat?) {
      UIScreen.main.scale = screenScale
      let image = UIImage(named: name)
      return (image?.cgImage?.width, image?.scale)
    }
    #expect(found("card", at: 1) == (10, 1))
    #expect(found("card", at: 2) == (20, 2))
    #expect(found("card.png", at: 3) == (30, 3))
    #expect(found("card@2x", at: 1) == (20, 2))
    #expect(found("photo", at: 3) == (8, 1))
    #expect(found("small", at: 1) == (40, 2))
    #expect(found("small", at: 3) == (40, 2))
    #expect(found("second.v2", at: 1) == (7, 1))
    #expect(found("none", at: 1) == (nil, nil))
    UIScreen.main.scale = 2
    #expect(UIImage(named: "card")?.size == CGSize(width: 10, height: 3))
    withExtendedLifetime(folders) {
      #expect(UIImage(contentsOfFile: folders[0].file("card@3x.png"))?.scale == 3)
    }
  }
}
