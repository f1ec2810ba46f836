// Objects of OpenStreetMap files, as libosmium decodes them. No exception leaves it; all texts are NUL-terminated.
#ifndef TROVE_OSMIUM_H
#define TROVE_OSMIUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A key and its value; bytes of the file, which need not be UTF-8.
typedef struct {
  const char *key;
  const char *value;
} trove_osm_tag;

/// A member of a relation: 0 a node, 1 a way, 2 a relation.
typedef struct {
  int64_t ref;
  const char *role;
  uint8_t kind;
} trove_osm_member;

/// An object: 0 a node, 1 a way, 2 a relation. What it points to lives as long as the call that it is given to.
typedef struct {
  int64_t id;
  /// Of a node, in units of 1e-7 degrees; INT32_MAX where it has none. Not checked against any range.
  int32_t longitude, latitude;
  uint32_t version;
  uint8_t kind;
  uint8_t visible;
  const trove_osm_tag *tags;
  size_t tag_count;
  const int64_t *refs;
  size_t ref_count;
  const trove_osm_member *members;
  size_t member_count;
} trove_osm_object;

/// What went wrong: a sentence, and the line of an XML file, or 0.
typedef struct {
  char text[256];
  uint64_t line;
} trove_osm_failure;

/// Takes one object; `position` is how much of the file has been read. Returns whether to go on.
typedef int (*trove_osm_visitor)(void *context, const trove_osm_object *object, uint64_t position);

/// Takes a piece of a file, unpacked; `position` is how much of the file has been read. Returns whether to go on.
typedef int (*trove_osm_scanner)(void *context, const uint8_t *bytes, size_t count, uint64_t position);

/// Gives every object of a file of `format` (`osm`, `osm.gz`, `osm.bz2`) whose kind has its bit (1, 2, 4) in `kinds`.
/// Returns 1 at the end, 0 where the visitor stopped it, -1 with a failure.
int trove_osm_read_file(
    const char *path, const char *format, unsigned kinds, trove_osm_visitor visit, void *context,
    trove_osm_failure *failure);

/// Whether to leave an object (0 a node, 1 a way, 2 a relation) out of a copy; `position` is how much of the file has
/// been read. Returns 0 to keep it, 1 to leave it out, -1 to stop.
typedef int (*trove_osm_judge)(void *context, uint8_t kind, int64_t id, uint64_t position);

/// Copies a file of `format` to a new PBF file, nodes first, then ways, then relations; what has a negative number, as
/// nothing in OpenStreetMap has, gets one above those that it has. Returns as the readers do.
int trove_osm_convert(
    const char *path, const char *format, const char *output, trove_osm_judge judge, void *context,
    trove_osm_failure *failure);

/// Reads as `trove_osm_read_file` a PBF file that lies in memory, which must be a header and few blocks: libosmium copies what is left
/// once for each. Versions and deletions are only read from files with a history.
int trove_osm_read_blocks(
    const uint8_t *bytes, size_t count, int history, unsigned kinds, trove_osm_visitor visit, void *context,
    trove_osm_failure *failure);

/// Gives the unpacked bytes of a file of `format`; returns as the readers do.
int trove_osm_scan(
    const char *path, const char *format, trove_osm_scanner scan, void *context, trove_osm_failure *failure);

/// Unpacks a block of zlib or LZ4; returns whether exactly `size` bytes came out and nothing was left over.
int trove_osm_unpack(int lz4, const uint8_t *bytes, size_t count, uint8_t *output, size_t size);

#ifdef __cplusplus
}
#endif

#endif
