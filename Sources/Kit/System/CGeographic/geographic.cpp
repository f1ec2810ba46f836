#include "geographic.h"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/MGRS.hpp>
#include <GeographicLib/UTMUPS.hpp>

#include <cstring>
#include <string>

using GeographicLib::Geodesic;
using GeographicLib::MGRS;
using GeographicLib::UTMUPS;

void trove_geodesic_inverse(
    double lat1, double lon1, double lat2, double lon2, double *distance, double *azimuth1, double *azimuth2) {
  Geodesic::WGS84().Inverse(lat1, lon1, lat2, lon2, *distance, *azimuth1, *azimuth2);
}

void trove_geodesic_direct(
    double lat1, double lon1, double azimuth, double distance, double *lat2, double *lon2, double *azimuth2) {
  Geodesic::WGS84().Direct(lat1, lon1, azimuth, distance, *lat2, *lon2, *azimuth2);
}

// No exception may cross into Swift: whatever is refused, or cannot be allocated, is no place.

int trove_utm_forward(double lat, double lon, int *zone, int *north, double *easting, double *northing) {
  try {
    bool isNorth;
    UTMUPS::Forward(lat, lon, *zone, isNorth, *easting, *northing);
    *north = isNorth;
    return 1;
  } catch (...) {
    return 0;
  }
}

int trove_utm_reverse(int zone, int north, double easting, double northing, double *lat, double *lon) {
  try {
    UTMUPS::Reverse(zone, north != 0, easting, northing, *lat, *lon);
    return 1;
  } catch (...) {
    return 0;
  }
}

int trove_mgrs_forward(double lat, double lon, char *text, int size) {
  try {
    int zone;
    bool isNorth;
    double easting, northing;
    UTMUPS::Forward(lat, lon, zone, isNorth, easting, northing);
    std::string square;
    MGRS::Forward(zone, isNorth, easting, northing, lat, 5, square);
    if (square.size() >= static_cast<std::size_t>(size)) return 0;
    std::memcpy(text, square.c_str(), square.size() + 1);
    return 1;
  } catch (...) {
    return 0;
  }
}

int trove_mgrs_reverse(const char *text, double *lat, double *lon) {
  try {
    int zone, precision;
    bool isNorth;
    double easting, northing;
    MGRS::Reverse(text, zone, isNorth, easting, northing, precision, true);
    // The middle of ten kilometres and more is nowhere.
    if (precision < 2) return 0;
    UTMUPS::Reverse(zone, isNorth, easting, northing, *lat, *lon);
    return 1;
  } catch (...) {
    return 0;
  }
}
