// libwebp's decoder and encoder. Its init "functions" are static inline, so Swift imports them as they are.
#include <webp/decode.h>
#include <webp/encode.h>
