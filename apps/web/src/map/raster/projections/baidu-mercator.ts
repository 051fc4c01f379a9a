/**
 * Baidu's own Mercator over BD-09 coordinates: a polynomial in each of six bands of latitude, whose coefficients Baidu
 * publishes within its map API (table LL2MC). Metres, the equator and Greenwich at 0.
 */
import type { Place } from '@atalaia/domain/geo/geometry';
import { latitudeOf, longitudeOf } from '../../mercator.ts';

type Point = readonly [x: number, y: number];

interface Band {
  /** The band begins here, degrees from the equator. */
  readonly from: number;
  /** Constant term and metres per degree of the easting. */
  readonly x: readonly [constant: number, perDegree: number];
  /** Coefficients of the northing by rising power of (latitude / scale). */
  readonly y: readonly number[];
  readonly scale: number;
}

/** Places nearer to a pole than this are drawn on its line. */
export const baiduMaxLatitude = 74;

const bands: readonly Band[] = [
  {
    from: 75,
    x: [-0.0015702102444, 111320.7020616939],
    y: [
      1704480524535203, -10338987376042340, 26112667856603880, -35149669176653700, 26595700718403920,
      -10725012454188240, 1800819912950474,
    ],
    scale: 82.5,
  },
  {
    from: 60,
    x: [0.0008277824516172526, 111320.7020463578],
    y: [
      647795574.6671607, -4082003173.641316, 10774905663.51142, -15171875531.51559, 12053065338.62167,
      -5124939663.577472, 913311935.9512032,
    ],
    scale: 67.5,
  },
  {
    from: 45,
    x: [0.00337398766765, 111320.7020202162],
    y: [
      4481351.045890365, -23393751.19931662, 79682215.47186455, -115964993.2797253, 97236711.15602145,
      -43661946.33752821, 8477230.501135234,
    ],
    scale: 52.5,
  },
  {
    from: 30,
    x: [0.00220636496208, 111320.7020209128],
    y: [
      51751.86112841131, 3796837.749470245, 992013.7397791013, -1221952.21711287, 1340652.697009075,
      -620943.6990984312, 144416.9293806241,
    ],
    scale: 37.5,
  },
  {
    from: 15,
    x: [-0.0003441963504368392, 111320.7020576856],
    y: [
      278.2353980772752, 2485758.690035394, 6070.750963243378, 54821.18345352118, 9540.606633304236,
      -2710.55326746645, 1405.483844121726,
    ],
    scale: 22.5,
  },
  {
    from: 0,
    x: [-0.0003218135878613132, 111320.7020701615],
    y: [
      0.00369383431289, 823725.6402795718, 0.46104986909093, 2351.343141331292, 1.58060784298199,
      8.77738589078284, 0.37238884252424,
    ],
    scale: 7.45,
  },
];

/** BD-09 degrees to Baidu's metres. */
export function baiduMetres({ latitude, longitude }: Place): Point {
  const away = Math.min(baiduMaxLatitude, Math.abs(latitude));
  const band = bands.find(({ from }) => away >= from);
  if (!band) return [Number.NaN, Number.NaN];
  const [constant, perDegree] = band.x;
  const x = constant + perDegree * Math.abs(longitude);
  const y = band.y.reduceRight((sum, coefficient) => sum * (away / band.scale) + coefficient, 0);
  return [longitude < 0 ? -x : x, latitude < 0 ? -y : y];
}

/** A WGS84 place, as EPSG:3857 metres, to where Baidu draws it. */
export function webToBaidu([x, y]: Point): Point {
  const place = { latitude: latitudeOf(y), longitude: longitudeOf(x) };
  return baiduMetres(bd09FromGcj02(gcj02FromWgs84(place)));
}

/**
 * The way back. Baidu's metres differ from Web Mercator's by little that changes slowly, so that what a guess misses by is
 * what it must move by: each round leaves about a hundredth of the error.
 */
export function baiduToWeb([x, y]: Point): Point {
  let guess: Point = [x, y];
  for (let round = 0; round < 8; round++) {
    const [reachedX, reachedY] = webToBaidu(guess);
    guess = [guess[0] + x - reachedX, guess[1] + y - reachedY];
  }
  return guess;
}

// The coordinates maps of China are published in. GCJ-02 moves WGS84 places inside China by 100 to 700 metres in a manner
// made hard to undo; BD-09 is Baidu's, a second, smooth move of all places. Both formulas are the ones widely published
// (eviltransform, projzh, coordtransform agree on them to the last constant).

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
