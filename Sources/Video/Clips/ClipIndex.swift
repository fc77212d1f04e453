// A film's stamps are whole numbers of its unit: at 30000/1001 in Matroska's milliseconds they are 0, 33, 67. If all
// lie within one unit of a constant rate, the rate counts. Otherwise a picture begins half a unit, at most half a
// millisecond, before its stamp, so that the exact time of a picture does not give the one before.
//
// Tested by VideoClipTests, ClipSoundTests, ClipInputTests and ClipWorkTests.

struct ClipPacket: Sendable {
  /// The presentation time, in the stream's unit of time.
  var shown: Int64
  /// The decoding time, in the stream's unit of time.
  var decoded: Int64
  /// The duration, in the stream's unit of time; 0 if the file does not tell it.
  var length: Int64
  /// The position in the file; negative if it is not known.
  var place: Int64
  /// Whether decoding can begin here.
  var isKey: Bool
  /// Whether it is shown at all: a packet that an edit list leaves out is decoded only.
  var isShown: Bool

  /// The values that identify a packet: its position, -1 if it is not known, and its presentation and decoding times.
  typealias Identity = (place: Int64, shown: Int64, decoded: Int64)

  var identity: Identity { (max(place, -1), shown, decoded) }
}

/// The pictures of a film by its packets, in the order of decoding and of showing. A container's own index has the
/// order of decoding only, and often not all of it.
struct ClipIndex: Sendable {
  /// The packets, in the order of decoding.
  let packets: [ClipPacket]
  /// The packets that are shown, in the order of showing.
  let order: [Int32]
  /// The place of each packet among those that are shown; -1 for the others.
  let places: [Int32]
  /// The packets where decoding can begin, in the order of decoding.
  let keys: [Int32]
  /// For each packet, the place among `keys` of the last key up to it that is not shown after it; 0 if no key is such.
  private let keyPlaces: [Int32]
  /// The packets in the order of their identities.
  private let byPlace: [Int32]
  /// Whether packets tell when they are shown. Otherwise pictures are counted.
  let hasStamps: Bool
  /// The begin time of each picture that is shown, in seconds after the first.
  private(set) var starts: [Double]
  /// The end time of the last picture, in seconds after the first begins.
  let length: Double
  /// Seconds by which a picture counts as begun before its stamp.
  private let tolerance: Double
  let rate: FrameRate?
  let isConstantRate: Bool

  /// - Parameter packets: in the order of decoding, one at least of which is shown.
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
    // Decoders begin somewhere even where nothing says so.
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
    /// Places of keys, each shown after the one before: none that is shown before a later key, or with it, is the last
    /// of a packet to come.
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

  /// Whether all stamps are those of a rate, rounded.
  private static func hold(_ stamps: [Int64], rate: FrameRate, unit: Double) -> Bool {
    guard let first = stamps.first, unit > 0 else { return false }
    let step = rate.time(ofFrame: 1) / unit
    // A rate whose pictures last whole units is exact.
    let allowed = abs(step - step.rounded()) < 1e-9 * step ? 1e-3 : step >= 2 ? 1.0 : 0.51
    return stamps.indices.allSatisfy {
      abs(Double(stamps[$0] - first) - rate.time(ofFrame: $0) / unit) <= allowed + 1e-9
    }
  }

  var count: Int { order.count }

  /// The picture that shows at a time, in seconds after the first begins; the first one before, the last one after all.
  func picture(at seconds: Double) -> Int {
    let time = seconds + tolerance
    return max(starts.partitioningIndex { !($0 <= time) } - 1, 0)
  }

  func start(of picture: Int) -> Double { starts[picture] }

  func end(of picture: Int) -> Double { picture + 1 < starts.count ? starts[picture + 1] : length }

  /// The packet with which decoding begins, `earlier` keys before the last one that will do, to have a picture.
  ///
  /// Packets that come after a key and are shown before it, as in open groups of pictures, need what comes before it.
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

  /// The number of a packet of the file; nil where it was not there before.
  func number(shown: Int64, decoded: Int64, place: Int64) -> Int? {
    let identity: ClipPacket.Identity = (max(place, -1), shown, decoded)
    let next = byPlace.partitioningIndex { packets[Int($0)].identity >= identity }
    if next < byPlace.count, packets[Int(byPlace[next])].identity == identity { return Int(byPlace[next]) }
    guard place >= 0 else { return nil }
    // Its times may be told otherwise, after a seek.
    let first = byPlace.partitioningIndex { packets[Int($0)].place >= place }
    guard first < byPlace.count, packets[Int(byPlace[first])].place == place else { return nil }
    return Int(byPlace[first])
  }

  var memory: Int { packets.count * (MemoryLayout<ClipPacket>.stride + 28) }
}

/// Pictures that cannot be decoded, by their places in the order of showing. A damaged film may have a million of them
/// in a row.
struct LostPictures {
  private var runs = RangeSet<Int>()

  func contains(_ picture: Int) -> Bool { run(of: picture) != nil }

  mutating func insert(_ picture: Int) { runs.insert(contentsOf: picture..<picture + 1) }

  mutating func remove(_ picture: Int) { runs.remove(contentsOf: picture..<picture + 1) }

  /// Returns the picture that shows in place of one of `count`: itself unless it is lost, else the last good one before
  /// it, else the first good one after it; nil if all are lost.
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
