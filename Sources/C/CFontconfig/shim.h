// fontconfig: which fonts are installed.
#include <fontconfig/fontconfig.h>

// Linux's, which headers hide unless they are asked for all that GNU has.
extern int memfd_create(const char *name, unsigned int flags);

/// A file without a name, in memory; below 0 where there can be none. Programs that this one starts do not have it.
static inline int cfontconfig_memory_file(void) { return memfd_create("font", 1); }
