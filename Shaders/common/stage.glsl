// The stages of the general path. What the vertex stage passes on to the fragment stage is declared once, for both: as
// PASSED, or `flat PASSED`. Rows are drawn by both stages at once, pixel by pixel (ROWS, see Sources/C/CShaders).
#ifdef ROWS
#define FRAGMENT
#define PASSED
#elif defined(VERTEX)
#define PASSED out
#else
#define FRAGMENT
#define PASSED in
#endif
