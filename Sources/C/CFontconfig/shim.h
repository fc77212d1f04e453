// fontconfig: the list of the installed fonts.
#include <fontconfig/fontconfig.h>

// Linux's function, which headers hide unless all GNU extensions are requested.
extern int memfd_create(const char *name, unsigned int flags);

/// Returns a file without a name, in memory; below 0 if there can be none. Child processes do not inherit it.
static inline int cfontconfig_memory_file(void) { return memfd_create("font", 1); }
