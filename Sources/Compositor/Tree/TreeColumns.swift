// The order and the looks of a tree by address, for the loops that go over all layers: each read of a class's array
// counts a reference and is checked against changes.

/// Columns of a render tree, in the scope of ``RenderTree/withColumns(_:)``.
struct TreeColumns {
  var looks = UnsafeBufferPointer<LayerLook>(start: nil, count: 0)
  var order = UnsafeBufferPointer<Int32>(start: nil, count: 0)
  var ends = UnsafeBufferPointer<Int32>(start: nil, count: 0)
  var firstSublayers = UnsafeBufferPointer<Int32>(start: nil, count: 0)

  /// ``RenderTree/slot(at:_:)``.
  func slot(at place: Int, _ shift: Int32?) -> Int32 { shift.map { Int32(place) + $0 } ?? order[place] }
}

extension RenderTree {
  /// Calls a function with the tree's columns, which do not change meanwhile.
  func withColumns(_ body: (TreeColumns) -> Void) {
    looks.withUnsafeBufferPointer { looks in
      order.withUnsafeBufferPointer { order in
        ends.withUnsafeBufferPointer { ends in
          firstSublayers.withUnsafeBufferPointer { firstSublayers in
            body(TreeColumns(looks: looks, order: order, ends: ends, firstSublayers: firstSublayers))
          }
        }
      }
    }
  }
}
