import { type GeofenceArea, parseArea, printArea } from '@atalaia/domain/geo/geofence-area';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaTextOf, draftAs, draftOf, draftOfText, emptyDraft, readDraft } from './area-draft.ts';

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e9, max: most * 1e9 }).map((billionths) => billionths / 1e9 + 0);
const place = fc.record({ latitude: degrees(90), longitude: degrees(180) });
const places = (least: number) =>
  fc.uniqueArray(place, {
    minLength: least,
    maxLength: 20,
    selector: (at) => `${at.latitude} ${at.longitude}`,
  });
const area: fc.Arbitrary<GeofenceArea> = fc.oneof(
  places(3).map((corners) => ({ kind: 'polygon' as const, corners })),
  places(2).map((points) => ({ kind: 'line' as const, points })),
  fc.record({
    kind: fc.constant('circle' as const),
    centre: places(1).map(([first]) => first ?? { latitude: 0, longitude: 0 }),
    radiusMetres: fc.integer({ min: 1, max: 1_000_000 }),
  }),
);

test('[GEO-01] a stored area is sent again as it was stored', () => {
  fc.assert(
    fc.property(area, (stored) => {
      const text = printArea(stored);
      expect(areaTextOf(draftOfText(text))).toBe(text);
      expect(parseArea(areaTextOf(draftOf(stored))).area).toEqual(stored);
    }),
  );
});

test('[GEO-01] areas are written latitude first, the radius in metres', () => {
  expect(areaTextOf({ kind: 'circle', places: '-3,7319 -38,5267', radius: '250,5' })).toBe(
    'CIRCLE (-3.7319 -38.5267, 250.5)',
  );
  expect(areaTextOf({ kind: 'polygon', places: '0 0\n0 1\n1 1', radius: '' })).toBe(
    'POLYGON ((0 0, 0 1, 1 1, 0 0))',
  );
  expect(areaTextOf({ kind: 'line', places: '0 0\n0 1', radius: '' })).toBe('LINESTRING (0 0, 0 1)');
});

test('[GEO-01] nothing typed is no area, and what is wrong is told with its line', () => {
  expect(readDraft(emptyDraft)).toEqual({ empty: true });
  expect(readDraft({ kind: 'polygon', places: '0 0\n0 1', radius: '' })).toEqual({ fault: 'too-few-points' });
  expect(readDraft({ kind: 'polygon', places: '0 0\n0 1\n0 1', radius: '' })).toEqual({
    fault: 'repeated-points',
    line: 3,
  });
  expect(readDraft({ kind: 'line', places: '0 0\nleste', radius: '' })).toEqual({
    fault: 'no-pair',
    line: 2,
  });
  for (const radius of ['', '0', '-4', 'dez', '30000000'])
    expect(readDraft({ kind: 'circle', places: '0 0', radius }), radius).toEqual({ fault: 'bad-radius' });
  expect(readDraft({ kind: 'circle', places: '0 0\n1 1', radius: '9' })).toEqual({
    fault: 'several-centres',
  });
});

test('polygon and line keep their corners when one becomes the other', () => {
  const line = { kind: 'line', places: '0 0\n0 1\n1 1', radius: '' } as const;
  expect(readDraft(draftAs('polygon', line)).area?.kind).toBe('polygon');
  expect(draftAs('circle', line)).toEqual(emptyDraft);
  expect(draftAs('line', { kind: 'circle', places: '0 0', radius: '5' }).places).toBe('');
  expect(draftOfText('POLYGON ((0 0, 1 1), (2 2))')).toEqual(emptyDraft);
});
