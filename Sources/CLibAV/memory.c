// A file without a name, in memory, which Swift's module of the C library does not show.
#define _GNU_SOURCE
#include <sys/mman.h>

#include "CLibAV.h"

int clibav_memory_file(void) { return memfd_create("sound", MFD_CLOEXEC); }
