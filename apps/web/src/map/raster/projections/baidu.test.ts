import { distanceMetres, type Place } from '@atalaia/domain/geo/geometry';
import { expect, test } from 'vitest';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../../mercator.ts';
import { baiduMetres, baiduToWeb, bd09FromGcj02, gcj02FromWgs84, webToBaidu } from './baidu-mercator.ts';

/** A place in the other datums, as published by eviltransform's own checks: the same point of the ground each. */
const published: readonly { wgs84: Place; gcj02: Place }[] = [
  {
    wgs84: { latitude: 31.1774276, longitude: 121.5272106 },
    gcj02: { latitude: 31.17530398364597, longitude: 121.531541859215 },
  },
  {
    wgs84: { latitude: 22.543847, longitude: 113.912316 },
    gcj02: { latitude: 22.540796131694766, longitude: 113.9171764808363 },
  },
  {
    wgs84: { latitude: 39.911954, longitude: 116.377817 },
    gcj02: { latitude: 39.91334545536069, longitude: 116.38404722455657 },
  },
];

test('[MAP-03] GCJ-02 moves Shanghai, Shenzhen and Beijing to where it is published to', () => {
  for (const { wgs84, gcj02 } of published) {
    const moved = gcj02FromWgs84(wgs84);
    expect(distanceMetres(moved, gcj02)).toBeLessThan(0.01);
    expect(distanceMetres(moved, wgs84)).toBeGreaterThan(100);
  }
});

test('[MAP-03] GCJ-02 moves nothing outside China', () => {
  const fortaleza = { latitude: -3.73187, longitude: -38.52672 };
  expect(gcj02FromWgs84(fortaleza)).toEqual(fortaleza);
});

test('[MAP-03] BD-09 is what Baidu makes of a GCJ-02 place', () => {
  // The example of the published conversion (coordtransform): 116.404, 39.915 becomes 116.41036949, 39.92133699.
  const moved = bd09FromGcj02({ latitude: 39.915, longitude: 116.404 });
  expect(moved.latitude).toBeCloseTo(39.92133699351021, 9);
  expect(moved.longitude).toBeCloseTo(116.41036949371029, 9);
});

test("[MAP-03] Baidu's Mercator gives the metres that its own interface gives", () => {
  const known: readonly [Place, number, number][] = [
    [{ longitude: 72.01421676128244, latitude: 0.8367788448845025 }, 8016673.168576939, 92523.63565165037],
    [{ longitude: 72.01577158351537, latitude: 55.83353212549679 }, 8016846.25, 7489653.42],
    [{ longitude: 137.8500713872502, latitude: 55.83597897112281 }, 15345566.72, 7490137.41],
    [{ longitude: 73.13470409826147, latitude: 5.6212751357384985 }, 8141406.61, 622541.72],
  ];
  for (const [place, x, y] of known) {
    const [toX, toY] = baiduMetres(place);
    expect(toX).toBeCloseTo(x, 1);
    expect(toY).toBeCloseTo(y, 1);
  }
  const [west, south] = baiduMetres({ longitude: -72.01421676128244, latitude: -0.8367788448845025 });
  expect(west).toBeCloseTo(-8016673.168576939, 3);
  expect(south).toBeCloseTo(-92523.63565165037, 3);
});

test('a device in China, Brazil or Moscow comes back from the Baidu map where it was', () => {
  const places = [
    ...published.map(({ wgs84 }) => wgs84),
    { latitude: -3.73187, longitude: -38.52672 },
    { latitude: 55.7558, longitude: 37.6173 },
  ];
  for (const place of places) {
    const [x, y] = baiduToWeb(webToBaidu([mercatorX(place.longitude), mercatorY(place.latitude)]));
    expect(distanceMetres({ latitude: latitudeOf(y), longitude: longitudeOf(x) }, place)).toBeLessThan(0.01);
  }
});
