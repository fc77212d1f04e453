public import Foundation

/// The name of a data asset in a bundle.
public typealias NSDataAssetName = String

/// Data that comes with a program: a file of its bundle, as there are no asset catalogues here.
open class NSDataAsset: NSObject {
  /// The name that it was asked for by.
  public let name: NSDataAssetName
  /// The bytes of the asset's file.
  public let data: Data

  /// The file of that name in the program's resources, with or without a suffix; of several the first by name. Nil if
  /// no such file can be read.
  public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

  /// The file of that name in a bundle's resources, with or without a suffix; of several the first by name. Nil if no
  /// such file can be read.
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
