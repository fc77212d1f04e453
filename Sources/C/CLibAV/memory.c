// Memory functions that Swift's module of the C library lacks: a file without a name, and the handling of freed memory.
#define _GNU_SOURCE
#include <limits.h>
#include <malloc.h>
#include <sys/mman.h>

#include "CLibAV.h"

int clibav_memory_file(void) { return memfd_create("sound", MFD_CLOEXEC); }

void clibav_keep_freed_memory(void) {
  // The largest that glibc takes: blocks up to here come from the heap, which is not given back.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  // Heaps of threads other than the first are given back by this measure.
  mallopt(M_TOP_PAD, 64 << 20);
}
