// EXIF orientation becomes the image's `imageOrientation`; the pixels are the file's. An animation gives its first
// frame, as on Apple's systems. The initialisers return nil for a file that is missing or damaged, as Apple's do,
// without a reason; `ImageFile` gives one.

public import CoreGraphics
public import Foundation
import ImageCodecs
import ImageFiles
import Synchronization

extension UIImage {
  /// Reads the image in `data` at scale 1; nil if it cannot be read.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// Reads the image in `data`, at `scale` pixels to a point, 1 if that is not positive; nil if it cannot be read.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let reader = try? ImageFileReader([UInt8](data), name: "image data") else { return nil }
    self.init(reader, scale: scale)
  }

  /// Reads the image in the file at `path`; nil if it cannot be read. The file's name gives the scale: 2 for
  /// `card@2x.png`, 1 without such an ending.
  public convenience init?(contentsOfFile path: String) {
    guard let reader = try? ImageFileReader(contentsOfFile: path) else { return nil }
    self.init(reader, scale: ImageName(path).scale)
  }

  private convenience init?(_ reader: ImageFileReader, scale: CGFloat) {
    guard let image = try? reader.picture(at: 0).image else { return nil }
    self.init(cgImage: image, scale: scale, orientation: Orientation(reader.header.orientation))
  }

  private static let searchPathList = Mutex<[String]>([Bundle.main.resourcePath ?? "."])

  /// The folders that ``init(named:)`` searches, in order. Default: the program's resources.
  public static var searchPaths: [String] {
    get { searchPathList.withLock { $0 } }
    set { searchPathList.withLock { $0 = newValue } }
  }

  /// Reads the image of that name in the first of the ``searchPaths`` that has one; nil if no such file can be read.
  ///
  /// Of `card`, `card@2x` and `card@3x` the one for ``UIScreen/scale`` is used, else the next larger, then the next
  /// smaller. A name without a suffix means a file of any readable format. Unlike Apple's, nothing is cached.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

  /// Reads the image of that name, with or without a suffix, in a bundle's resources, by the rules of ``init(named:)``.
  /// A nil bundle means the ``searchPaths``; the traits give the display scale, or else the screen does.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    let folders = bundle.map { [$0.resourcePath ?? "."] } ?? Self.searchPaths
    let scale = traitCollection.map(\.displayScale).flatMap { $0 > 0 ? $0 : nil } ?? UIScreen.main.scale
    guard let path = ImageName(name).firstFile(in: folders, screenScale: scale) else { return nil }
    self.init(contentsOfFile: path)
  }

  /// Returns nil: Apple's symbols and their licence belong to Apple's systems. A note on the standard error says so,
  /// once for each name; a program brings images of its own, for example by ``init(named:)``.
  public convenience init?(systemName name: String) {
    Notes.say("UIImage(systemName: \"\(name)\"): there are no system symbols here; bring an image, by init(named:)")
    return nil
  }
}

private struct ImageName {
  /// The path up to the scale.
  var stem: String
  var scale: CGFloat
  /// The suffix without the dot; empty for a name without one.
  var suffix: String

  init(_ path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A dot inside a name does not begin a suffix: `icon.small` is searched for as it is and with each suffix.
    let known = name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) }.flatMap {
      ImageCodec(suffix: $0) == nil ? nil : $0
    }
    suffix = known ?? ""
    stem = known.map { String(path.dropLast($0.count + 1)) } ?? path
    scale = 1
    for variant in [2, 3] where stem.hasSuffix("@\(variant)x") {
      stem = String(stem.dropLast(3))
      scale = CGFloat(variant)
    }
  }

  /// Returns the file names to try, best first.
  func candidates(screenScale: CGFloat) -> [String] {
    let suffixes = suffix.isEmpty ? ImageCodec.all.flatMap(\.suffixes) : [suffix]
    guard scale == 1 else { return suffixes.map { "\(stem)@\(Int(scale))x.\($0)" } }
    let wanted = Int(Swift.min(Swift.max(screenScale.rounded(.up), 1), 3))
    let scales = Array(wanted...3) + (1..<wanted).reversed()
    return scales.flatMap { scale in suffixes.map { "\(stem)\(scale == 1 ? "" : "@\(scale)x").\($0)" } }
  }

  func firstFile(in folders: [String], screenScale: CGFloat) -> String? {
    let names = candidates(screenScale: screenScale)
    for folder in folders {
      for name in names {
        let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
        if FileManager.default.fileExists(atPath: path) { return path }
      }
    }
    return nil
  }
}

/// The name of a data asset in a bundle.
public typealias NSDataAssetName = String

/// The data of a file in a program's bundle; there are no asset catalogues here.
open class NSDataAsset: NSObject {
  /// The name of the asset.
  public let name: NSDataAssetName
  /// The bytes of the asset's file.
  public let data: Data

  /// Reads the file of that name in the program's resources, with or without a suffix; the first by name of several.
  /// Nil if no such file can be read.
  public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

  /// Reads the file of that name in a bundle's resources, with or without a suffix; the first by name of several. Nil
  /// if no such file can be read.
  public init?(name: NSDataAssetName, bundle: Bundle) {
    let path = URL(fileURLWithPath: bundle.resourcePath ?? ".").appendingPathComponent(name)
    let siblings = (try? FileManager.default.contentsOfDirectory(atPath: path.deletingLastPathComponent().path)) ?? []
    let stem = path.lastPathComponent
    let found = siblings.sorted().first { $0 == stem } ?? siblings.sorted().first { $0.hasPrefix(stem + ".") }
    guard !stem.isEmpty, let found,
      let data = try? Data(contentsOf: path.deletingLastPathComponent().appendingPathComponent(found))
    else { return nil }
    (self.name, self.data) = (name, data)
  }
}
