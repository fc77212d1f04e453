// What becomes of memory that is freed.
import CLibAV

/// Encoders are opened anew for each segment of a film, and each time ask for the same hundred megabytes. What they
/// gave back is kept for the next one: the kernel would have to clear every page again, which was 7 % of a film's time.
package enum FreedMemory {
  /// Has the process keep what it frees.
  package static func keep() { clibav_keep_freed_memory() }
}
