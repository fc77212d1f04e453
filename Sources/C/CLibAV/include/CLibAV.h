// FFmpeg's libraries: containers (libavformat), encoders and decoders (libavcodec), frames and options (libavutil),
// rates and layouts of sound (libswresample), filters of sound (libavfilter).
//
// They are opened when they are first needed: with the hundred libraries that they load they take 26 ms, as long as
// drawing a small picture. The functions that this package calls are defined in forwards.c.
#ifndef CLIBAV_H
#define CLIBAV_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/hwcontext.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

// The headers of FFmpeg 7 have const where those of 5.1 and 6 do not.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define CLIBAV_CONST_SINCE_7 const
#else
#define CLIBAV_CONST_SINCE_7
#endif

/// Writes bytes of a container; returns their number, or an error's code.
typedef int (*CLIBAVWrite)(void *_Nullable opaque, CLIBAV_CONST_SINCE_7 uint8_t *_Nullable bytes, int count);

/// Returns a stream's side data besides its parameters: bytes, and their number; NULL without any.
const uint8_t *_Nullable clibav_stream_side_data(
  const AVStream *_Nonnull stream, enum AVPacketSideDataType kind, size_t *_Nonnull size);

/// Adds side data to a stream that is written, and returns its bytes to fill; NULL without memory.
uint8_t *_Nullable clibav_new_stream_side_data(
  AVStream *_Nonnull stream, enum AVPacketSideDataType kind, size_t size);

/// Returns the layouts in which an encoder takes pictures, up to AV_PIX_FMT_NONE; NULL if unknown.
const enum AVPixelFormat *_Nullable clibav_pixel_formats(const AVCodec *_Nonnull encoder);
/// Returns the forms in which an encoder takes samples, up to AV_SAMPLE_FMT_NONE; NULL if unknown.
const enum AVSampleFormat *_Nullable clibav_sample_formats(const AVCodec *_Nonnull encoder);

/// Opens the libraries of the newest installed release, of FFmpeg 5.1 to 9, whichever this was compiled with. Any
/// thread may call it, any number of times. No other function may be called before it has returned NULL once; else it
/// returns the reason why they cannot be opened.
const char *_Nullable clibav_open(void);

/// Opens libavfilter, which few films need, and which loads a hundred more libraries; otherwise as clibav_open.
const char *_Nullable clibav_open_filters(void);

/// The structures whose fields move between releases; fields.c lists the used ones.
enum clibav_structure {
  CLIBAV_AVFrame,
  CLIBAV_AVCodecContext,
  CLIBAV_AVCodecParameters,
  CLIBAV_AVStream,
  CLIBAV_AVFormatContext,
  CLIBAV_AVHWFramesContext,
  CLIBAV_STRUCTURES
};

/// Returns a field's offset in bytes in the open release, by that in the headers. Ends the process for an unlisted one.
size_t clibav_offset(enum clibav_structure structure, size_t offset);

/// Has `tell` called with each error that the libraries report, on its own thread: its words, of at most 499 bytes. The
/// libraries print nothing from then on.
void clibav_tell_errors(void (*_Nonnull tell)(const char *_Nonnull words));

/// Returns a descriptor of an empty file in memory, gone when it is closed; -1 and errno if there can be none.
int clibav_memory_file(void);

/// Has the process keep memory that it frees.
void clibav_keep_freed_memory(void);

/// Whether the processor has vectors of 512 bits.
static inline int clibav_has_avx512(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return 0;
#endif
}

// Function-like macros or casts make the constants below in FFmpeg's headers, which Swift does not import.

/// The encoder or decoder needs more input before it gives more output (AVERROR(EAGAIN)).
static const int CLIBAV_ERROR_AGAIN = AVERROR(EAGAIN);
/// No more output will come (AVERROR_EOF).
static const int CLIBAV_ERROR_END = AVERROR_EOF;
/// Out of memory (AVERROR(ENOMEM)).
static const int CLIBAV_ERROR_NO_MEMORY = AVERROR(ENOMEM);
/// An option that the codec or container does not have.
static const int CLIBAV_ERROR_OPTION_NOT_FOUND = AVERROR_OPTION_NOT_FOUND;
/// The input is damaged (AVERROR_INVALIDDATA).
static const int CLIBAV_ERROR_INVALID = AVERROR_INVALIDDATA;
/// A packet or frame without a time stamp.
static const int64_t CLIBAV_NO_TIME = AV_NOPTS_VALUE;
/// A library that libav calls failed, and gave no reason.
static const int CLIBAV_ERROR_EXTERNAL = AVERROR_EXTERNAL;

#endif
