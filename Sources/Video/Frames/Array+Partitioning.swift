// Places in arrays that are in order.

extension Array {
  /// The first place from which on all elements are beyond a bound; the count where none is. Those that are come after
  /// all that are not.
  @inlinable
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
