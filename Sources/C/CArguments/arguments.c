// glibc passes the arguments of `main` to functions that run before it, too. Swift's `main` does not pass them on.

#include "include/arguments.h"

static int count;
static char **values;

__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  values = argv;
}

int arguments_count(void) { return count; }

const char *arguments_at(int index) { return values[index]; }
