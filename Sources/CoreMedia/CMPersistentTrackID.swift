// Numbers of tracks.

/// The number by which a track is known in its asset.
public typealias CMPersistentTrackID = Int32

/// The number of no track: the maker of a track then chooses one.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
