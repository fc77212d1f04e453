// The arguments that the process was started with, as `main` is given them.
//
// Swift on Linux has its own from /proc/self/cmdline, and none where /proc is not mounted: a command without arguments
// prints its help and succeeds.

#ifndef ARGUMENTS_H
#define ARGUMENTS_H

// How many there are, the name of the program among them.
int arguments_count(void);

// One of them; it lives as long as the process.
const char *arguments_at(int index);

#endif
