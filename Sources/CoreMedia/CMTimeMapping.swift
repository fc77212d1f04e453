// A stretch of one time line that is a stretch of another: what the segment of a track is.

/// A range of a source, and the range that it fills of a track; where their lengths differ, it runs faster or slower.
public struct CMTimeMapping: Hashable, Sendable {
  /// The range of the source; if its start is invalid, the mapping has no source and shows nothing.
  public var source: CMTimeRange
  /// The range of the track.
  public var target: CMTimeRange

  /// An invalid mapping.
  public init() { (source, target) = (.invalid, .invalid) }

  /// A mapping of a source.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// A stretch in which nothing is shown.
  public static func empty(target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: .invalid, target: target) }

  /// No mapping.
  public static let invalid = CMTimeMapping()

  /// Whether it is one: whether its target is a range.
  public var isValid: Bool { target.isValid }
  /// Whether nothing is shown.
  public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}

/// No mapping.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// A mapping of a source; invalid where a length has an epoch.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// A stretch in which nothing is shown.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping { .empty(target: target) }

/// Whether it is a mapping.
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }
/// Whether it is no mapping.
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }
/// Whether nothing is shown.
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }

/// The number by which a track is known in its asset.
public typealias CMPersistentTrackID = Int32

/// The number of no track: the maker of a track then chooses one.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
