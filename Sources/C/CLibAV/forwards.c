// The functions of the libraries that this package calls. Each has the name and the type of the real one, which it
// calls; a type that is not that of FFmpeg's header does not compile. Another function takes a line here.
//
// Hidden, so that the libraries go on calling each other.
#include <stddef.h>

#include "CLibAV.h"
#include "libraries.h"

#define FORWARD(library, result, name, parameters, arguments)                   \
  __attribute__((visibility("hidden"))) result name parameters {                \
    static _Atomic(__typeof__(&name)) known;                                    \
    __typeof__(&name) function = known;                                         \
    if (!function) known = function = clibav_function(CLIBAV_##library, #name); \
    return function arguments;                                                  \
  }

// Memory, options, messages and frames.
FORWARD(
  UTIL, AVFrameSideData *, av_frame_get_side_data, (const AVFrame *frame, enum AVFrameSideDataType kind),
  (frame, kind))
FORWARD(UTIL, unsigned, avutil_version, (void), ())
FORWARD(UTIL, const char *, av_version_info, (void), ())
FORWARD(UTIL, void *, av_malloc, (size_t size), (size))
FORWARD(UTIL, void *, av_mallocz, (size_t size), (size))
FORWARD(UTIL, void, av_free, (void *pointer), (pointer))
FORWARD(UTIL, void, av_max_alloc, (size_t size), (size))
FORWARD(UTIL, void, av_freep, (void *pointer), (pointer))
FORWARD(UTIL, int, av_strerror, (int code, char *text, size_t size), (code, text, size))
FORWARD(UTIL, void, av_log_set_callback, (void (*callback)(void *, int, const char *, va_list)), (callback))
FORWARD(
  UTIL, AVDictionaryEntry *, av_dict_get,
  (const AVDictionary *options, const char *key, const AVDictionaryEntry *last, int flags),
  (options, key, last, flags))
FORWARD(
  UTIL, int, av_dict_set,
  (AVDictionary **options, const char *key, const char *value, int flags),
  (options, key, value, flags))
FORWARD(UTIL, void, av_dict_free, (AVDictionary **options), (options))
FORWARD(UTIL, AVFrame *, av_frame_alloc, (void), ())
FORWARD(UTIL, void, av_frame_free, (AVFrame **frame), (frame))
FORWARD(UTIL, int, av_frame_get_buffer, (AVFrame *frame, int alignment), (frame, alignment))
FORWARD(UTIL, int, av_frame_make_writable, (AVFrame *frame), (frame))
FORWARD(UTIL, int, av_frame_ref, (AVFrame *to, const AVFrame *from), (to, from))
FORWARD(UTIL, void, av_frame_move_ref, (AVFrame *target, AVFrame *source), (target, source))
FORWARD(UTIL, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat format), (format))
FORWARD(UTIL, enum AVPixelFormat, av_get_pix_fmt, (const char *name), (name))

// Frames on GPUs.
FORWARD(UTIL, AVBufferRef *, av_buffer_ref, (const AVBufferRef *buffer), (buffer))
FORWARD(UTIL, void, av_buffer_unref, (AVBufferRef **buffer), (buffer))
FORWARD(
  UTIL, int, av_hwdevice_ctx_create,
  (AVBufferRef **device, enum AVHWDeviceType type, const char *name, AVDictionary *options, int flags),
  (device, type, name, options, flags))
FORWARD(UTIL, AVBufferRef *, av_hwframe_ctx_alloc, (AVBufferRef *device), (device))
FORWARD(UTIL, int, av_hwframe_ctx_init, (AVBufferRef *frames), (frames))
FORWARD(UTIL, int, av_hwframe_get_buffer, (AVBufferRef *frames, AVFrame *frame, int flags), (frames, frame, flags))
FORWARD(
  UTIL, int, av_hwframe_transfer_data,
  (AVFrame *target, const AVFrame *source, int flags),
  (target, source, flags))
FORWARD(UTIL, int, av_frame_copy_props, (AVFrame *target, const AVFrame *source), (target, source))
FORWARD(UTIL, void, av_frame_unref, (AVFrame *frame), (frame))
FORWARD(UTIL, void, av_channel_layout_default, (AVChannelLayout *layout, int channels), (layout, channels))

// Filters of sound.
FORWARD(FILTER, AVFilterGraph *, avfilter_graph_alloc, (void), ())
FORWARD(FILTER, void, avfilter_graph_free, (AVFilterGraph **graph), (graph))
FORWARD(FILTER, const AVFilter *, avfilter_get_by_name, (const char *name), (name))
FORWARD(
  FILTER, int, avfilter_graph_create_filter,
  (AVFilterContext **context, const AVFilter *filter, const char *name, const char *options, void *opaque,
   AVFilterGraph *graph),
  (context, filter, name, options, opaque, graph))
FORWARD(
  FILTER, int, avfilter_link,
  (AVFilterContext *source, unsigned output, AVFilterContext *target, unsigned input),
  (source, output, target, input))
FORWARD(FILTER, int, avfilter_graph_config, (AVFilterGraph *graph, void *log), (graph, log))
FORWARD(
  FILTER, int, av_buffersrc_add_frame_flags,
  (AVFilterContext *context, AVFrame *frame, int flags),
  (context, frame, flags))
FORWARD(FILTER, int, av_buffersink_get_frame, (AVFilterContext *context, AVFrame *frame), (context, frame))

// Rates and layouts of sound.
FORWARD(
  RESAMPLE, int, swr_alloc_set_opts2,
  (SwrContext **context, CLIBAV_CONST_SINCE_7 AVChannelLayout *out_layout, enum AVSampleFormat out_format,
   int out_rate, CLIBAV_CONST_SINCE_7 AVChannelLayout *in_layout, enum AVSampleFormat in_format, int in_rate,
   int log_offset, void *log_context),
  (context, out_layout, out_format, out_rate, in_layout, in_format, in_rate, log_offset, log_context))
FORWARD(RESAMPLE, int, swr_init, (SwrContext *context), (context))
FORWARD(RESAMPLE, void, swr_free, (SwrContext **context), (context))
FORWARD(
  RESAMPLE, int, swr_convert,
  (SwrContext *context, uint8_t *CLIBAV_CONST_SINCE_7 *out, int out_count,
   const uint8_t *CLIBAV_CONST_SINCE_7 *in, int in_count),
  (context, out, out_count, in, in_count))

// Encoders, decoders, packets and the filters of streams.
FORWARD(CODEC, unsigned, avcodec_version, (void), ())
FORWARD(CODEC, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
FORWARD(CODEC, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FORWARD(CODEC, void, avcodec_free_context, (AVCodecContext **context), (context))
FORWARD(
  CODEC, int, avcodec_open2,
  (AVCodecContext *context, const AVCodec *codec, AVDictionary **options),
  (context, codec, options))
FORWARD(CODEC, int, avcodec_send_frame, (AVCodecContext *context, const AVFrame *frame), (context, frame))
FORWARD(CODEC, int, avcodec_receive_packet, (AVCodecContext *context, AVPacket *packet), (context, packet))
FORWARD(CODEC, AVCodecParameters *, avcodec_parameters_alloc, (void), ())
FORWARD(CODEC, void, avcodec_parameters_free, (AVCodecParameters **parameters), (parameters))
FORWARD(
  CODEC, int, avcodec_parameters_copy,
  (AVCodecParameters *target, const AVCodecParameters *source),
  (target, source))
FORWARD(
  CODEC, int, avcodec_parameters_from_context,
  (AVCodecParameters *parameters, const AVCodecContext *context),
  (parameters, context))
FORWARD(CODEC, const AVCodec *, avcodec_find_decoder, (enum AVCodecID codec), (codec))
FORWARD(CODEC, const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
FORWARD(CODEC, const AVCodecDescriptor *, avcodec_descriptor_get_by_name, (const char *name), (name))
FORWARD(CODEC, const char *, avcodec_get_name, (enum AVCodecID codec), (codec))
FORWARD(CODEC, void, avcodec_flush_buffers, (AVCodecContext *context), (context))
FORWARD(
  CODEC, int, avcodec_parameters_to_context,
  (AVCodecContext *context, const AVCodecParameters *parameters),
  (context, parameters))
FORWARD(CODEC, int, avcodec_send_packet, (AVCodecContext *context, const AVPacket *packet), (context, packet))
FORWARD(CODEC, int, avcodec_receive_frame, (AVCodecContext *context, AVFrame *frame), (context, frame))
FORWARD(CODEC, void, av_packet_unref, (AVPacket *packet), (packet))
FORWARD(CODEC, AVPacket *, av_packet_alloc, (void), ())
FORWARD(CODEC, void, av_packet_free, (AVPacket **packet), (packet))
FORWARD(CODEC, int, av_new_packet, (AVPacket *packet, int size), (packet, size))
FORWARD(
  CODEC, uint8_t *, av_packet_new_side_data,
  (AVPacket *packet, enum AVPacketSideDataType type, size_t size),
  (packet, type, size))
FORWARD(CODEC, int, av_packet_make_writable, (AVPacket *packet), (packet))
FORWARD(
  CODEC, uint8_t *, av_packet_get_side_data,
  (const AVPacket *packet, enum AVPacketSideDataType type, size_t *size),
  (packet, type, size))
FORWARD(CODEC, void, av_packet_move_ref, (AVPacket *target, AVPacket *source), (target, source))
FORWARD(
  CODEC, void, av_packet_rescale_ts,
  (AVPacket *packet, AVRational source, AVRational target),
  (packet, source, target))
FORWARD(CODEC, int, av_bsf_list_parse_str, (const char *text, AVBSFContext **filter), (text, filter))
FORWARD(CODEC, int, av_bsf_init, (AVBSFContext *filter), (filter))
FORWARD(CODEC, void, av_bsf_free, (AVBSFContext **filter), (filter))
FORWARD(CODEC, int, av_bsf_send_packet, (AVBSFContext *filter, AVPacket *packet), (filter, packet))
FORWARD(CODEC, int, av_bsf_receive_packet, (AVBSFContext *filter, AVPacket *packet), (filter, packet))

// Containers and their input and output.
FORWARD(FORMAT, unsigned, avformat_version, (void), ())
FORWARD(
  FORMAT, int, avformat_alloc_output_context2,
  (AVFormatContext **context, const AVOutputFormat *format, const char *format_name, const char *file_name),
  (context, format, format_name, file_name))
FORWARD(
  FORMAT, const AVOutputFormat *, av_guess_format,
  (const char *name, const char *file_name, const char *type),
  (name, file_name, type))
FORWARD(FORMAT, AVFormatContext *, avformat_alloc_context, (void), ())
FORWARD(
  FORMAT, int, avformat_open_input,
  (AVFormatContext **context, const char *name, const AVInputFormat *format, AVDictionary **options),
  (context, name, format, options))
FORWARD(FORMAT, void, avformat_close_input, (AVFormatContext **context), (context))
FORWARD(
  FORMAT, int, avformat_find_stream_info, (AVFormatContext *context, AVDictionary **options), (context, options))
FORWARD(
  FORMAT, int, av_find_best_stream,
  (AVFormatContext *context, enum AVMediaType type, int wanted, int related, const AVCodec **decoder, int flags),
  (context, type, wanted, related, decoder, flags))
FORWARD(FORMAT, int, avformat_index_get_entries_count, (const AVStream *stream), (stream))
FORWARD(FORMAT, int, av_read_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))
FORWARD(
  FORMAT, int, av_seek_frame,
  (AVFormatContext *context, int stream, int64_t time, int flags),
  (context, stream, time, flags))
FORWARD(
  FORMAT, AVRational, av_guess_sample_aspect_ratio,
  (AVFormatContext *context, AVStream *stream, AVFrame *frame),
  (context, stream, frame))
FORWARD(FORMAT, void, avformat_free_context, (AVFormatContext *context), (context))
FORWARD(
  FORMAT, int, avformat_query_codec,
  (const AVOutputFormat *format, enum AVCodecID codec, int compliance),
  (format, codec, compliance))
FORWARD(FORMAT, AVStream *, avformat_new_stream, (AVFormatContext *context, const AVCodec *codec), (context, codec))
FORWARD(FORMAT, int, avformat_write_header, (AVFormatContext *context, AVDictionary **options), (context, options))
FORWARD(FORMAT, int, av_interleaved_write_frame, (AVFormatContext *context, AVPacket *packet), (context, packet))
FORWARD(FORMAT, int, av_write_trailer, (AVFormatContext *context), (context))
FORWARD(
  FORMAT, AVIOContext *, avio_alloc_context,
  (unsigned char *buffer, int size, int is_writing, void *opaque, int (*read)(void *, uint8_t *, int),
   int (*write)(void *, CLIBAV_CONST_SINCE_7 uint8_t *, int), int64_t (*seek)(void *, int64_t, int)),
  (buffer, size, is_writing, opaque, read, write, seek))
FORWARD(FORMAT, void, avio_context_free, (AVIOContext **context), (context))
FORWARD(FORMAT, void, avio_flush, (AVIOContext *context), (context))

// Functions that differ between releases.

// FFmpeg 7.1 has a function for an encoder's formats; earlier ones are in AVCodec, always at the same offset.
static const void *supported(const AVCodec *codec, int what, size_t offset) {
  int (*function)(const AVCodecContext *, const AVCodec *, int, unsigned, const void **, int *) =
    clibav_function_if_any(CLIBAV_CODEC, "avcodec_get_supported_config");
  if (!function) return *(const void *const *)((const char *)codec + offset);
  const void *list = NULL;
  return function(NULL, codec, what, 0, &list, NULL) < 0 ? NULL : list;
}
enum { PIXEL_FORMATS = 0, SAMPLE_FORMATS = 3, OFFSET_OF_PIXEL_FORMATS = 40, OFFSET_OF_SAMPLE_FORMATS = 56 };
const enum AVPixelFormat *clibav_pixel_formats(const AVCodec *encoder) {
  return supported(encoder, PIXEL_FORMATS, OFFSET_OF_PIXEL_FORMATS);
}
const enum AVSampleFormat *clibav_sample_formats(const AVCodec *encoder) {
  return supported(encoder, SAMPLE_FORMATS, OFFSET_OF_SAMPLE_FORMATS);
}
#if LIBAVCODEC_VERSION_MAJOR < 61
_Static_assert(
  offsetof(AVCodec, pix_fmts) == OFFSET_OF_PIXEL_FORMATS && offsetof(AVCodec, sample_fmts) == OFFSET_OF_SAMPLE_FORMATS,
  "the forms that an encoder takes lie elsewhere");
#endif

// FFmpeg 7 has side data of streams among their parameters, in two fields that FFmpeg 5 does not have.
enum { OFFSET_OF_SIDE_DATA = 32, OFFSET_OF_SIDE_DATA_COUNT = 40 };
#if LIBAVCODEC_VERSION_MAJOR >= 61
_Static_assert(
  offsetof(AVCodecParameters, coded_side_data) == OFFSET_OF_SIDE_DATA
    && offsetof(AVCodecParameters, nb_coded_side_data) == OFFSET_OF_SIDE_DATA_COUNT,
  "side data of streams lie elsewhere");
#endif
const uint8_t *clibav_stream_side_data(const AVStream *stream, enum AVPacketSideDataType kind, size_t *size) {
  if (clibav_codec_major() < 61) {
    const uint8_t *(*function)(const AVStream *, enum AVPacketSideDataType, size_t *) =
      clibav_function(CLIBAV_FORMAT, "av_stream_get_side_data");
    return function(stream, kind, size);
  }
  const AVPacketSideData *(*function)(const AVPacketSideData *, int, enum AVPacketSideDataType) =
    clibav_function(CLIBAV_CODEC, "av_packet_side_data_get");
  size_t offset = clibav_offset(CLIBAV_AVStream, offsetof(AVStream, codecpar));
  const char *parameters = *(const char *const *)((const char *)stream + offset);
  const AVPacketSideData *found = function(
    *(AVPacketSideData *const *)(parameters + OFFSET_OF_SIDE_DATA),
    *(const int *)(parameters + OFFSET_OF_SIDE_DATA_COUNT), kind);
  *size = found ? found->size : 0;
  return found ? found->data : NULL;
}

uint8_t *clibav_new_stream_side_data(AVStream *stream, enum AVPacketSideDataType kind, size_t size) {
  if (clibav_codec_major() < 61) {
    uint8_t *(*function)(AVStream *, enum AVPacketSideDataType, size_t) =
      clibav_function(CLIBAV_FORMAT, "av_stream_new_side_data");
    return function(stream, kind, size);
  }
  AVPacketSideData *(*function)(AVPacketSideData **, int *, enum AVPacketSideDataType, size_t, int) =
    clibav_function(CLIBAV_CODEC, "av_packet_side_data_new");
  size_t offset = clibav_offset(CLIBAV_AVStream, offsetof(AVStream, codecpar));
  char *parameters = *(char *const *)((char *)stream + offset);
  AVPacketSideData *made = function(
    (AVPacketSideData **)(parameters + OFFSET_OF_SIDE_DATA), (int *)(parameters + OFFSET_OF_SIDE_DATA_COUNT), kind,
    size, 0);
  return made ? made->data : NULL;
}
