/**
 * The nearest town of a place. Every town of the GeoNames data is in a few shared buffers, 9 MB in all, so that a
 * worker thread that makes a report looks towns up in the same memory.
 */
import { crc32 } from 'node:zlib';
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { LRUCache } from 'lru-cache';
import { prepositionOf } from './regions.ts';

/** Plain memory, made by `townsDataFrom`; it may be handed to a worker thread as it is. */
export interface TownsData {
  /** A kd-tree over longitude and latitude, in degrees, of the `kdbush` package. */
  readonly tree: SharedArrayBuffer;
  /** `Campinas, SP` of every town, one after the other, UTF-8. */
  readonly names: SharedArrayBuffer;
  /** Where the name of each town ends; it begins where the one before ends. */
  readonly nameEnds: SharedArrayBuffer;
}

/** A town as the data names it; degrees. */
export interface Town {
  readonly name: string;
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Towns {
  /**
   * `Campinas, SP` within 2 km of its middle, else `12 km de Campinas, SP` or `12 km do Recife, PE`, by the great circle; null where no town lies
   * within 300 km, and for degrees that are none.
   */
  nearest(latitude: number, longitude: number): string | null;
}

/** Nearer than this a place counts as in the town, km. */
const insideKm = 2;

/** A town farther away says nothing of a place, km. */
const farthestKm = 300;

export function townsDataFrom(towns: readonly Town[]): TownsData {
  const tree = new KDBush(towns.length, 64, Float32Array, SharedArrayBuffer);
  const nameEnds = new Uint32Array(new SharedArrayBuffer(towns.length * Uint32Array.BYTES_PER_ELEMENT));
  const texts: Buffer[] = [];
  let end = 0;
  for (const [index, { name, region, latitude, longitude }] of towns.entries()) {
    tree.add(longitude, latitude);
    const text = Buffer.from(`${name}, ${region}`);
    texts.push(text);
    end += text.length;
    nameEnds[index] = end;
  }
  tree.finish();
  const names = new SharedArrayBuffer(end);
  new Uint8Array(names).set(Buffer.concat(texts));
  if (!(tree.data instanceof SharedArrayBuffer)) throw new Error('the tree was asked for in shared memory');
  return { tree: tree.data, names, nameEnds: nameEnds.buffer };
}

/** In the order in which a file holds them. */
const bufferNames = ['tree', 'names', 'nameEnds'] as const;
const headerBytes = 4 * (1 + bufferNames.length);

/** The buffers one after the other, behind their checksum and their lengths. */
export function packTowns(data: TownsData): Buffer {
  const buffers = bufferNames.map((name) => Buffer.from(data[name]));
  const header = Buffer.alloc(headerBytes);
  for (const [index, { length }] of buffers.entries()) header.writeUInt32LE(length, 4 + 4 * index);
  const file = Buffer.concat([header, ...buffers]);
  file.writeUInt32LE(crc32(file.subarray(4)));
  return file;
}

/** Undefined where the file is not as `packTowns` made it. */
export function unpackTowns(file: Buffer): TownsData | undefined {
  if (file.length < headerBytes || file.readUInt32LE() !== crc32(file.subarray(4))) return undefined;
  const lengths = bufferNames.map((_, index) => file.readUInt32LE(4 + 4 * index));
  if (lengths.reduce((sum, length) => sum + length, headerBytes) !== file.length) return undefined;
  let end = headerBytes;
  const [tree, names, nameEnds] = lengths.map((length) => {
    const begin = end;
    end += length;
    const shared = new SharedArrayBuffer(end - begin);
    new Uint8Array(shared).set(file.subarray(begin, end));
    return shared;
  });
  return tree && names && nameEnds && ofOneKind({ tree, names, nameEnds });
}

/** Undefined where nothing can be looked up in them: the tree is of another `kdbush`, or not of these names. */
function ofOneKind(data: TownsData): TownsData | undefined {
  try {
    const ends = new Uint32Array(data.nameEnds);
    const isWhole = KDBush.from(data.tree).numItems === ends.length && ends.at(-1) === data.names.byteLength;
    return isWhole ? data : undefined;
  } catch {
    return undefined;
  }
}

export function townsOf(data: TownsData): Towns {
  const tree = KDBush.from(data.tree);
  const names = Buffer.from(data.names);
  const ends = new Uint32Array(data.nameEnds);
  const places = placesOf(tree);
  return {
    nearest(latitude, longitude) {
      if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
      const [town] = around(tree, longitude, latitude, 1, farthestKm);
      if (town === undefined) return null;
      const name = names.toString('utf8', town === 0 ? 0 : ends[town - 1], ends[town]);
      const [townLongitude = 0, townLatitude = 0] = places.subarray(2 * town, 2 * town + 2);
      const km = distance(longitude, latitude, townLongitude, townLatitude);
      return km < insideKm ? name : `${Math.round(km)} km ${prepositionOf(name)} ${name}`;
    },
  };
}

/** Cells that are kept, of 0.001° by 0.001°, some 110 m: a fleet that stands or drives to and fro is in few. */
const mostCells = 50_000;

/**
 * The same towns, each cell of 0.001° looked up once, at its middle: so a place is told the same wherever it is read. What
 * was at 0, 0 never was anywhere: null.
 */
export function townsByCell({ nearest }: Towns): Towns {
  const cells = new LRUCache<number, string>({ max: mostCells });
  return {
    nearest(latitude, longitude) {
      if (latitude === 0 && longitude === 0) return null;
      const [row, column] = [Math.round(latitude * 1000), Math.round(longitude * 1000)];
      const cell = row * 1_000_000 + column;
      if (Number.isNaN(cell)) return null;
      let town = cells.get(cell);
      if (town === undefined) {
        town = nearest(row / 1000, column / 1000) ?? '';
        cells.set(cell, town);
      }
      return town === '' ? null : town;
    },
  };
}

/** A place without an address, in a position, alarm or vehicle as PostgreSQL and ingest write it: numbers and ignition alone stand between. */
const placeWithoutAddress =
  /"latitude":(-?[\d.]+(?:e-?\d+)?),"longitude":(-?[\d.]+(?:e-?\d+)?)(?:,"(?:altitude|speed|course|accuracy|ignition)":(?:-?[\d.]+(?:e-?\d+)?|null|true|false))*,"address":null/g;

/** JSON text in which what has a place and no address has the nearest town. */
export function withTowns(json: string, { nearest }: Pick<Towns, 'nearest'>): string {
  // most texts have none, and are not searched
  if (!json.includes('"address":null')) return json;
  return json.replace(placeWithoutAddress, (whole, latitude: string, longitude: string) => {
    const town = nearest(Number(latitude), Number(longitude));
    return town === null ? whole : `${whole.slice(0, -'null'.length)}${JSON.stringify(town)}`;
  });
}

/** The places by town: the tree keeps them in an order of its own. */
function placesOf(tree: KDBush): Float32Array {
  const places = new Float32Array(tree.coords.length);
  for (const [at, town] of tree.ids.entries()) {
    places[2 * town] = tree.coords[2 * at] ?? 0;
    places[2 * town + 1] = tree.coords[2 * at + 1] ?? 0;
  }
  return places;
}
