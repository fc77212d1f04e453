// The libraries, as what defines their functions needs them.
#ifndef LIBRARIES_H
#define LIBRARIES_H

enum clibav_library { CLIBAV_UTIL, CLIBAV_RESAMPLE, CLIBAV_CODEC, CLIBAV_FORMAT, CLIBAV_FILTER, CLIBAV_LIBRARIES };

/// The function of a library; ends the process where the libraries are not open, or have none of that name.
void *clibav_function(enum clibav_library library, const char *name);
/// The same; NULL where the library has none of that name.
void *clibav_function_if_any(enum clibav_library library, const char *name);
/// The number of libavcodec's version that is open: 59 is FFmpeg 5.
int clibav_codec_major(void);
/// Has fields looked for where the release with this libavcodec has them.
void clibav_use_fields(int codec_major);

#endif
