// The libraries, as what defines their functions needs them.
#ifndef LIBRARIES_H
#define LIBRARIES_H

enum clibav_library { CLIBAV_UTIL, CLIBAV_RESAMPLE, CLIBAV_CODEC, CLIBAV_FORMAT, CLIBAV_FILTER, CLIBAV_LIBRARIES };

/// The function of a library; ends the process where the libraries are not open.
void *clibav_function(enum clibav_library library, const char *name);

#endif
