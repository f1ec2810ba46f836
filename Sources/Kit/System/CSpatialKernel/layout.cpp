#include "layout.h"

#include <cmath>
#include <cstring>

namespace trove_spatial {

namespace {

/// "TROVESPX" and the version, the number of points of a leaf, the counts, the size, and a checksum of all that.
struct Header {
  char magic[8];
  uint32_t version, width;
  uint64_t points, inputs, size;
  uint64_t reserved[2];
  uint64_t checksum;
};
static_assert(sizeof(Header) == TROVE_SPATIAL_HEADER, "the header is one line of the cache");

constexpr char magic[8] = {'T', 'R', 'O', 'V', 'E', 'S', 'P', 'X'};
constexpr uint32_t version = 1;

/// FNV-1a, 64 bits, over everything before the checksum.
uint64_t checksum(const Header &header) {
  unsigned char bytes[offsetof(Header, checksum)];
  memcpy(bytes, &header, sizeof bytes);
  uint64_t sum = 0xcbf29ce484222325u;
  for (unsigned char byte : bytes) sum = (sum ^ byte) * 0x100000001b3u;
  return sum;
}

}  // namespace

bool layOut(size_t points, size_t inputs, trove_spatial_view &view) {
  if (points > inputs || inputs > TROVE_SPATIAL_LARGEST) return false;
  view.points = uint32_t(points);
  view.inputs = uint32_t(inputs);
  view.leaves = uint32_t((points + width - 1) / width);
  view.levels = 0;
  uint32_t count = view.leaves;
  while (count > 1 || (count == 1 && view.levels == 0)) {
    count = (count + width - 1) / width;
    view.nodes[view.levels++] = count;
  }
  size_t offset = sizeof(Header);
  auto take = [&offset](size_t bytes) { return (offset += bytes) - bytes; };
  for (uint32_t level = view.levels; level-- > 0;) view.boxes[level] = take(view.nodes[level] * sizeof(Boxes));
  for (uint32_t level = view.levels; level-- > 0;) view.areas[level] = take(view.nodes[level] * sizeof(Areas));
  view.content = take(view.leaves * sizeof(Leaf));
  view.size = offset;
  return true;
}

void writeHeader(const trove_spatial_view &view, void *bytes) {
  Header header = {};
  memcpy(header.magic, magic, sizeof magic);
  header.version = version;
  header.width = width;
  header.points = view.points;
  header.inputs = view.inputs;
  header.size = view.size;
  header.checksum = checksum(header);
  memcpy(bytes, &header, sizeof header);
}

Place place(double latitude, double longitude) {
  Place place = {wholeNumber(latitude * perDegree), wholeNumber(longitude * perDegree)};
  if (place.longitude == halfTurn) place.longitude = -halfTurn;
  return place;
}

namespace {

/// The least whole number of ten-millionths that is not below an angle in degrees, as a double has it.
int32_t notBelow(double degrees) {
  double whole = std::ceil(degrees * perDegree);
  if ((whole - 1) / perDegree >= degrees) whole--;
  if (whole / perDegree < degrees) whole++;
  return int32_t(whole);
}
int32_t notAbove(double degrees) { return -notBelow(-degrees); }

/// A longitude in -180...180; both of these stay.
double wrapped(double longitude) {
  return std::fabs(longitude) <= 180 ? longitude : std::remainder(longitude, 360);
}

}  // namespace

int rectangles(double south, double west, double north, double east, Rectangle *parts) {
  if (!(south <= north && south <= 90 && north >= -90) || !std::isfinite(west) || !std::isfinite(east)) return 0;
  Rectangle whole = {-pole, pole, -halfTurn, halfTurn};
  if (south > -90) whole.south = notBelow(south);
  if (north < 90) whole.north = notAbove(north);
  if (east - west < 360) {
    whole.west = notBelow(wrapped(west));
    whole.east = notAbove(wrapped(east));
  }
  if (whole.west == -halfTurn && whole.east == halfTurn) {
    parts[0] = whole;
    return 1;
  }
  int count = 0;
  // The poles are at all longitudes.
  if (whole.south == -pole) parts[count++] = {-pole, -pole, -halfTurn, halfTurn}, whole.south++;
  if (whole.north == pole) parts[count++] = {pole, pole, -halfTurn, halfTurn}, whole.north--;
  if (whole.west > whole.east) {
    parts[count++] = {whole.south, whole.north, whole.west, halfTurn};
    parts[count++] = {whole.south, whole.north, -halfTurn, whole.east};
  } else {
    parts[count++] = whole;
    // The antimeridian is kept by its western name.
    if (whole.east == halfTurn) parts[count++] = {whole.south, whole.north, -halfTurn, -halfTurn};
  }
  return count;
}

}  // namespace trove_spatial

using namespace trove_spatial;

int trove_spatial_is_place(double latitude, double longitude) {
  return std::fabs(latitude) <= 90 && std::fabs(longitude) <= 180;
}

size_t trove_spatial_size(size_t points) {
  trove_spatial_view view = {};
  return layOut(points, points, view) ? view.size : 0;
}

trove_spatial_state trove_spatial_open(const void *bytes, size_t size, trove_spatial_view *view) {
  Header header;
  if (size < sizeof header) return trove_spatial_too_short;
  memcpy(&header, bytes, sizeof header);
  if (memcmp(header.magic, magic, sizeof magic) != 0) return trove_spatial_other_format;
  // Also what a machine of the other byte order reads, which must not go on.
  if (header.version != version || header.width != width) return trove_spatial_other_version;
  if (header.checksum != checksum(header)) return trove_spatial_damaged;
  *view = {};
  if (header.points > TROVE_SPATIAL_LARGEST || header.inputs > TROVE_SPATIAL_LARGEST ||
      !layOut(size_t(header.points), size_t(header.inputs), *view))
    return trove_spatial_damaged;
  if (header.size != view->size || size != view->size) return trove_spatial_wrong_size;
  view->base = bytes;
  return trove_spatial_sound;
}
