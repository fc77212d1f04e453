// Where the packages of a `.tendies` wallpaper lie: `descriptors/<id>/versions/<n>/contents/*.wallpaper/*.ca`, up to
// three of them, drawn as Background, Floating, Foreground. The folders above `.wallpaper` vary between tools, so
// only a `versions/<n>` among them has a meaning: of the first descriptor, the highest version is taken.
//
// Tested by WallpaperTests and WallpaperLayoutTests.

import Documents

/// The packages of a wallpaper.
struct WallpaperLayout {
  /// The `.ca` folders from the back to the front.
  let packages: [PackagePath]
  /// Wallpapers that are in the archive as well and are not shown.
  let skipped: [PackagePath]

  /// Finds them among the paths of all files. Nil when there is no `.ca` folder.
  init?(paths: [PackagePath]) {
    let folders = Set(paths.compactMap(Self.packageFolder))
    let wallpapers = Dictionary(grouping: folders) { $0.prefix($0.components.count - 1) }
    let ranked = wallpapers.keys.sorted {
      (Self.descriptor(of: $0), Self.version(of: $1), $0.description)
        < (Self.descriptor(of: $1), Self.version(of: $0), $1.description)
    }
    guard let chosen = ranked.first, let packages = wallpapers[chosen] else { return nil }
    self.packages = packages.sorted { Self.order(of: $0) < Self.order(of: $1) }
    // Older versions of the chosen one are history, not another wallpaper.
    skipped = ranked.dropFirst().filter {
      Self.descriptor(of: $0) != Self.descriptor(of: chosen) || Self.version(of: $0) == Self.version(of: chosen)
    }
  }

  /// The outermost `.ca` folder that a file is in.
  private static func packageFolder(of path: PackagePath) -> PackagePath? {
    path.components.dropLast().firstIndex { $0.hasSuffix(".ca") }.map { path.prefix($0 + 1) }
  }

  /// Returns the number after `versions`; 0 for a path without `versions`.
  private static func version(of folder: PackagePath) -> Int {
    guard let place = folder.components.firstIndex(of: "versions"), place + 1 < folder.components.count else {
      return 0
    }
    return Int(folder.components[place + 1]) ?? 0
  }

  /// Returns the path of the folder that contains `versions`.
  private static func descriptor(of folder: PackagePath) -> String {
    folder.prefix(folder.components.firstIndex(of: "versions") ?? 0).description
  }

  /// The place from back to front, then the name: a package without a role lies on top.
  private static func order(of package: PackagePath) -> (Int, String) {
    let roles = ["Background", "Floating", "Foreground"]
    let name = String((package.components.last ?? "").dropLast(".ca".count))
    // "7400.WWDC_2022_Background-390w-844h@3x~iphone": the size suffix begins at the first part that begins with a
    // digit.
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    if let size = parts.dropFirst().firstIndex(where: { $0.first?.isNumber == true }) { parts.removeSubrange(size...) }
    let stem = parts.joined(separator: "-")
    return (roles.firstIndex { stem.hasSuffix($0) } ?? roles.count, name)
  }
}
