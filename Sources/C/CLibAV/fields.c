// The offsets of the fields of FFmpeg's structures. They move between releases, so that a program compiled against one
// release's headers runs with that release alone; here each field is looked up for the release that was opened.
//
// The offsets are of the binary interface of x86-64 and arm64, in which they are the same. The compiler checks those of
// its own headers below. A field that is not listed cannot be used from Swift.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "CLibAV.h"
#include "libraries.h"

// The structure, the field, and its offset in bytes in FFmpeg 5.1, in 6, in 7, and in 8 and 9.
#define FIELDS(FIELD) \
  FIELD(AVFrame, data, 0, 0, 0, 0) \
  FIELD(AVFrame, linesize, 64, 64, 64, 64) \
  FIELD(AVFrame, extended_data, 96, 96, 96, 96) \
  FIELD(AVFrame, width, 104, 104, 104, 104) \
  FIELD(AVFrame, height, 108, 108, 108, 108) \
  FIELD(AVFrame, nb_samples, 112, 112, 112, 112) \
  FIELD(AVFrame, format, 116, 116, 116, 116) \
  FIELD(AVFrame, pts, 136, 136, 136, 136) \
  FIELD(AVFrame, sample_rate, 208, 208, 192, 180) \
  FIELD(AVFrame, color_range, 320, 320, 296, 280) \
  FIELD(AVFrame, color_primaries, 324, 324, 300, 284) \
  FIELD(AVFrame, color_trc, 328, 328, 304, 288) \
  FIELD(AVFrame, colorspace, 332, 332, 308, 292) \
  FIELD(AVFrame, chroma_location, 336, 336, 312, 296) \
  FIELD(AVFrame, best_effort_timestamp, 344, 344, 320, 304) \
  FIELD(AVFrame, flags, 316, 316, 292, 276) \
  FIELD(AVFrame, metadata, 368, 368, 336, 312) \
  FIELD(AVFrame, ch_layout, 448, 448, 408, 384) \
  FIELD(AVCodecContext, codec_id, 24, 24, 24, 24) \
  FIELD(AVCodecContext, bit_rate, 56, 56, 56, 56) \
  FIELD(AVCodecContext, flags, 76, 76, 64, 64) \
  FIELD(AVCodecContext, width, 116, 116, 116, 112) \
  FIELD(AVCodecContext, height, 120, 120, 120, 116) \
  FIELD(AVCodecContext, pix_fmt, 136, 136, 140, 136) \
  FIELD(AVCodecContext, time_base, 100, 100, 84, 84) \
  FIELD(AVCodecContext, framerate, 712, 704, 100, 100) \
  FIELD(AVCodecContext, pkt_timebase, 724, 716, 92, 92) \
  FIELD(AVCodecContext, sample_aspect_ratio, 216, 216, 132, 128) \
  FIELD(AVCodecContext, has_b_frames, 172, 172, 176, 172) \
  FIELD(AVCodecContext, color_primaries, 324, 324, 148, 144) \
  FIELD(AVCodecContext, color_trc, 328, 328, 152, 148) \
  FIELD(AVCodecContext, colorspace, 332, 332, 156, 152) \
  FIELD(AVCodecContext, color_range, 336, 336, 160, 156) \
  FIELD(AVCodecContext, chroma_sample_location, 340, 340, 164, 160) \
  FIELD(AVCodecContext, sample_rate, 352, 352, 344, 344) \
  FIELD(AVCodecContext, sample_fmt, 360, 360, 348, 348) \
  FIELD(AVCodecContext, ch_layout, 920, 912, 352, 352) \
  FIELD(AVCodecContext, frame_size, 364, 364, 376, 376) \
  FIELD(AVCodecContext, bits_per_raw_sample, 628, 628, 652, 652) \
  FIELD(AVCodecContext, thread_count, 636, 636, 656, 656) \
  FIELD(AVCodecContext, thread_type, 640, 640, 660, 660) \
  FIELD(AVCodecContext, max_pixels, 864, 856, 792, 792) \
  FIELD(AVCodecContext, hw_frames_ctx, 848, 840, 552, 552) \
  FIELD(AVCodecParameters, codec_type, 0, 0, 0, 0) \
  FIELD(AVCodecParameters, codec_id, 4, 4, 4, 4) \
  FIELD(AVCodecParameters, codec_tag, 8, 8, 8, 8) \
  FIELD(AVCodecParameters, extradata, 16, 16, 16, 16) \
  FIELD(AVCodecParameters, extradata_size, 24, 24, 24, 24) \
  FIELD(AVCodecParameters, format, 28, 28, 44, 44) \
  FIELD(AVCodecParameters, bit_rate, 32, 32, 48, 48) \
  FIELD(AVCodecParameters, bits_per_coded_sample, 40, 40, 56, 56) \
  FIELD(AVCodecParameters, bits_per_raw_sample, 44, 44, 60, 60) \
  FIELD(AVCodecParameters, profile, 48, 48, 64, 64) \
  FIELD(AVCodecParameters, level, 52, 52, 68, 68) \
  FIELD(AVCodecParameters, width, 56, 56, 72, 72) \
  FIELD(AVCodecParameters, height, 60, 60, 76, 76) \
  FIELD(AVCodecParameters, sample_aspect_ratio, 64, 64, 80, 80) \
  FIELD(AVCodecParameters, field_order, 72, 72, 96, 96) \
  FIELD(AVCodecParameters, color_range, 76, 76, 100, 100) \
  FIELD(AVCodecParameters, color_primaries, 80, 80, 104, 104) \
  FIELD(AVCodecParameters, color_trc, 84, 84, 108, 108) \
  FIELD(AVCodecParameters, color_space, 88, 88, 112, 112) \
  FIELD(AVCodecParameters, chroma_location, 92, 92, 116, 116) \
  FIELD(AVCodecParameters, video_delay, 96, 96, 120, 120) \
  FIELD(AVCodecParameters, sample_rate, 116, 116, 152, 152) \
  FIELD(AVCodecParameters, ch_layout, 144, 144, 128, 128) \
  FIELD(AVStream, index, 0, 8, 8, 8) \
  FIELD(AVStream, codecpar, 208, 16, 16, 16) \
  FIELD(AVStream, time_base, 16, 32, 32, 32) \
  FIELD(AVStream, disposition, 48, 64, 64, 64) \
  FIELD(AVStream, discard, 52, 68, 68, 68) \
  FIELD(AVStream, sample_aspect_ratio, 56, 72, 72, 72) \
  FIELD(AVStream, metadata, 64, 80, 80, 80) \
  FIELD(AVStream, avg_frame_rate, 72, 88, 88, 88) \
  FIELD(AVStream, r_frame_rate, 200, 216, 216, 204) \
  FIELD(AVFormatContext, iformat, 8, 8, 8, 8) \
  FIELD(AVFormatContext, oformat, 16, 16, 16, 16) \
  FIELD(AVFormatContext, pb, 32, 32, 32, 32) \
  FIELD(AVFormatContext, nb_streams, 44, 44, 44, 44) \
  FIELD(AVFormatContext, streams, 48, 48, 48, 48) \
  FIELD(AVFormatContext, start_time, 64, 64, 96, 96) \
  FIELD(AVFormatContext, duration, 72, 72, 104, 104) \
  FIELD(AVFormatContext, flags, 96, 96, 128, 128) \
  FIELD(AVFormatContext, strict_std_compliance, 232, 232, 272, 272) \
  FIELD(AVFormatContext, opaque, 376, 376, 416, 416) \
  FIELD(AVFormatContext, io_open, 424, 424, 448, 448) \
  FIELD(AVFormatContext, io_close2, 464, 464, 456, 456) \
  FIELD(AVHWFramesContext, initial_pool_size, 64, 64, 56, 56) \
  FIELD(AVHWFramesContext, format, 68, 68, 60, 60) \
  FIELD(AVHWFramesContext, sw_format, 72, 72, 64, 64) \
  FIELD(AVHWFramesContext, width, 76, 76, 68, 68) \
  FIELD(AVHWFramesContext, height, 80, 80, 72, 72)

/// The offsets of a field.
struct field {
  enum clibav_structure structure;
  /// The offset in the headers.
  uint16_t here;
  /// The offsets by libavcodec's version, from FFmpeg 5's on.
  uint16_t offsets[5];
};
#define FIELD(structure, field, five, six, seven, eight) \
  {CLIBAV_##structure, offsetof(structure, field), {five, six, seven, eight, eight}},
static const struct field fields[] = {FIELDS(FIELD)};

/// The offset in the open release, plus one, by a quarter of the headers' offset; 0 for unlisted fields.
static uint16_t offsets[CLIBAV_STRUCTURES][256];

void clibav_use_fields(int codec_major) {
  for (const struct field *field = fields; field < fields + sizeof fields / sizeof *fields; field++) {
    int offset = codec_major == LIBAVCODEC_VERSION_MAJOR ? field->here : field->offsets[codec_major - 59];
    offsets[field->structure][field->here / 4] = (uint16_t)(offset + 1);
  }
}

size_t clibav_offset(enum clibav_structure structure, size_t offset) {
  unsigned known = offset < 1024 ? offsets[structure][offset / 4] : 0;
  if (known) return known - 1;
  fprintf(stderr, "the field at %zu of libav's structure %d: not listed in CLibAV/fields.c\n", offset, structure);
  abort();
}

// The column of the headers, if there is one.
#if LIBAVCODEC_VERSION_MAJOR == 59
#define COLUMN(five, six, seven, eight) five
#elif LIBAVCODEC_VERSION_MAJOR == 60
#define COLUMN(five, six, seven, eight) six
#elif LIBAVCODEC_VERSION_MAJOR == 61
#define COLUMN(five, six, seven, eight) seven
#elif LIBAVCODEC_VERSION_MAJOR <= 63
#define COLUMN(five, six, seven, eight) eight
#endif
#ifdef COLUMN
#define CHECK(structure, field, ...) \
  _Static_assert(offsetof(structure, field) == COLUMN(__VA_ARGS__), #structure "." #field " lies elsewhere");
FIELDS(CHECK)
#endif

// Fields at the same offset in all releases, which are read as in the headers.
#define FIXED(structure, field, offset) \
  _Static_assert(offsetof(structure, field) == offset, #structure "." #field " lies elsewhere");
FIXED(AVPacket, pts, 8)
FIXED(AVPacket, dts, 16)
FIXED(AVPacket, data, 24)
FIXED(AVPacket, size, 32)
FIXED(AVPacket, stream_index, 36)
FIXED(AVPacket, flags, 40)
FIXED(AVPacket, side_data, 48)
FIXED(AVPacket, side_data_elems, 56)
FIXED(AVPacket, duration, 64)
FIXED(AVPacket, pos, 72)
FIXED(AVPacketSideData, data, 0)
FIXED(AVPacketSideData, size, 8)
FIXED(AVPacketSideData, type, 16)
FIXED(AVChannelLayout, order, 0)
FIXED(AVChannelLayout, nb_channels, 4)
FIXED(AVChannelLayout, u, 8)
FIXED(AVBSFContext, par_in, 24)
FIXED(AVBSFContext, par_out, 32)
FIXED(AVBSFContext, time_base_in, 40)
FIXED(AVBSFContext, time_base_out, 48)
FIXED(AVIOContext, buffer, 8)
FIXED(AVIOContext, opaque, 40)
FIXED(AVIOContext, error, 84)
FIXED(AVFilterGraph, nb_threads, 36)
FIXED(AVPixFmtDescriptor, name, 0)
FIXED(AVPixFmtDescriptor, nb_components, 8)
FIXED(AVPixFmtDescriptor, log2_chroma_w, 9)
FIXED(AVPixFmtDescriptor, log2_chroma_h, 10)
FIXED(AVPixFmtDescriptor, flags, 16)
FIXED(AVPixFmtDescriptor, comp, 24)
FIXED(AVCodec, name, 0)
FIXED(AVCodec, type, 16)
FIXED(AVCodec, id, 20)
FIXED(AVCodecDescriptor, id, 0)
FIXED(AVOutputFormat, flags, 44)
FIXED(AVInputFormat, name, 0)
FIXED(AVDictionaryEntry, key, 0)
FIXED(AVDictionaryEntry, value, 8)
FIXED(AVBufferRef, data, 8)

// Numbers that are the same in all of them; those of AV1, HEVC, VP9 and 10-bit NV12 are found by name.
#define SAME(constant, number) _Static_assert((int)(constant) == (number), #constant " is another number");
SAME(AV_CODEC_ID_AAC, 86018)
SAME(AV_CODEC_ID_FLAC, 86028)
SAME(AV_CODEC_ID_H264, 27)
SAME(AV_CODEC_ID_MJPEG, 7)
SAME(AV_CODEC_ID_MPEG1VIDEO, 1)
SAME(AV_CODEC_ID_MPEG2VIDEO, 2)
SAME(AV_CODEC_ID_MPEG4, 12)
SAME(AV_CODEC_ID_PNG, 61)
SAME(AV_CODEC_ID_PRORES, 147)
SAME(AV_CODEC_ID_QTRLE, 55)
SAME(AV_CODEC_ID_UTVIDEO, 152)
SAME(AV_CODEC_ID_VP8, 139)
SAME(AV_PKT_DATA_DISPLAYMATRIX, 5)
SAME(AV_PKT_DATA_SKIP_SAMPLES, 11)
SAME(AV_HWDEVICE_TYPE_VAAPI, 3)
SAME(AV_SAMPLE_FMT_DBLP, 9)
SAME(AV_SAMPLE_FMT_FLTP, 8)
SAME(AV_CHANNEL_ORDER_NATIVE, 1)
SAME(AV_PIX_FMT_ARGB, 25)
SAME(AV_PIX_FMT_BGR0, 121)
SAME(AV_PIX_FMT_BGRA, 28)
SAME(AV_PIX_FMT_GBRAP, 111)
SAME(AV_PIX_FMT_GBRP, 71)
SAME(AV_PIX_FMT_NV12, 23)
SAME(AV_PIX_FMT_RGB24, 2)
SAME(AV_PIX_FMT_RGBA, 26)
SAME(AV_PIX_FMT_VAAPI, 44)
SAME(AV_PIX_FMT_YUV420P, 0)
SAME(AV_PIX_FMT_YUV420P10LE, 62)
SAME(AV_PIX_FMT_YUV422P, 4)
SAME(AV_PIX_FMT_YUV422P10LE, 64)
SAME(AV_PIX_FMT_YUV444P, 5)
SAME(AV_PIX_FMT_YUV444P10LE, 68)
SAME(AV_PIX_FMT_YUVA420P, 33)
SAME(AV_PIX_FMT_YUVA420P10LE, 87)
SAME(AV_PIX_FMT_YUVA422P, 78)
SAME(AV_PIX_FMT_YUVA422P10LE, 89)
SAME(AV_PIX_FMT_YUVA444P, 79)
SAME(AV_PIX_FMT_YUVA444P10LE, 91)
SAME(AV_PIX_FMT_YUVJ420P, 12)
SAME(AV_PIX_FMT_YUVJ422P, 13)
SAME(AV_PIX_FMT_YUVJ440P, 32)
SAME(AV_PIX_FMT_YUVJ444P, 14)
