// fontconfig: which fonts are installed.
#include <fontconfig/fontconfig.h>
