// Binary search in collections that are in order.

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that is beyond a bound, or `endIndex` if no element is. All elements beyond
  /// the bound must come after the others.
  @inlinable
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
