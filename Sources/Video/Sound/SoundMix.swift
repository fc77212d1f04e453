// The sound of a film from its tracks: sums of samples, in order, without anything between them and the encoder.

/// Mixes tracks, block by block.
final class SoundMix {
  /// Samples a second.
  let rate: Int
  /// The largest absolute value so far; above 1, the encoder cuts it off.
  private(set) var peak: Float = 0
  private var voices: [Voice]
  private var position = 0
  private var buffer: [Float] = []

  /// A track in the film's samples.
  private struct Voice {
    let reader: SoundReader
    let track: SoundTrack
    /// The samples of the film in which it is heard; the end may be beyond that of the source.
    let range: Range<Int>

    /// The track's gain at a sample: `gain * min(1, n / fadeIn, (count - n) / fadeOut)`, in samples from its first on.
    func gain(at sample: Int, rate: Int) -> Double {
      var gain = track.gain
      let (fadeIn, fadeOut) = (track.fadeIn * Double(rate), track.fadeOut * Double(rate))
      let n = Double(sample - range.lowerBound)
      if n < fadeIn { gain *= n / fadeIn }
      let rest = Double(range.upperBound - sample)
      if rest < fadeOut { gain *= rest / fadeOut }
      return gain
    }
  }

  /// The rate of a mix: that of all tracks where it is 44,100, and 48,000 otherwise.
  ///
  /// - Parameter length: the film's, in seconds; nil where that is not known.
  /// - Throws: `cannotRead`.
  init(_ tracks: [SoundTrack], rate wanted: Int? = nil, length: Double?) throws(VideoError) {
    var readers: [SoundReader] = []
    for track in tracks { readers.append(try SoundReader(track.source)) }
    rate = wanted ?? (readers.allSatisfy { $0.fileRate == 44_100 } ? 44_100 : 48_000)
    voices = []
    for (track, reader) in zip(tracks, readers) { voices.append(try voice(track, reader, length: length)) }
  }

  private func samples(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded()) }

  private func voice(_ track: SoundTrack, _ reader: SoundReader, length: Double?) throws(VideoError) -> Voice {
    reader.setRate(rate)
    let start = samples(track.start)
    let left = samples(track.inPoint) + max(-start, 0)
    var end = track.duration.map { start + samples($0) } ?? Int.max
    if let length { end = min(end, samples(length)) }
    if track.fadeOut > 0 {
      // Where it fades out depends on where it ends, which only decoding tells.
      let counter = try SoundReader(track.source)
      counter.setRate(rate)
      end = min(end, max(start, 0) + max(try counter.skip(.max) - left, 0))
    }
    _ = try reader.skip(left)
    return Voice(reader: reader, track: track, range: max(start, 0)..<max(end, start, 0))
  }

  /// The next samples of the film.
  ///
  /// - Parameters:
  ///   - left: filled, and `right`.
  ///   - right: as many.
  func next(left: inout [Float], right: inout [Float], count: Int) throws(VideoError) {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    left.append(contentsOf: repeatElement(0, count: count))
    right.append(contentsOf: repeatElement(0, count: count))
    let block = position..<position + count
    for voice in voices {
      let heard = voice.range.clamped(to: block)
      guard !heard.isEmpty else { continue }
      if buffer.count < heard.count * 2 { buffer = [Float](repeating: 0, count: heard.count * 2) }
      let got = try buffer.withUnsafeMutableBufferPointer { (buffer) throws(VideoError) in
        try voice.reader.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(heard.count * 2)]))
      }
      for index in 0..<got {
        let (sample, target) = (heard.lowerBound + index, heard.lowerBound + index - position)
        let gain = Float(voice.gain(at: sample, rate: rate))
        left[target] += buffer[index * 2] * gain
        right[target] += buffer[index * 2 + 1] * gain
      }
    }
    for index in 0..<count { peak = max(peak, abs(left[index]), abs(right[index])) }
    position += count
  }
}
