// Where displays come from, apart from the order they are tried in: the selection is tested with a made-up machine.

/// A machine's EGL displays, as ``EGLDisplaySelector`` sees them.
protocol EGLDisplaySource<Opened> {
  /// A display that works, with whatever is needed to use it.
  associatedtype Opened

  /// The candidates of `platform`, in the order the system lists them; none is an empty list.
  ///
  /// - Throws: what stops the platform from being asked at all, such as a missing extension.
  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate]

  /// Opens `candidate` so far that rendering can start, and leaves nothing behind where that fails.
  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> Opened

  /// Returns the identity that a display reports, which must be the one that was opened last.
  func identity(of opened: Opened) -> DeviceIdentity

  /// The GPUs that the machine's files tell of.
  var hardware: [HardwareDevice] { get }

  /// Returns the reason, as far as files tell it, that a GPU cannot be used; nil where they tell nothing.
  func problem(of device: HardwareDevice) -> DeviceProblem?
}
