// zlib for Swift: reading gzip files, as Telegram's stickers are.

#ifndef MULTIPLANE_CZLIB_H
#define MULTIPLANE_CZLIB_H

#include <zlib.h>

/// Begins to unpack a gzip file: zlib's macro, which Swift does not see.
static inline int czlib_begin(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }

#endif
