// What it costs to show a film from its beginning to its end, whatever is in it: counted, and not timed. That the good
// pictures of a film are shown, each in its place, is known from how it was made.
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct ClipWorkTests {
  /// Shows all pictures, one after the other; what it cost, and the last one's reader.
  private func work(of film: MatroskaFile, step: Int = 1) throws -> (work: Int, packets: Int) {
    let clip = try VideoClip(.data(Data(film.bytes), name: "x"))
    let reader = try clip.makeReader()
    let count = try #require(clip.pictures).count
    for number in stride(from: 0, to: count, by: step) { _ = try reader.frame(number: number) }
    return (reader.work, count)
  }

  private func expectLinear(_ film: MatroskaFile, step: Int = 1, _ words: Comment) throws {
    let (work, packets) = try work(of: film, step: step)
    #expect(work <= 40 * packets + 2000, "\(words): \(work) for \(packets) packets")
  }

  /// Orders of showing, by the places in the order of decoding.
  private static let orders: [(name: String, time: @Sendable (_ index: Int, _ count: Int) -> Int)] = [
    ("forwards", { index, _ in index }), ("backwards", { index, count in count - index }),
    ("halves, the second first", { index, count in (index + count / 2) % count }),
    ("halves in turn", { index, count in index * 2 % count + index * 2 / count }),
    ("everywhere", { index, count in index * 7919 % count }), ("all at once", { _, _ in 0 }),
  ]

  @Test("Work grows with the packets, for any mix of good and bad ones, in any order", arguments: orders.indices)
  func mixes(order: Int) throws {
    let (name, time) = Self.orders[order]
    for good in [0.02, 0.5, 1] {
      for count in [50, 400] {
        var random = SeededRandom(seed: count + order)
        let packets = (0..<count).map { index in
          let isGood = index == 0 || random.chance(good)
          return (Int64(time(index, count) * 40), isGood ? MotionJPEG.pictures[index % 64] : MotionJPEG.junk)
        }
        for step in [1, 20] {
          try expectLinear(MotionJPEG.film(packets), step: step, "\(name), \(good) good, \(count), each \(step).")
        }
      }
    }
  }

  /// 100,000 packets of one byte behind one picture, in a cluster whose times go round.
  @Test("A hundred thousand packets without pictures")
  func manyJunk() throws {
    let picture = MatroskaFile.Cluster(0, [.init(MotionJPEG.pictures[9])])
    let junk = (0..<100_000).map {
      MatroskaFile.Block(MotionJPEG.junk, offset: Int16(truncatingIfNeeded: $0))
    }
    let track = MatroskaFile.Track("V_MJPEG", .pictures(width: MotionJPEG.width, height: MotionJPEG.height))
    try expectLinear(MatroskaFile([track], [picture, .init(40, junk)]), "100,000 packets")
  }

  /// Packets in two clusters, the later of which is shown before the earlier.
  @Test("Two times five thousand packets without pictures, the later ones first")
  func laterFirst() throws {
    let picture = MatroskaFile.Cluster(0, [.init(MotionJPEG.pictures[9])])
    let junk = (0..<5000).map { MatroskaFile.Block(MotionJPEG.junk, offset: Int16($0)) }
    let backwards = Array(junk.reversed())
    let track = MatroskaFile.Track("V_MJPEG", .pictures(width: MotionJPEG.width, height: MotionJPEG.height))
    for blocks in [junk, backwards] {
      let film = MatroskaFile([track], [picture, .init(1_000_000, blocks), .init(40, blocks)])
      try expectLinear(film, "2 times 5000 packets")
    }
  }

  @Test("Good pictures show in their places, and the last good one in those of bad ones")
  func places() throws {
    for seed in seeds(4, of: 40) {
      var random = SeededRandom(seed: seed)
      var expected: [Int] = []
      let packets = (0..<300).map { index in
        let isGood = index == 0 || random.chance([0.1, 0.5, 0.9][seed % 3])
        expected.append(isGood ? index : expected[index - 1])
        return (Int64(index * 40), isGood ? MotionJPEG.pictures[index % 64] : MotionJPEG.junk)
      }
      let clip = try VideoClip(.data(Data(MotionJPEG.film(packets).bytes), name: "x"))
      let reader = try clip.makeReader()
      for number in Array(0..<300) + [299, 150, 10, 280, 0] {
        let frame = try reader.frame(number: number)
        #expect(frame.index == expected[number])
        #expect(try MotionJPEG.number(of: frame) == expected[number] % 64)
      }
    }
  }

  @Test("Who asks for a late picture of a film that has a few early ones is shown the last of them")
  func lateFirst() throws {
    for last in [0, 200] {
      let packets = (0..<1000).map { index in
        (Int64(index * 40), index <= last ? MotionJPEG.pictures[index % 64] : MotionJPEG.junk)
      }
      let clip = try VideoClip(.data(Data(MotionJPEG.film(packets).bytes), name: "x"))
      let reader = try clip.makeReader()
      let frame = try reader.frame(number: 900)
      #expect(try frame.index == last && MotionJPEG.number(of: frame) == last % 64)
      #expect(reader.work <= 42_000, "\(reader.work)")
    }
  }

  @Test("A film goes on where it was, after any jumps backwards")
  func jumps() throws {
    // A key for each twentieth picture only.
    let blocks = (0..<400).map { number in
      let block = MatroskaFile.Block(MotionJPEG.pictures[number % 64], isKey: number % 20 == 0)
      return MatroskaFile.Cluster(Int64(number * 40), [block])
    }
    let track = MatroskaFile.Track("V_MJPEG", .pictures(width: MotionJPEG.width, height: MotionJPEG.height))
    let clip = try VideoClip(.data(Data(MatroskaFile([track], blocks).bytes), name: "x"))
    let reader = try clip.makeReader(memory: 1 << 20)
    var random = SeededRandom(seed: 1)
    for _ in 0..<300 {
      let number = random.whole(0...399)
      let frame = try reader.frame(number: number)
      #expect(try frame.index == number && MotionJPEG.number(of: frame) == number % 64)
    }
  }

  @Test("The picture in place of a lost one, beside the same by looking at each")
  func standIns() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let count = random.whole(1...40)
      var (lost, known): (LostPictures, Set<Int>) = (LostPictures(), [])
      for _ in 0..<random.whole(0...60) {
        let picture = random.whole(0...count - 1)
        if random.chance(0.8) {
          lost.insert(picture)
          known.insert(picture)
        } else {
          lost.remove(picture)
          known.remove(picture)
        }
      }
      for picture in 0..<count {
        #expect(lost.contains(picture) == known.contains(picture))
        let expected = (0...picture).last { !known.contains($0) } ?? (picture..<count).first { !known.contains($0) }
        #expect(lost.standIn(for: picture, of: count) == expected)
      }
    }
  }
}
