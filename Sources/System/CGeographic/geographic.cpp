#include "geographic.h"

#include <GeographicLib/Geodesic.hpp>

using GeographicLib::Geodesic;

void trove_geodesic_inverse(
    double lat1, double lon1, double lat2, double lon2, double *distance, double *azimuth1, double *azimuth2) {
  Geodesic::WGS84().Inverse(lat1, lon1, lat2, lon2, *distance, *azimuth1, *azimuth2);
}

void trove_geodesic_direct(
    double lat1, double lon1, double azimuth, double distance, double *lat2, double *lon2, double *azimuth2) {
  Geodesic::WGS84().Direct(lat1, lon1, azimuth, distance, *lat2, *lon2, *azimuth2);
}
