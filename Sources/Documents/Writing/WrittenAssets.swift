package import CoreGraphics
import Foundation
package import ImageFiles

/// The images and films of a document that is written: in the document, or as files of its package.
///
/// Tested by ConvertCommandTests.
package final class WrittenAssets {
  /// The folder of the document.
  private let folder: String
  /// The folder for files, which exists; nil for assets in the document.
  private let package: String?
  /// The paths of files, relative to the document.
  package private(set) var files: [String] = []
  private var images: [ObjectIdentifier: (image: CGImage, source: String)] = [:]

  /// The folder for files in a package.
  package static let folderName = "assets"

  package init(besideDocumentIn folder: String, package: String? = nil) {
    (self.folder, self.package) = (folder, package)
  }

  /// Returns the `data:` address or the path of an image, as PNG.
  package func source(of image: CGImage) throws(ImageFileError) -> String {
    if let known = images[ObjectIdentifier(image)] { return known.source }
    let bytes = try Self.png(of: image)
    let source =
      if package == nil {
        "data:image/png;base64," + Data(bytes).base64EncodedString()
      } else {
        try add(bytes, "image-\(images.count + 1).png")
      }
    images[ObjectIdentifier(image)] = (image, source)
    return source
  }

  package static func png(of image: CGImage) throws(ImageFileError) -> [UInt8] {
    try ImageFile.encode(Bitmap(width: image.width, height: image.height, pixels: image.pixels), as: .png)
  }

  /// Returns the path of a film relative to the document, or its address; nil for a film outside of the folder.
  package func source(of film: SceneClip) throws(ImageFileError) -> String? {
    switch film.source {
    case .data(let data):
      return package == nil
        ? "data:video/mp4;base64," + data.base64EncodedString() : try add(Array(data), "film-\(files.count + 1).mp4")
    case .file(let url):
      let (path, root) = (url.resolvingSymlinksInPath().path, URL(filePath: folder).resolvingSymlinksInPath().path)
      guard package == nil else {
        return try add(FileContents.read(path), "film-\(files.count + 1).\(url.pathExtension)")
      }
      return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : nil
    }
  }

  private func add(_ bytes: [UInt8], _ name: String) throws(ImageFileError) -> String {
    let file = try UnfinishedFile(for: "\(package ?? "")/\(name)")
    try file.write(bytes)
    try file.publish()
    files.append("\(Self.folderName)/\(name)")
    return files[files.count - 1]
  }
}
