// A film may have thousands of short tracks: a file is open only while it is heard, or if it must be examined before.

import CoreGraphics
import Foundation

/// Mixes tracks, block by block: sums of their samples, in the tracks' order.
final class SoundMix {
  /// Samples a second.
  let rate: Int
  private var voices: [Voice]
  private var position = 0
  private var buffer: [Float] = []
  /// The filter that lowers some tracks under speech; nil without such tracks.
  private var ducking: SoundFilter?

  private struct Voice {
    /// The open reader; nil while nothing of it is heard.
    var reader: SoundReader?
    let bytes: InputBytes
    let memory: Int
    let track: SoundTrack
    /// The samples of the film in which it is heard; the source may end before.
    let range: Range<Int>
    /// The samples to leave out when the source starts again.
    let inPoint: Int
    /// The samples of the source before the first one that is heard.
    let left: Int
    /// The samples since the source last started.
    var sinceBeginning = 0
    /// Whether nothing more of it is heard.
    var isOver = false
    /// The invalid samples of earlier readers.
    var invalidSamples = 0

    /// Returns the track's gain at a sample: `gain * min(1, n / fadeIn, (count - n) / fadeOut)`, in samples from its
    /// first one, times the envelope's.
    func gain(at sample: Int, rate: Int) -> Double {
      var gain = track.gain
      let (fadeIn, fadeOut) = (track.fadeIn * Double(rate), track.fadeOut * Double(rate))
      let n = Double(sample - range.lowerBound)
      if n < fadeIn { gain *= n / fadeIn }
      let rest = Double(range.upperBound - sample)
      if rest < fadeOut { gain *= rest / fadeOut }
      return track.envelope.isEmpty ? gain : gain * envelope(at: Double(sample) / Double(rate))
    }

    private func envelope(at time: Double) -> Double {
      let points = track.envelope
      let next = points.partitioningIndex { !($0.time <= time) }
      guard next > 0 else { return points[0].gain }
      let from = points[next - 1]
      guard next < points.count else { return from.gain }
      return from.gain + (points[next].gain - from.gain) * (time - from.time) / (points[next].time - from.time)
    }

    /// The highest rate of a source, in samples a second: 5,000 times slower than it is.
    private static let mostSourceRate = 1 << 28

    /// Returns the rate at which to read the source, in samples a second.
    static func sourceRate(_ track: SoundTrack, rate: Int) -> Int {
      track.speed == 1 ? rate : min(max(1, Int(bounded: (Double(rate) / track.speed).rounded())), mostSourceRate)
    }

    /// Reads interleaved stereo samples; fewer than asked for at the end of a source that does not start again.
    mutating func read(into target: UnsafeMutableBufferPointer<Float>, rate: Int) throws(VideoError) -> Int {
      var done = 0
      if reader == nil { reader = try opened(rate: rate) }
      while let open = reader {
        let got = try open.read(into: UnsafeMutableBufferPointer(rebasing: target[(done * 2)...]))
        done += got
        sinceBeginning += got
        guard done * 2 < target.count, track.loops, sinceBeginning > 0 else { return done }
        invalidSamples += open.invalidSamples
        reader = try opened(rate: rate, skipping: inPoint)
        sinceBeginning = 0
      }
      return done
    }

    /// Opens a reader and skips `count` samples; nil for those before the first one that is heard.
    private func opened(rate: Int, skipping count: Int? = nil) throws(VideoError) -> SoundReader {
      let reader = try SoundReader(bytes)
      reader.setRate(Self.sourceRate(track, rate: rate))
      _ = try reader.skip(count ?? left)
      return reader
    }

    mutating func end() {
      invalidSamples += reader?.invalidSamples ?? 0
      (reader, isOver) = (nil, true)
    }
  }

  /// The default rate is 44,100 if all tracks have it, otherwise 48,000. The film's `length` is in seconds, nil if
  /// unknown; `memoryLimit` is for the files, in bytes.
  ///
  /// - Throws: `cannotRead`; `memoryLimit`; `badOption` for a track of which nothing can be heard.
  init(
    _ tracks: [SoundTrack], rate wanted: Int? = nil, length: Double?, memoryLimit: Int = .max
  ) throws(VideoError) {
    var files = InputFiles(memoryLimit: memoryLimit)
    var opened: [InputFiles.File] = []
    for track in tracks { opened.append(try files.open(track.source, isKeptOpen: !Self.opensLate(track))) }
    rate = wanted ?? (opened.allSatisfy { $0.fileRate == 44_100 } ? 44_100 : 48_000)
    voices = []
    for (track, file) in zip(tracks, opened) { voices.append(try voice(track, file, length: length)) }
    try files.check(more: mostMemoryOfLateOnes)
    if tracks.contains(where: \.ducks), tracks.contains(where: \.isSpeech) {
      ducking = try SoundFilter([("sidechaincompress", Self.duckingOptions)], rate: rate, hasKey: true)
    }
  }

  /// Speech above -36 dB of full scale lowers music by seven eighths of the excess, within a tenth of a second; after
  /// it the music comes back in most of a second.
  private static let duckingOptions = "threshold=0.0158:ratio=8:attack=60:release=700:detection=rms:link=maximum"

  /// Whether a track's file is opened when it is first heard, as no property of it can be the program's mistake.
  private static func opensLate(_ track: SoundTrack) -> Bool { track.mayBeSilent && !track.loops && track.fadeOut == 0 }

  /// The most bytes at a time of the readers that are opened late.
  private var mostMemoryOfLateOnes: Int {
    var changes: [(sample: Int, memory: Int)] = []
    for voice in voices where voice.reader == nil && !voice.range.isEmpty {
      changes.append((voice.range.lowerBound, voice.memory))
      changes.append((voice.range.upperBound, -voice.memory))
    }
    // At the same sample, ends come first.
    changes.sort { ($0.sample, $0.memory) < ($1.sample, $1.memory) }
    var (now, most) = (0, 0)
    for change in changes {
      now += change.memory
      most = max(most, now)
    }
    return most
  }

  private func samples(_ seconds: Double) -> Int { Int(bounded: (seconds * Double(rate)).rounded()) }

  private func voice(
    _ track: SoundTrack, _ file: InputFiles.File, length: Double?
  ) throws(VideoError) -> Voice {
    if let length, track.start >= length, !track.mayBeSilent {
      throw .badOption(
        "\(track.name): it begins at \(track.start.inThousandths) s, and the film ends at \(length.inThousandths) s")
    }
    let sourceRate = Voice.sourceRate(track, rate: rate)
    let (bytes, reader) = (file.bytes, file.reader)
    reader?.setRate(sourceRate)
    let start = samples(track.start)
    let inPoint = Int(bounded: (track.inPoint * Double(sourceRate)).rounded())
    // A source that starts again has whole rounds before the film, and the rest.
    var before = max(-start, 0)
    if track.loops, before > 0 { before %= max(1, try count(bytes, sourceRate) - inPoint) }
    var end = track.duration.map { start + samples($0) } ?? Int.max
    if let length { end = min(end, samples(length)) }
    if track.fadeOut > 0, !track.loops {
      // It fades out at its end, which only decoding finds.
      end = min(end, max(start, 0) + max(try count(bytes, sourceRate) - inPoint - before, 0))
    }
    let left = inPoint + before
    if let reader, try reader.skip(left) != left, !track.mayBeSilent {
      let seconds = (Double(left) / Double(sourceRate)).inThousandths
      throw .badOption("\(track.name): \(seconds) s of it are left out, and it does not last as long")
    }
    return Voice(
      reader: reader, bytes: bytes, memory: file.memory, track: track, range: max(start, 0)..<max(end, start, 0),
      inPoint: inPoint, left: left, sinceBeginning: before)
  }

  private func count(_ bytes: InputBytes, _ rate: Int) throws(VideoError) -> Int {
    let counter = try SoundReader(bytes)
    counter.setRate(rate)
    return try counter.skip(.max)
  }

  /// Fills both channels with the next samples of the film.
  func next(left: inout [Float], right: inout [Float], count: Int) throws(VideoError) {
    guard let ducking else {
      try add(to: &left, &right, count: count) { _ in true }
      position += count
      return
    }
    let none: (left: [Float], right: [Float]) = ([], [])
    var (key, music, lowered) = (none, none, none)
    try add(to: &key.left, &key.right, count: count) { $0.isSpeech }
    try add(to: &music.left, &music.right, count: count) { $0.ducks && !$0.isSpeech }
    try add(to: &left, &right, count: count) { !$0.ducks && !$0.isSpeech }
    try ducking.filter(left: music.left, right: music.right, key: (key.left, key.right)) { frame in
      SoundMaster.append(frame, to: &lowered)
    }
    guard lowered.left.count == count else {
      throw .encodingFailed(
        operation: "lower sound under speech", reason: "\(lowered.left.count) samples for \(count)")
    }
    for index in 0..<count {
      left[index] += key.left[index] + lowered.left[index]
      right[index] += key.right[index] + lowered.right[index]
    }
    position += count
  }

  /// Fills both channels with the next samples of some tracks.
  private func add(
    to left: inout [Float], _ right: inout [Float], count: Int, where isMeant: (SoundTrack) -> Bool
  ) throws(VideoError) {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    left.append(contentsOf: repeatElement(0, count: count))
    right.append(contentsOf: repeatElement(0, count: count))
    let block = position..<position + count
    for index in voices.indices where isMeant(voices[index].track) {
      let heard = voices[index].range.clamped(to: block)
      guard !heard.isEmpty, !voices[index].isOver else { continue }
      if buffer.count < heard.count * 2 { buffer = [Float](repeating: 0, count: heard.count * 2) }
      let got = try buffer.withUnsafeMutableBufferPointer { (buffer) throws(VideoError) in
        try voices[index].read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(heard.count * 2)]), rate: rate)
      }
      let voice = voices[index]
      for sample in heard.lowerBound..<heard.lowerBound + got {
        let gain = Float(voice.gain(at: sample, rate: rate))
        left[sample - position] += buffer[(sample - heard.lowerBound) * 2] * gain
        right[sample - position] += buffer[(sample - heard.lowerBound) * 2 + 1] * gain
      }
      if got < heard.count || heard.upperBound == voice.range.upperBound { voices[index].end() }
    }
  }

  /// Notes what differs from the files' sound.
  func tell(_ notes: FilmNotes) {
    for voice in voices {
      let count = voice.invalidSamples + (voice.reader?.invalidSamples ?? 0)
      guard count > 0 else { continue }
      notes.add("\(voice.track.name): \(count) of its samples are no numbers, and silent")
    }
  }
}

/// The files of a mix, without duplicates: a file, and the same bytes in memory, are one.
private struct InputFiles {
  private enum Key: Hashable {
    case path(String)
    case bytes(address: UInt, count: Int)
  }

  struct File {
    let bytes: InputBytes
    let fileRate: Int
    let memory: Int
    /// The reader, if it stays open.
    var reader: SoundReader?
  }

  let memoryLimit: Int
  private var known: [Key: File] = [:]
  private var memory = 0

  init(memoryLimit: Int) { self.memoryLimit = memoryLimit }

  /// Opens a file to examine it, and keeps a reader if asked to.
  mutating func open(_ source: SoundTrack.Source, isKeptOpen: Bool) throws(VideoError) -> File {
    try LibAV.open()
    let key = Self.key(of: source)
    if let key, var file = known[key] {
      guard isKeptOpen else { return file }
      memory += file.memory
      try check()
      file.reader = try SoundReader(file.bytes)
      return file
    }
    if case .data(let data, _) = source, key != nil {
      memory += data.count
      try check()
    }
    let bytes = try InputBytes(source)
    let reader = try SoundReader(bytes)
    var file = File(bytes: bytes, fileRate: reader.fileRate, memory: reader.memory)
    if let key { known[key] = file }
    guard isKeptOpen else { return file }
    memory += file.memory
    try check()
    file.reader = reader
    return file
  }

  /// Returns a key that is the same for the same bytes; nil for 64 bytes or fewer.
  private static func key(of source: SoundTrack.Source) -> Key? {
    switch source {
    case .file(let path): .path(path)
    case .data(let data, _) where data.count > 64:
      data.withUnsafeBytes { .bytes(address: UInt(bitPattern: $0.baseAddress), count: $0.count) }
    case .data: nil
    }
  }

  /// Throws if the open files and `more` bytes exceed the memory limit.
  func check(more: Int = 0) throws(VideoError) {
    let memory = memory + more
    guard memory > memoryLimit else { return }
    throw .memoryLimit(
      "the film's sounds take more than \(memory >> 20) MiB, above the limit of \(memoryLimit >> 20) MiB; raise "
        + "`memoryLimit`")
  }
}

extension Double {
  /// The number to a thousandth, without trailing zeros.
  var inThousandths: String {
    let value = (self * 1000).rounded() / 1000
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(bounded: value)) : String(value)
  }
}
