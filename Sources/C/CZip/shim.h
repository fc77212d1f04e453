// libzip for Swift: reading `.tendies` and `.lottie` archives.

#ifndef MULTIPLANE_CZIP_H
#define MULTIPLANE_CZIP_H

#include <zip.h>

#endif
