// Film stamps are whole numbers of a unit of time: at 30000/1001 in Matroska's milliseconds they are 0, 33, 67. If all
// stamps are within one unit of a constant rate, the rate gives the times. Otherwise a picture begins half a unit, at
// most half a millisecond, before its stamp, so that rounding does not select the picture before it.
//
// Tested by VideoClipTests, ClipSoundTests, ClipInputTests and ClipWorkTests.

struct ClipPacket: Sendable {
  /// The presentation time, in the stream's unit of time.
  var shown: Int64
  /// The decoding time, in the stream's unit of time.
  var decoded: Int64
  /// The duration, in the stream's unit of time; 0 if the file does not state it.
  var length: Int64
  /// The position in the file; negative if unknown.
  var place: Int64
  /// Whether decoding can begin with this packet.
  var isKey: Bool
  /// Whether the picture is shown. One that an edit list leaves out is only decoded.
  var isShown: Bool

  /// The values that identify a packet: its position, -1 if unknown, and its presentation and decoding times.
  typealias Identity = (place: Int64, shown: Int64, decoded: Int64)

  var identity: Identity { (max(place, -1), shown, decoded) }
}

/// The packets of a film's pictures, in the orders of decoding and of showing. A container's own index has only the
/// order of decoding, and is often incomplete.
struct ClipIndex: Sendable {
  /// The packets, in the order of decoding.
  let packets: [ClipPacket]
  /// The packets that are shown, in the order of showing.
  let order: [Int32]
  /// The place of each packet among those that are shown; -1 for the others.
  let places: [Int32]
  /// The packets where decoding can begin, in the order of decoding.
  let keys: [Int32]
  /// For each packet, the index in `keys` of the last key at or before it that is shown no later than it; 0 if none is.
  private let keyPlaces: [Int32]
  /// The packets in the order of their identities.
  private let byPlace: [Int32]
  /// Whether packets have presentation times. Otherwise pictures are counted.
  let hasStamps: Bool
  /// The begin time of each picture that is shown, in seconds after the first.
  private(set) var starts: [Double]
  /// The end time of the last picture, in seconds after the first begins.
  let length: Double
  /// Seconds by which a picture counts as begun before its stamp.
  private let tolerance: Double
  let rate: FrameRate?
  let isConstantRate: Bool

  /// - Parameter packets: in the order of decoding; at least one is shown.
  init(_ packets: [ClipPacket], hasStamps: Bool, unit: Double, rates: [FrameRate]) {
    (self.packets, self.hasStamps) = (packets, hasStamps)
    let numbers = (0..<Int32(packets.count))
    order = numbers.filter { packets[Int($0)].isShown }.sorted {
      (packets[Int($0)].shown, $0) < (packets[Int($1)].shown, $1)
    }
    var places = [Int32](repeating: -1, count: packets.count)
    for (place, number) in order.enumerated() { places[Int(number)] = Int32(place) }
    self.places = places
    let keys = numbers.filter { packets[Int($0)].isKey }
    // Decoding begins with the first packet even if no packet is marked as a key.
    self.keys = keys.first == 0 ? keys : [0] + keys
    keyPlaces = Self.keyPlaces(packets, keys: self.keys)
    byPlace = numbers.sorted { packets[Int($0)].identity < packets[Int($1)].identity }

    let stamps = order.map { packets[Int($0)].shown }
    let (first, last) = (stamps.first ?? 0, stamps.last ?? 0)
    let lastLength = order.last.map { packets[Int($0)].length } ?? 0
    let mean = stamps.count > 1 ? Double(last - first) * unit / Double(stamps.count - 1) : 0
    let candidates = rates + (mean > 0 ? [FrameRate(1 / mean)].compactMap { $0 } : [])
    let constant = candidates.first { Self.hold(stamps, rate: $0, unit: unit) }
    isConstantRate = constant != nil
    rate = constant ?? (mean > 0 ? FrameRate(1 / mean) : rates.first)
    if let constant {
      starts = stamps.indices.map { constant.time(ofFrame: $0) }
      length = constant.time(ofFrame: stamps.count)
      tolerance = 1e-6
    } else {
      starts = stamps.map { Double($0 - first) * unit }
      let claimed = Double(lastLength) * unit
      let step = claimed > 0 ? claimed : mean > 0 ? mean : rates.first.map { $0.time(ofFrame: 1) } ?? unit
      length = Double(last - first) * unit + step
      tolerance = min(unit / 2, 0.0005) + 1e-6
    }
  }

  private static func keyPlaces(_ packets: [ClipPacket], keys: [Int32]) -> [Int32] {
    var places: [Int32] = []
    places.reserveCapacity(packets.count)
    /// Indices of keys that a later packet may need, each shown after the one before. A key that is shown with or after
    /// a later key is removed.
    var open: [Int32] = []
    func shown(_ place: Int32) -> Int64 { packets[Int(keys[Int(place)])].shown }
    var next: Int32 = 0
    for number in packets.indices {
      if Int(next) < keys.count, Int(keys[Int(next)]) == number {
        while let last = open.last, shown(last) >= packets[number].shown { open.removeLast() }
        open.append(next)
        next += 1
      }
      let beyond = open.partitioningIndex { shown($0) > packets[number].shown }
      places.append(beyond > 0 ? open[beyond - 1] : 0)
    }
    return places
  }

  /// Whether all stamps are the rounded times of a rate.
  private static func hold(_ stamps: [Int64], rate: FrameRate, unit: Double) -> Bool {
    guard let first = stamps.first, unit > 0 else { return false }
    let step = rate.time(ofFrame: 1) / unit
    // A rate is exact if its pictures last whole units.
    let allowed = abs(step - step.rounded()) < 1e-9 * step ? 1e-3 : step >= 2 ? 1.0 : 0.51
    return stamps.indices.allSatisfy {
      abs(Double(stamps[$0] - first) - rate.time(ofFrame: $0) / unit) <= allowed + 1e-9
    }
  }

  var count: Int { order.count }

  /// Returns the picture at a time, in seconds after the first begins; the nearest picture outside of the film.
  func picture(at seconds: Double) -> Int {
    let time = seconds + tolerance
    return max(starts.partitioningIndex { !($0 <= time) } - 1, 0)
  }

  func start(of picture: Int) -> Double { starts[picture] }

  func end(of picture: Int) -> Double { picture + 1 < starts.count ? starts[picture + 1] : length }

  /// Returns the packet with which to begin decoding for a picture, `earlier` keys before the last suitable one. A key
  /// is not suitable for packets that follow it but are shown before it, as in open groups of pictures.
  func key(for picture: Int, earlier: Int = 0) -> Int {
    Int(keys[max(Int(keyPlaces[Int(order[picture])]) - earlier, 0)])
  }

  /// Returns the key before a packet; 0 if no key precedes it.
  func key(before packet: Int) -> Int {
    let next = keys.partitioningIndex { $0 >= packet }
    return next > 0 ? Int(keys[next - 1]) : 0
  }

  func isPacket(_ number: Int, shown: Int64, decoded: Int64, place: Int64) -> Bool {
    guard packets.indices.contains(number) else { return false }
    let own = packets[number]
    if place >= 0, own.place >= 0 { return own.place == place }
    return own.shown == shown && own.decoded == decoded
  }

  /// Returns the number of a packet of the file; nil if the index does not have the packet.
  func number(shown: Int64, decoded: Int64, place: Int64) -> Int? {
    let identity: ClipPacket.Identity = (max(place, -1), shown, decoded)
    let next = byPlace.partitioningIndex { packets[Int($0)].identity >= identity }
    if next < byPlace.count, packets[Int(byPlace[next])].identity == identity { return Int(byPlace[next]) }
    guard place >= 0 else { return nil }
    // After a seek, the packet may have other times.
    let first = byPlace.partitioningIndex { packets[Int($0)].place >= place }
    guard first < byPlace.count, packets[Int(byPlace[first])].place == place else { return nil }
    return Int(byPlace[first])
  }

  var memory: Int { packets.count * (MemoryLayout<ClipPacket>.stride + 28) }
}

/// The pictures that cannot be decoded, by their places in the order of showing; perhaps a million in a row.
struct LostPictures {
  private var runs = RangeSet<Int>()

  func contains(_ picture: Int) -> Bool { run(of: picture) != nil }

  mutating func insert(_ picture: Int) { runs.insert(contentsOf: picture..<picture + 1) }

  mutating func remove(_ picture: Int) { runs.remove(contentsOf: picture..<picture + 1) }

  /// Returns the picture that shows in place of one of `count`: itself unless it is lost, otherwise the last good one
  /// before it or, if none, the first after it; nil if all are lost.
  func standIn(for picture: Int, of count: Int) -> Int? {
    guard let run = run(of: picture) else { return picture }
    guard run.lowerBound == 0 else { return run.lowerBound - 1 }
    return run.upperBound < count ? run.upperBound : nil
  }

  private func run(of picture: Int) -> Range<Int>? {
    let ranges = runs.ranges
    let first = ranges.partitioningIndex { $0.upperBound > picture }
    return first < ranges.count && ranges[first].contains(picture) ? ranges[first] : nil
  }
}
