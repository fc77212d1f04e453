// Counts of OpenGL's work for a frame, besides those of the list. The same scene gives the same numbers on each device
// that saves the same.
//
// Tested by DrawCallTests.

/// The work of drawing a frame. Rows call nothing, and read images where they lie: all their numbers are 0.
package struct RasterCounters: Equatable, Sendable, Codable {
  /// Draw calls.
  package var calls = 0
  /// Changes of state between them: of targets, programs and their uniforms, blend states, textures, buffers.
  package var stateChanges = 0
  /// Bytes of rectangles and quadrilaterals.
  package var geometryBytes = 0
  /// Bytes that were read back.
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
