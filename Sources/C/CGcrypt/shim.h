// libgcrypt: digests.
#include <gcrypt.h>
