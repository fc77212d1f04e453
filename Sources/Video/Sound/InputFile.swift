// A file with sound, opened by libavformat through a descriptor of ours: nothing that it names is opened.
import CLibAV
import Glibc
import ImageFiles

/// An open container with its stream of sound.
final class InputFile {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The stream of sound.
  let stream: UnsafeMutablePointer<AVStream>
  /// When the file's first stream begins, in seconds.
  let start: Double
  private let reader: FileStream
  private let descriptor: Descriptor

  /// Closes with the object.
  private final class Descriptor {
    let number: CInt
    init(_ number: CInt) { self.number = number }
    deinit { close(number) }
  }

  init(_ source: SoundTrack.Source) throws(VideoError) {
    let name: String
    switch source {
    case .file(let path):
      name = path
      descriptor = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
      let code = errno
      guard descriptor.number >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(code))) }
    case .bytes(let bytes, let text):
      name = text
      let memory = clibav_memory_file()
      descriptor = Descriptor(memory)
      let code = bytes.withUnsafeBytes { UnfinishedFile.writeAll($0, to: memory) }
      guard code == 0 else { throw .cannotRead(path: name, reason: String(cString: strerror(code))) }
    }
    reader = try FileStream(descriptor.number, isForWriting: false)
    var context = avformat_alloc_context()
    guard context != nil else { throw LibAV.noMemory }
    context!.pointee.pb = reader.context
    context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context!.pointee.io_open = { _, _, _, _, _ in -EPERM }
    // On failure it lets go of the context itself.
    let opened = avformat_open_input(&context, nil, nil, nil)
    guard opened >= 0, let context else { throw .cannotRead(path: name, reason: LibAV.message(for: opened)) }
    self.context = context
    let found = avformat_find_stream_info(context, nil)
    let index = found < 0 ? found : av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0 else {
      var context = Optional(context)
      avformat_close_input(&context)
      throw .cannotRead(path: name, reason: "there is no sound in it")
    }
    stream = context.pointee.streams[Int(index)]!
    start =
      context.pointee.start_time == CLIBAV_NO_TIME ? 0 : Double(context.pointee.start_time) / Double(AV_TIME_BASE)
  }

  deinit {
    var context = Optional(context)
    avformat_close_input(&context)
  }
}
