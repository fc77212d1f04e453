// Times with something to do, the earliest first: a binary heap. An entry is not taken out when its reason goes;
// whoever takes it looks whether it still holds.

/// Times and what is due at them, by number.
struct EventQueue {
  /// A time, in seconds, and the number of its animation.
  struct Event {
    var time: Double
    var serial: UInt64

    static func < (a: Event, b: Event) -> Bool { (a.time, a.serial) < (b.time, b.serial) }
  }

  private var heap: [Event] = []

  /// The earliest event; of those at one time, the one with the lowest number.
  var first: Event? { heap.first }

  /// Adds an event. One at infinity never comes.
  mutating func insert(_ event: Event) {
    guard event.time < .infinity else { return }
    heap.append(event)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes the earliest event out.
  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var least = 2 * parent + 1
      if least + 1 < heap.count, heap[least + 1] < heap[least] { least += 1 }
      guard heap[least] < heap[parent] else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }
}
