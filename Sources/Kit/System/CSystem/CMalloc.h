/* Of malloc.h, without the headers that it includes. */
extern int mallopt(int parameter, int value);

/* Returns blocks of so many bytes or more to the system as soon as they are freed (M_MMAP_THRESHOLD). */
static inline int trove_return_blocks(int bytes) { return mallopt(-3, bytes); }
