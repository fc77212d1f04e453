// The places of pictures on a page, against a page that notes the owner of each pixel.

import TestSupport
import Testing

@testable import GLRenderer

@Suite struct ShelfTests {
  @Test("What is taken overlaps nothing that is taken, and lies on the page", arguments: 0..<20)
  func placesAreApart(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let side = 96
    var shelves = Shelves(side: side)
    var owners = [Int?](repeating: nil, count: side * side)
    var taken: [Int: (x: Int, y: Int, width: Int, height: Int)] = [:]
    func pixels(_ place: (x: Int, y: Int, width: Int, height: Int)) -> [Int] {
      (place.y..<place.y + place.height).flatMap { y in (place.x..<place.x + place.width).map { y * side + $0 } }
    }
    for step in 0..<400 {
      if let key = taken.keys.sorted().randomElement(using: &random), random.next() % 5 < 2 {
        guard let place = taken.removeValue(forKey: key) else { continue }
        for pixel in pixels(place) { owners[pixel] = nil }
        shelves.giveBack(x: place.x, y: place.y, width: place.width)
        continue
      }
      let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
      guard let (x, y) = shelves.take(width: width, height: height) else { continue }
      #expect(x >= 0 && y >= 0 && x + width <= side && y + height <= side)
      for pixel in pixels((x, y, width, height)) {
        #expect(owners[pixel] == nil)
        owners[pixel] = step
      }
      taken[step] = (x, y, width, height)
    }
    for place in taken.values { shelves.giveBack(x: place.x, y: place.y, width: place.width) }
    #expect(shelves.isEmpty)
  }

  @Test func aPageIsFilledWithoutGaps() {
    var shelves = Shelves(side: 64)
    for _ in 0..<16 { #expect(shelves.take(width: 16, height: 16) != nil) }
    #expect(shelves.take(width: 1, height: 1) == nil)
    #expect(shelves.take(width: 65, height: 1) == nil)
    shelves.giveBack(x: 16, y: 32, width: 16)
    #expect(shelves.take(width: 17, height: 8) == nil)
    #expect(shelves.take(width: 16, height: 16).map { [$0.x, $0.y] } == [16, 32])
  }
}
