import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeText } from '@atalaia/domain/geo/coordinates';
import fc from 'fast-check';
import { distance } from 'geokdbush';
import { expect, test, vi } from 'vitest';
import { loadTowns } from './geocoding.ts';
import { prepositionOf, townName } from './regions.ts';
import {
  packTowns,
  type Town,
  townsByCell,
  townsDataFrom,
  townsOf,
  unpackTowns,
  withTowns,
} from './towns.ts';

const brazil = townsOf(await loadTowns());

test('[ING-06] the embedded data names the nearest town with its state, and how far it is', () => {
  expect(brazil.nearest(-22.9056, -47.0608)).toBe('Campinas, SP');
  expect(brazil.nearest(-3.74, -38.5)).toMatch(/^(?:\d+ km de )?Fortaleza, CE$/);
  expect(brazil.nearest(-6.25, -44.9)).toMatch(/^\d+ km de .+, MA$/);
  expect(brazil.nearest(-34.9, -56.17)).toBe('Montevideo, Uruguai');
});

test('[ING-06] names bear the accents that their people write, and the preposition that goes with them', () => {
  expect(brazil.nearest(-23.5503, -46.6339)).toBe('Sé, SP');
  expect(brazil.nearest(-22.85, -43.1)).not.toMatch(/ de Rio de Janeiro/);
  expect(prepositionOf('Rio de Janeiro, RJ')).toBe('do');
  expect(prepositionOf('Serra, ES')).toBe('da');
  expect(prepositionOf('Campinas, SP')).toBe('de');
  expect(townName('Jose Bonifacio', 'SP')).toBe('José Bonifácio');
  expect(townName('Aracoiaba', 'CE')).toBe('Aracoiaba');
});

test('[ING-06] [UNIT-02] a reader of English reads how far off a town something is in his language, whatever its preposition', () => {
  const towns: Record<ReturnType<typeof prepositionOf>, string> = {
    de: 'Campinas, SP',
    do: 'Recife, PE',
    da: 'Serra, ES',
  };
  for (const [preposition, town] of Object.entries(towns)) {
    const [name = '', region = ''] = town.split(', ');
    const told = townsOf(townsDataFrom([{ name, region, latitude: -8, longitude: -35 }])).nearest(-8.1, -35);
    expect(told).toBe(`11 km ${preposition} ${town}`);
    expect(placeText(told ?? '', 'en')).toBe(`11 km from ${town}`);
    expect(placeText(told ?? '', 'pt-BR')).toBe(told);
    expect(placeText(town, 'en')).toBe(town);
  }
  for (const address of ['Rua 3 km de Mar, 12', 'BR-116, km 12 de Serra, ES', '12 km'])
    expect(placeText(address, 'en')).toBe(address);
});

test('[ING-06] a place without an address gains the nearest town in any JSON text, and nothing else of it changes', () => {
  const towns = townsByCell(brazil);
  const position = { id: 7, deviceId: 1, latitude: -22.9056, longitude: -47.0608, altitude: 600.5, speed: 0 };
  const bare = { ...position, course: 1e-7, accuracy: 0, address: null, network: null, attributes: {} };
  const typed = JSON.stringify({
    ...bare,
    attributes: { text: '"latitude":1,"longitude":1,"address":null' },
  });
  const streets = JSON.stringify({ ...bare, address: 'Rua 1' });
  const nowhere = JSON.stringify({ ...bare, latitude: 0, longitude: 0 });
  expect(JSON.parse(withTowns(typed, towns))).toEqual({
    ...JSON.parse(typed),
    address: 'Campinas, SP',
  });
  for (const same of [streets, nowhere, '[]', '{"address":null}']) expect(withTowns(same, towns)).toBe(same);
  const alarm =
    '{"latitude":-22.9056,"longitude":-47.0608,"address":null},{"latitude":null,"longitude":null,"address":null}';
  expect(withTowns(alarm, towns)).toBe(alarm.replace('null', '"Campinas, SP"'));
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 95]) expect(towns.nearest(odd, odd)).toBeNull();
});

test('[ING-06] where no town is near, and for degrees that are none, there is no address', () => {
  expect(brazil.nearest(0, -30)).toBeNull();
  for (const wrong of [Number.NaN, 91, -90.1, Number.POSITIVE_INFINITY]) {
    expect(brazil.nearest(wrong, 0)).toBeNull();
    expect(brazil.nearest(0, wrong * 2)).toBeNull();
  }
});

test('[ING-06] the towns are kept for the next start, which reads them as they were; a damaged file is made anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-towns-'));
  try {
    const first = await loadTowns(folder);
    const name = await vi.waitUntil(() => readdirSync(folder).find((one) => /^towns-[\da-f]{16}$/.test(one)));
    const path = join(folder, name);
    expect(readFileSync(path).equals(packTowns(first))).toBe(true);
    // read from the file and not from the package
    writeFileSync(
      path,
      packTowns(townsDataFrom([{ name: 'Nova', region: 'SP', latitude: -22.9, longitude: -47 }])),
    );
    expect(townsOf(await loadTowns(folder)).nearest(-22.9, -47)).toBe('Nova, SP');
    for (const damaged of [Buffer.alloc(0), Buffer.alloc(40), packTowns(first).subarray(0, -1)]) {
      writeFileSync(path, damaged);
      expect(unpackTowns(damaged)).toBeUndefined();
      expect(townsOf(await loadTowns(folder)).nearest(-22.9056, -47.0608)).toBe('Campinas, SP');
    }
    await vi.waitUntil(() => readFileSync(path).length > 1_000_000);
    expect(readdirSync(folder)).toEqual([name]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[ING-06] where nothing can be kept the towns are read all the same', async () => {
  const towns = townsOf(await loadTowns('/proc/nowhere'));
  expect(towns.nearest(-22.9056, -47.0608)).toBe('Campinas, SP');
});

const towns: fc.Arbitrary<Town> = fc.record({
  name: fc.string({ minLength: 1 }),
  region: fc.constantFrom('SP', 'CE', 'Fiji'),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('[ING-06] what is found is what a search of every town finds, also across the date line', () => {
  fc.assert(
    fc.property(fc.array(towns, { minLength: 1, maxLength: 40 }), towns, (all, place) => {
      const found = townsOf(townsDataFrom(all)).nearest(place.latitude, place.longitude);
      // the tree keeps its places in 32 bits, some metres from what was given
      const far = (town: Town) =>
        distance(place.longitude, place.latitude, Math.fround(town.longitude), Math.fround(town.latitude));
      const nearest = Math.min(...all.map(far));
      if (nearest > 300.1) return found === null;
      if (nearest > 299.9) return true;
      const names = all
        .filter((town) => far(town) < nearest + 0.001)
        .map((town) => `${town.name}, ${town.region}`);
      const prefix = nearest < 2 ? '' : `${Math.round(nearest)} km de `;
      return names.some((name) => found === `${prefix}${name}` || Math.abs(nearest - 2) < 0.001);
    }),
  );
});
