// How much a file may ask for. Sizes are checked against these before anything is allocated.

public import Foundation

/// Limits on what is read from a scene file. What asks for more is an error, before anything is allocated for it.
public struct SceneLimits: Sendable {
  /// Uncompressed bytes of one entry or file.
  public var entryBytes = 256 << 20
  /// Uncompressed bytes of a whole archive.
  public var archiveBytes = 1 << 30
  /// Entries in an archive, or files in a folder.
  public var entryCount = 20_000
  /// Uncompressed to compressed size of an entry. Deflate reaches 1032 on zeros; artwork and XML stay below 50.
  public var compressionRatio = 200
  /// Entries up to this size, in bytes, may have any ratio: a small file of zeros does no harm.
  public var ratioExemptBytes = 1 << 20
  /// Bytes of one XML document.
  public var documentBytes = 64 << 20
  /// Nesting of XML elements.
  var elementDepth = 256
  /// XML elements in a document.
  public var elementCount = 1_000_000
  /// Attributes of one XML element.
  var attributeCount = 256
  /// Bytes of all images of a scene, decoded, and of the files of its films; half of what is left is for decoded frames
  /// of films.
  public var imageBytes = 2 << 30
  /// Points of a document's width or height.
  public var documentSide: CGFloat = 65_536
  /// The magnitude of any layer's geometry, in points: beyond it single precision, which GPUs compute in, no longer
  /// tells whole points apart.
  package var coordinate: CGFloat = 1e7

  /// The limits as they are by default.
  public init() {}
}
