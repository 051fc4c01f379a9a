import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createMapsService } from './maps-service.ts';

const folder = await mkdtemp(join(tmpdir(), 'atalaia-maps-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const warned: unknown[] = [];
const maps = createMapsService({ folder, log: { warn: (...line: unknown[]) => void warned.push(line) } });

/** The head of a PMTiles file and what it says of itself; no tile is in it. */
function mapHead(metadata: object, tileType = 1): Buffer {
  const json = gzipSync(JSON.stringify(metadata));
  const head = Buffer.alloc(127);
  head.write('PMTiles\u0003', 'latin1');
  head.writeBigUInt64LE(127n, 24);
  head.writeBigUInt64LE(BigInt(json.length), 32);
  // gzip, and tiles of zooms 0 to 6
  head.set([2, 2, tileType, 0, 6], 97);
  return Buffer.concat([head, json]);
}

const city = mapHead({ name: 'Ceará', attribution: '<a href="x">&copy; OpenStreetMap</a>' });
await writeFile(join(folder, 'photos.pmtiles'), mapHead({}, 2));
await writeFile(join(folder, 'ceara.pmtiles'), city);
await writeFile(join(folder, 'broken.pmtiles'), 'no map at all');
const foreign = Buffer.from(city);
foreign.write('MBTiles', 'latin1');
await writeFile(join(folder, 'foreign.pmtiles'), foreign);
await writeFile(join(folder, 'notes.txt'), 'x');
await writeFile(join(folder, 'a b.pmtiles'), city);

test('[TILE-01] the files of the folder are listed as they call themselves; what is no map is left out and logged', async () => {
  expect(await maps.list()).toMatchObject([
    { name: 'ceara', title: 'Ceará', attribution: '© OpenStreetMap', minZoom: 0, maxZoom: 6 },
  ]);
  expect(warned).toHaveLength(3);
  const [before] = await maps.list();
  await writeFile(join(folder, 'ceara.pmtiles'), Buffer.concat([city, Buffer.alloc(1)]));
  const [after] = await maps.list();
  expect(after?.version).not.toBe(before?.version);
  await writeFile(join(folder, 'ceara.pmtiles'), city);
  const nowhere = createMapsService({ folder: join(folder, 'none'), log: { warn: () => undefined } });
  expect(await nowhere.list()).toEqual([]);
});

test('[TILE-01] a range is read as it is asked for, also one that ends beyond the file', async () => {
  const part = await maps.read('ceara', 'bytes=0-6');
  expect([part.bytes.toString(), part.start, part.size]).toEqual(['PMTiles', 0, city.length]);
  expect((await maps.read('ceara', `bytes=120-${city.length + 500}`)).bytes).toEqual(city.subarray(120));
});

test('[TILE-01] no range, several, too long a one, and names that lead elsewhere are refused', async () => {
  await writeFile(join(folder, 'large.pmtiles'), Buffer.alloc(5 * 1024 * 1024));
  const refusal = (range?: string, name = 'large') => maps.read(name, range).catch(({ code }) => code);
  for (const range of [
    undefined,
    'bytes=0-',
    'bytes=0-4194304',
    'bytes=0-1,3-4',
    'bytes=9-3',
    'bytes=9999999-',
    'bytes=-5',
  ])
    expect([range, await refusal(range)]).toEqual([range, 'invalid-input']);
  expect((await maps.read('large', 'bytes=0-4194303')).bytes).toHaveLength(4 * 1024 * 1024);
  expect(await refusal('bytes=0-1', 'none')).toBe('not-found');
  // it is there, and lies in no folder of maps
  const inner = createMapsService({ folder: join(folder, 'inner'), log: { warn: () => undefined } });
  expect(await inner.read('../ceara', 'bytes=0-6').catch(({ code }) => code)).toBe('not-found');
  expect(await refusal('bytes=0-1', 'a b')).toBe('not-found');
});
