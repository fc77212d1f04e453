// Documents of tests, written where they are read.

import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestSupport
import Testing

/// A document in a folder of its own.
struct SceneText {
  let folder: TemporaryFolder
  let path: String

  init(_ text: String, name: String = "a.scene.json") throws {
    folder = try TemporaryFolder()
    path = try folder.write(text, to: name)
  }

  /// A scene of 200 by 100 points with the layers, and further members of the document.
  init(layers: String, _ more: String = "") throws {
    try self.init("{\"size\": [200, 100], \"layers\": [\(layers)]\(more)}")
  }

  func scene(_ change: (inout SceneReplacements) -> Void = { _ in }) throws -> Scene {
    var options = SceneLoadOptions()
    change(&options.replacements)
    return try Scene(path: path, options: options)
  }

  /// The first layer of the scene.
  func layer(_ change: (inout SceneReplacements) -> Void = { _ in }) throws -> CALayer {
    try #require(scene(change).rootLayer.sublayers?.first)
  }

  /// Returns the error of reading the document, without the folder's path; nil if it is read.
  func problem(_ change: (inout SceneReplacements) -> Void = { _ in }) -> String? {
    do { _ = try scene(change) } catch {
      return "\(error)".replacingOccurrences(of: folder.path + "/", with: "")
    }
    return nil
  }

  func failure(_ change: (inout SceneReplacements) -> Void = { _ in }) -> SceneFileError? {
    do { _ = try scene(change) } catch { return error as? SceneFileError }
    return nil
  }

  /// A layer with the members.
  static func layer(_ members: String) throws -> CALayer { try SceneText(layers: "{\(members)}").layer() }

  static func problem(_ members: String) throws -> String? { try SceneText(layers: "{\(members)}").problem() }
}

extension CALayer {
  /// The frame without a transform, as numbers.
  var box: [CGFloat] { [frame.minX, frame.minY, frame.width, frame.height] }

  func named(_ name: String) -> CALayer? {
    self.name == name ? self : (sublayers ?? []).lazy.compactMap { $0.named(name) }.first
  }
}
