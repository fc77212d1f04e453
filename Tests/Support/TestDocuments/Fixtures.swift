import CoreGraphics
import Foundation
import ImageFiles
package import SceneFiles
import TestSupport

/// Documents, images and the ways to load them.
package enum Fixtures {
  /// Returns a document with a root of 100x200 points around `content`, which begins in line 3.
  package static func document(rootAttributes: String = "", _ content: String) -> String {
    """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer id="root" bounds="0 0 100 200" position="50 100" \(rootAttributes)>
    \(content)
    </CALayer>
    </caml>
    """
  }

  package static let emptyDocument = document("")

  /// Returns a PNG file of one colour.
  package static func png(width: Int = 2, height: Int = 2, color: [UInt8] = [255, 0, 0, 255]) throws -> [UInt8] {
    let pixels = (0..<width * height).flatMap { _ in color }
    let image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
    return try ImageFile.encode(image.bitmap, as: .png)
  }

  /// Loads a document as `main.caml` in a folder of its own, with `assets` beside it.
  package static func load(_ xml: String, assets: [String: [UInt8]] = [:]) throws -> Scene {
    let folder = try TemporaryFolder()
    for (name, bytes) in assets { try folder.write(bytes, to: name) }
    return try Scene(path: folder.write(xml, to: "main.caml"))
  }

  /// Returns the error of loading a document; its file's name is without the folder.
  package static func failure(_ xml: String, assets: [String: [UInt8]] = [:]) throws -> SceneFileError? {
    do {
      _ = try load(xml, assets: assets)
      return nil
    } catch let error as SceneFileError {
      return error
    }
  }

  /// Returns the path inside an archive to a `.ca` package of a role.
  package static func packagePath(_ role: String, version: Int = 1) -> String {
    "descriptors/A/versions/\(version)/contents/W-390w-844h@3x~iphone.wallpaper/W_\(role)-390w-844h@3x~iphone.ca/"
  }
}

extension SceneFileError {
  /// The "line:column" of an error.
  package var place: String { "\(location.line):\(location.column)" }
}
