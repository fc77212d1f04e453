// The arguments of the process, as `main` gets them.
//
// Swift on Linux reads them from /proc/self/cmdline. Without a mounted /proc its list is empty, and a command without
// arguments prints its help and succeeds.

#ifndef ARGUMENTS_H
#define ARGUMENTS_H

// The number of arguments, with the name of the program.
int arguments_count(void);

// Returns an argument, which lives as long as the process.
const char *arguments_at(int index);

#endif
