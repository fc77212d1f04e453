// Observers that are told by a selector, as Objective-C's are: the centre does not hold them, and forgets them when
// they are gone.

public import Foundation
import Synchronization

/// The observers by selectors, of all centres.
private enum SelectorObservers {
  struct Entry {
    weak var observer: AnyObject?
    weak var center: NotificationCenter?
    var name: NSNotification.Name?
    var object: ObjectIdentifier?
    /// The token that the centre returned for the block.
    var token: any NSObjectProtocol
  }

  /// Unchecked: a list under a lock. What is in it is used by whoever observes, on threads of their own choice.
  struct List: @unchecked Sendable {
    var entries: [ObjectIdentifier: [Entry]] = [:]
    /// The number of observers above which the entries of deallocated observers are removed next.
    var limit = 64
  }

  static let list = Mutex(List())

  static func add(_ entry: Entry, of observer: ObjectIdentifier) {
    let forgotten = list.withLock { list in
      var forgotten: [Entry] = []
      list.entries[observer, default: []].append(entry)
      if list.entries.count > list.limit {
        forgotten = take(from: &list) { $0.observer == nil }
        list.limit = max(2 * list.entries.count, 64)
      }
      return Held(forgotten)
    }
    forgotten.leave()
  }

  /// Has those entries of an observer forgotten that a test chooses.
  static func remove(_ observer: ObjectIdentifier, where chooses: (Entry) -> Bool) {
    let forgotten = list.withLock { list in
      guard var entries = list.entries[observer] else { return Held([]) }
      let forgotten = entries.filter { chooses($0) || $0.observer == nil }
      entries.removeAll { chooses($0) || $0.observer == nil }
      list.entries[observer] = entries.isEmpty ? nil : entries
      return Held(forgotten)
    }
    forgotten.leave()
  }

  private static func take(from list: inout List, where chooses: (Entry) -> Bool) -> [Entry] {
    var taken: [Entry] = []
    for (observer, entries) in list.entries {
      taken += entries.filter(chooses)
      let rest = entries.filter { !chooses($0) }
      list.entries[observer] = rest.isEmpty ? nil : rest
    }
    return taken
  }

  /// Entries that were taken out of the list; the centre removes their observers outside of the lock.
  struct Held: @unchecked Sendable {
    let entries: [Entry]
    init(_ entries: [Entry]) { self.entries = entries }
    func leave() { for entry in entries { entry.center?.removeObserver(entry.token as Any) } }
  }
}

/// The observer and the selector that a notification calls.
///
/// Unchecked: the call is on the thread that posts, as on Apple's systems.
private struct SelectorCall: @unchecked Sendable {
  weak var observer: AnyObject?
  let selector: Selector
}

extension NotificationCenter {
  /// Has `selector` called of `observer`, with the notification, at each one that has the name and the object; of nil
  /// at each. The observer is not held, and need not be removed.
  public func addObserver(
    _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    let observer = observer as AnyObject
    let call = SelectorCall(observer: observer, selector: aSelector)
    let token = addObserver(forName: aName, object: anObject, queue: nil) { notification in
      if let observer = call.observer { call.selector.call(observer, notification) }
    }
    SelectorObservers.add(
      SelectorObservers.Entry(
        observer: observer, center: self, name: aName, object: anObject.map { ObjectIdentifier($0 as AnyObject) },
        token: token),
      of: ObjectIdentifier(observer))
  }

  /// Ends all that was asked for with this observer, by selectors or by a block.
  public func removeObserver(_ observer: AnyObject) {
    SelectorObservers.remove(ObjectIdentifier(observer)) { $0.center === self }
    removeObserver(observer as Any)
  }

  /// Ends what was asked for with this observer, of a name and an object; of nil, whatever it was.
  public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
    let object = anObject.map { ObjectIdentifier($0 as AnyObject) }
    SelectorObservers.remove(ObjectIdentifier(observer)) {
      $0.center === self && (aName == nil || $0.name == aName) && (object == nil || $0.object == object)
    }
    removeObserver(observer as Any, name: aName, object: anObject)
  }
}
