//   file --InputFile--> ClipScan --> ClipIndex        once, without decoding
//   file --InputFile--> ClipDecoder --thread of its own--> ClipReader --frame(at:)--> ClipFrame
//
// Tested by VideoClipTests, ClipSoundTests and ClipInputTests.

import CLibAV
import CoreGraphics
public import Foundation

/// A film whose pictures and sound are used in other films. Times are in seconds after its beginning, which is that of
/// its pictures or its sound, whichever is first; but its pictures' if they begin less than a picture after its sound.
public final class VideoClip: Sendable {
  package let name: String
  /// The clip's pictures; nil for a file of sound alone.
  package let pictures: ClipPictures?
  /// The clip's streams of sound, the one that players take first.
  package let sounds: [ClipSound]
  /// The clip's size in pixels, upright and with square pixels.
  public let size: CGSize
  /// The time of the end of the last picture or, without pictures, of the sound, in seconds.
  public let duration: Double
  /// Remarks on the clip, such as pictures that cannot be decoded or colours that are taken for others.
  package let notes = FilmNotes()

  private let others: ClipOthers
  /// The image files of a sequence or a still image; nil for films.
  let files: PictureFiles?
  let bytes: InputBytes
  let stream: ClipStream?
  /// The beginning of the clip, in seconds of the container.
  let origin: Double
  /// The beginning of the container according to libavformat, in seconds of the container.
  private let containerStart: Double

  /// Opens a film.
  ///
  /// - Throws: `cannotRead`, with the reason, also for files that are not regular, unsupported kinds and pictures that
  ///   are too large; `outOfMemory`; `unavailable` if libav is not installed.
  package convenience init(file url: URL) throws(VideoError) {
    guard url.isFileURL else { throw .cannotRead(path: url.absoluteString, reason: "it is no file") }
    try self.init(.file(url.path(percentEncoded: false)))
  }

  package init(_ source: SoundTrack.Source) throws(VideoError) {
    try LibAV.open()
    files = nil
    bytes = try InputBytes(source)
    let name = bytes.name
    self.name = name
    let input = try InputFile(bytes, rules: .film)
    containerStart = input.start
    let picture = input.bestStream(of: AVMEDIA_TYPE_VIDEO).flatMap {
      $0[\.disposition] & AV_DISPOSITION_ATTACHED_PIC == 0 ? $0 : nil
    }
    let heard = input.streamsOfSound
    others = ClipOthers(input, pictures: picture)
    guard picture != nil || !heard.isEmpty else {
      throw .cannotRead(path: name, reason: "there are neither pictures nor sound in it")
    }
    var description: ClipDescription?
    if let picture { description = try ClipDescription(picture, of: input, name: name) }
    var scan = try ClipScan(bytes, input, pictures: picture, sounds: heard)

    var shown: (index: ClipIndex, start: Double)?
    if let picture { shown = try scan.pictures(of: picture, bytes) }
    if let best = heard.first { scan.hear(best, bytes) }
    if let time = scan.wrongTime {
      notes.add("\(name): a packet's time of \(time) units is none; what comes from it on in the file is left out")
    }
    let soundStart = scan.sounds.values.map(\.start).min()
    let first = min(shown?.start ?? .infinity, soundStart ?? .infinity)
    let origin =
      if let shown, shown.start - first < shown.index.end(of: 0) { shown.start } else { first.isFinite ? first : 0 }
    self.origin = origin
    sounds = heard.compactMap { stream in
      scan.sounds[Int(stream[\.index])].map { ClipSound(stream, $0, origin: origin) }
    }
    if let (index, begin) = shown, let description, let picture {
      let start = begin - origin
      let stream = ClipStream(
        number: Int(picture[\.index]), index: index, start: start, description: description
      ).withHighRange(of: bytes)
      pictures = stream.description.pictures(index, start: start)
      size = description.size
      duration = start + index.length
      self.stream = stream
    } else {
      (pictures, stream, size) = (nil, nil, .zero)
      duration = sounds.map(\.end).max() ?? 0
    }
    guard duration >= 0, duration <= ClipLimits.longest, origin - containerStart <= ClipLimits.longest else {
      throw .cannotRead(
        path: name,
        reason: "it lasts \(duration) s, from \(origin - containerStart) s of its file on; expected at most "
          + ClipLimits.longest.inThousandths)
    }
  }

  package init(_ files: PictureFiles) throws(VideoError) {
    try LibAV.open()
    (name, pictures, size, duration) = (files.name, files.pictures, files.size, files.duration)
    (sounds, stream, origin, containerStart, others) = ([], nil, 0, 0, ClipOthers())
    bytes = try InputBytes(.file(files.paths[0]))
    self.files = files
  }

  /// Whether the clip is a still image, whose duration is the film's.
  package var isStill: Bool { files.map { $0.rate == nil } ?? false }

  /// Creates a reader of the clip's pictures, from the beginning.
  ///
  /// - Parameter memory: the most bytes of decoded pictures, apart from those that the decoder itself refers to.
  /// - Throws: `memoryLimit` if two pictures take more; `cannotRead` if the clip has no pictures.
  package func makeReader(memory: Int = 256 << 20) throws(VideoError) -> ClipReader {
    guard let stream else { throw .cannotRead(path: name, reason: "there are no pictures in it") }
    return try ClipReader(bytes, stream, notes: notes, memory: memory)
  }

  /// Adds notes about interlaced pictures, subtitles and the streams of sound that a film leaves out.
  func tellOfOthers(hasSound: Bool) {
    if others.isInterlaced {
      notes.add(
        "\(name): its pictures are interlaced, and shown as they are, with combs where something moves; "
          + "`ffmpeg -i IN -vf bwdif OUT` makes whole ones")
    }
    if others.subtitles > 0 {
      notes.add("\(name): its subtitles are left out; `captions` shows a file of them")
    }
    if hasSound, sounds.count > 1 {
      notes.add("\(name): it has \(sounds.count) streams of sound, of which the first is heard")
    }
  }

  /// Returns the timecode of a film's first frame, or nil if the clip has no timecode or the film another frame rate.
  func timecode(at pace: ClipPace) -> String? {
    guard let text = others.timecode, let pictures, pictures.isConstantRate, pictures.nominalFrameRate == pace.rate,
      let code = Timecode(text, rate: pace.rate)
    else { return nil }
    return code.advanced(by: max(-pace.frame(at: pictures.start), 0)).description
  }

  /// Adds a note if the clip's colours of a high dynamic range become sRGB's.
  package func tellOfHighRange() {
    guard let range = pictures?.dynamicRange, range != .sdr else { return }
    notes.add(
      "\(name): its colours of a high dynamic range, \(range.name), become sRGB's here; white stays, and what is "
        + "brighter is compressed into it")
  }

  /// Sentences on the clip's colours in a layer: tags that are missing or contradict each other, and light that is
  /// lost.
  package var colorNotes: [String] {
    guard let pictures else { return [] }
    var notes = pictures.colorRemarks
    if pictures.dynamicRange != .sdr {
      notes.append(
        "the film's colours, \(pictures.dynamicRange.name), become sRGB's in pictures of the standard range: what is "
          + "brighter than white is compressed into it")
    }
    return notes
  }

  func tellOfTimecode(_ reason: String) {
    if others.timecode != nil { notes.add("\(name): its timecode is left out: \(reason)") }
  }

  /// Returns the first frame of each picture in a film, in order.
  func frames(at pace: ClipPace) -> [Int] {
    guard let stream else {
      let starts = (files?.paths.indices ?? 0..<0).map { files?.rate?.time(ofFrame: $0) ?? 0 }
      return pace.frames(of: starts, isConstantRate: true)
    }
    return pace.frames(of: stream.index.starts.map { stream.start + $0 }, isConstantRate: stream.index.isConstantRate)
  }

  /// The clip's sound as a track that begins with the clip; nil without sound.
  package var soundTrack: SoundTrack? {
    guard !sounds.isEmpty else { return nil }
    var track = SoundTrack(source: bytes.source)
    // Readers of sound begin where libavformat has the container begin.
    track.inPoint = max(origin - containerStart, 0)
    return track
  }
}

struct ClipStream: Sendable {
  let number: Int
  let index: ClipIndex
  /// The begin time of the first picture, in seconds of the clip.
  let start: Double
  private(set) var description: ClipDescription

  /// The least memory for decoding, in bytes.
  var leastMemory: Int { description.pictureMemory * 2 + (1 << 20) }

  /// The most pixels of a picture that is decoded to look at it alone: those of 8K, whatever memory is granted later.
  private static let mostProbedPixels = 1 << 25

  /// Returns the stream with the data of its light. Where PQ's has it in its pictures alone, the first one is decoded.
  fileprivate func withHighRange(of bytes: InputBytes) -> ClipStream {
    guard description.film?.range == .pq, description.highRange.isEmpty,
      description.width * description.height <= Self.mostProbedPixels,
      let reader = try? ClipReader(bytes, self, notes: FilmNotes(), memory: leastMemory),
      let first = try? reader.frame(number: 0)
    else { return self }
    var stream = self
    stream.description.highRange = first.highRange
    return stream
  }
}

extension ClipSound {
  fileprivate init(_ stream: UnsafeMutablePointer<AVStream>, _ scanned: ClipScan.Sound, origin: Double) {
    let parameters = stream.parameters
    self.init(
      stream: Int(stream[\.index]), codec: String(cString: avcodec_get_name(parameters[\.codec_id])),
      rate: Int(parameters[\.sample_rate]), channels: Int(parameters[\.ch_layout].nb_channels),
      start: scanned.start - origin, end: scanned.end - origin, priming: scanned.priming,
      isOrdered: scanned.isOrdered)
  }
}

extension InputFile {
  /// The streams of sound, the best one first.
  fileprivate var streamsOfSound: [UnsafeMutablePointer<AVStream>] {
    guard let best = bestStream(of: AVMEDIA_TYPE_AUDIO) else { return [] }
    let others = context.streams.compactMap(\.self).filter {
      $0.parameters[\.codec_type] == AVMEDIA_TYPE_AUDIO && $0 != best
    }
    return Array(([best] + others).prefix(ClipLimits.mostSounds))
  }
}

/// The facts about a container that films do not keep, or keep in part.
private struct ClipOthers: Sendable {
  var isInterlaced = false
  var subtitles = 0
  /// The timecode of the first picture, as text; nil if the container has no timecode.
  var timecode: String?

  init() {}

  init(_ input: InputFile, pictures: UnsafeMutablePointer<AVStream>?) {
    if let pictures {
      let order = pictures.parameters[\.field_order]
      isInterlaced = order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE
    }
    for stream in input.context.streams.compactMap({ $0 }) {
      if stream.parameters[\.codec_type] == AVMEDIA_TYPE_SUBTITLE { subtitles += 1 }
      guard timecode == nil, let entry = av_dict_get(stream[\.metadata], "timecode", nil, 0) else { continue }
      timecode = String(cString: entry.pointee.value)
    }
  }
}
