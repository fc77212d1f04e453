/// OpenGL's work for a frame, besides the counts of the list. The same scene gives the same numbers on each device of
/// the same economy. Rows make no calls and read images in place: all their numbers are 0.
///
/// Tested by DrawCallTests.
package struct RasterCounters: Equatable, Sendable, Codable {
  package var calls = 0
  /// Changes of state between calls: of targets, programs and their uniforms, blend states, textures, buffers.
  package var stateChanges = 0
  /// Bytes of rectangles and quadrilaterals.
  package var geometryBytes = 0
  package var readBytes = 0
  /// Images that were uploaded, and their bytes.
  package var uploads = 0
  package var uploadedBytes = 0

  package init() {}

  package static func += (a: inout RasterCounters, b: RasterCounters) {
    a.calls += b.calls
    a.stateChanges += b.stateChanges
    a.geometryBytes += b.geometryBytes
    a.readBytes += b.readBytes
    a.uploads += b.uploads
    a.uploadedBytes += b.uploadedBytes
  }
}
