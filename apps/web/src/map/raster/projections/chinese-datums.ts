/**
 * The coordinates maps of China are published in. GCJ-02 moves WGS84 places inside China by 100 to 700 metres in a manner
 * made hard to undo; BD-09 is Baidu's, a second, smooth move of all places. Both formulas are the ones widely published
 * (eviltransform, projzh, coordtransform agree on them to the last constant).
 */
import type { Place } from '@atalaia/domain/geo/geometry';

/** The ellipsoid of Krasovsky 1940, metres and squared eccentricity, as GCJ-02 uses it. */
const semiMajorMetres = 6_378_245;
const eccentricitySquared = 0.006_693_421_622_965_943;

/** Outside this frame GCJ-02 moves nothing. */
const china = { west: 72.004, south: 0.8293, east: 137.8347, north: 55.8271 };

const { PI, sin, cos, sqrt, abs, hypot, atan2 } = Math;

export function gcj02FromWgs84({ latitude, longitude }: Place): Place {
  if (longitude < china.west || longitude > china.east || latitude < china.south || latitude > china.north)
    return { latitude, longitude };
  const east = longitude - 105;
  const north = latitude - 35;
  const angle = (latitude * PI) / 180;
  const flat = 1 - eccentricitySquared * sin(angle) ** 2;
  const metresPerLatitude =
    ((semiMajorMetres * (1 - eccentricitySquared)) / (flat * sqrt(flat))) * (PI / 180);
  const metresPerLongitude = (semiMajorMetres / sqrt(flat)) * cos(angle) * (PI / 180);
  return {
    latitude: latitude + northwardMetres(east, north) / metresPerLatitude,
    longitude: longitude + eastwardMetres(east, north) / metresPerLongitude,
  };
}

export function bd09FromGcj02({ latitude, longitude }: Place): Place {
  const wave = (PI * 3000) / 180;
  const length = hypot(longitude, latitude) + 0.00002 * sin(latitude * wave);
  const angle = atan2(latitude, longitude) + 0.000003 * cos(longitude * wave);
  return { latitude: length * sin(angle) + 0.006, longitude: length * cos(angle) + 0.0065 };
}

function northwardMetres(x: number, y: number): number {
  const slope = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * sqrt(abs(x));
  const fast = 20 * sin(6 * PI * x) + 20 * sin(2 * PI * x);
  const middle = 20 * sin(PI * y) + 40 * sin((PI * y) / 3);
  const slow = 160 * sin((PI * y) / 12) + 320 * sin((PI * y) / 30);
  return slope + ((fast + middle + slow) * 2) / 3;
}

function eastwardMetres(x: number, y: number): number {
  const slope = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * sqrt(abs(x));
  const fast = 20 * sin(6 * PI * x) + 20 * sin(2 * PI * x);
  const middle = 20 * sin(PI * x) + 40 * sin((PI * x) / 3);
  const slow = 150 * sin((PI * x) / 12) + 300 * sin((PI * x) / 30);
  return slope + ((fast + middle + slow) * 2) / 3;
}
