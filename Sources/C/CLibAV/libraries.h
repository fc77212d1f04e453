// The libraries, for the files that define their functions.
#ifndef LIBRARIES_H
#define LIBRARIES_H

enum clibav_library { CLIBAV_UTIL, CLIBAV_RESAMPLE, CLIBAV_CODEC, CLIBAV_FORMAT, CLIBAV_FILTER, CLIBAV_LIBRARIES };

/// Returns the function of a library; ends the process if the libraries are not open, or lack the function.
void *clibav_function(enum clibav_library library, const char *name);
/// Returns the function of a library; NULL if the library lacks it.
void *clibav_function_if_any(enum clibav_library library, const char *name);
/// Returns the version of the open libavcodec: 59 is FFmpeg 5.
int clibav_codec_major(void);
/// Sets the offsets of fields to those of the release with this libavcodec.
void clibav_use_fields(int codec_major);

#endif
