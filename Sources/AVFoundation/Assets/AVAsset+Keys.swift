// Properties that are loaded by their names, as code of before `load(_:)` does.

import Dispatch
public import Foundation

/// Whether a property is loaded.
public enum AVKeyValueStatus: Int, Sendable {
  /// The property has not been asked for.
  case unknown = 0
  /// The file is being opened.
  case loading = 1
  /// The property is loaded.
  case loaded = 2
  /// The file cannot be read.
  case failed = 3
  /// Loading was cancelled. Assets do not report this.
  case cancelled = 4
}

extension AVAsset {
  /// Opens the file on another thread, and calls a block when all properties are loaded or cannot be loaded.
  ///
  /// - Parameters:
  ///   - keys: names of properties; all of them come with the file.
  ///   - handler: called on that thread; ``statusOfValue(forKey:error:)`` tells it more.
  public final func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
  {
    DispatchQueue.global().async {
      _ = try? self.loadSource()
      handler?()
    }
  }

  /// Whether a property is loaded.
  ///
  /// - Parameters:
  ///   - key: the name of a property; all of them come with the file.
  ///   - outError: gets an ``AVError`` as an `NSError` where the file cannot be read.
  public final func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?)
    -> AVKeyValueStatus
  {
    guard let source else { return .loaded }
    switch source.opening {
    case .unknown: return .unknown
    case .running: return .loading
    case .ended(nil): return .loaded
    case .ended(let error?):
      outError?.pointee = error as NSError
      return .failed
    }
  }
}
