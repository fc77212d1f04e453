// `manifest.json` of a `.lottie` archive, of the versions 1 and 2 of the format.

import Documents
import Foundation

/// The manifest of an archive.
struct LottieManifest {
  /// One of the archive's animations.
  struct Animation {
    let id: String
    /// The theme that it is first shown with.
    let initialTheme: String?
  }

  let animations: [Animation]
  /// The animation that is shown first, where the archive says.
  let initialAnimation: String?
  let themes: [String]
  let stateMachines: [String]

  /// The manifest of an archive that has none: its animations are the files in the folders of both versions.
  init(animations paths: [PackagePath]) {
    animations = paths.compactMap { path in
      guard path.components.count == 2, LottieArchive.Folder.animations.contains(path.components[0]),
        path.components[1].hasSuffix(".json")
      else { return nil }
      return Animation(id: String(path.components[1].dropLast(".json".count)), initialTheme: nil)
    }
    (initialAnimation, themes, stateMachines) = (nil, [], [])
  }

  /// Reads a manifest.
  ///
  /// - Parameter file: the name used in errors.
  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    let json = try JSON.read(bytes, file: file, limits: limits)
    guard let list = json["animations"]?.array else {
      throw SceneFileError(.malformed, file: file, "expected an object with 'animations', a list")
    }
    animations = list.compactMap { item in
      item["id"]?.string.map {
        Animation(id: $0, initialTheme: item["initialTheme"]?.string ?? item["defaultTheme"]?.string)
      }
    }
    // Version 2, and before it 1.
    initialAnimation = json["initial"]?["animation"]?.string ?? json["activeAnimationId"]?.string
    themes = Self.ids(json["themes"])
    stateMachines = Self.ids(json["stateMachines"]) + Self.ids(json["states"])
  }

  /// The ids of a list of objects, or of the texts that version 1 has in their place.
  private static func ids(_ list: JSON?) -> [String] {
    (list?.array ?? []).compactMap { $0["id"]?.string ?? $0.string }
  }
}
