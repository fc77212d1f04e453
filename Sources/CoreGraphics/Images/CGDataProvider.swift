public import Foundation
import ImageFiles

/// Called with the `info` of the provider, the memory and its size, when the memory is needed no more.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int) -> Void

/// The source of an image's bytes.
public final class CGDataProvider: @unchecked Sendable {
  // Unchecked Sendable: both properties are immutable; `info` is only handed back, never followed.

  /// All of the bytes. Optional as Apple declares it; never nil.
  public let data: CFData?
  /// The client's value from the creation of the provider; nil unless the provider was made with memory of the
  /// client's.
  public let info: UnsafeMutableRawPointer?

  /// Provides bytes in memory.
  public init?(data: CFData) {
    self.data = data
    info = nil
  }

  /// A provider of the caller's memory, which is not copied: `releaseData` is called when nothing uses it any more.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.info = info
    // Data asks for a pointer that may be written to; nothing here writes.
    nonisolated(unsafe) let owner = info
    self.data = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
      deallocator: .custom { memory, size in releaseData(owner, memory, size) })
  }

  /// A provider of a file's bytes, read now; nil when it cannot be read, or is larger than an image file may be.
  public convenience init?(url: CFURL) {
    guard url.isFileURL, let bytes = try? FileContents.read(url.path) else { return nil }
    self.init(data: Data(bytes))
  }

  /// A provider of the bytes of the file at a path, read now; nil when it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: URL(fileURLWithPath: String(cString: filename)))
  }
}
