/** The maps that lie in `DATA_DIR/maps`: PMTiles files, version 3, of vector tiles (TILE-01). */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type MapFile, mostMapBytes } from '@atalaia/contract/server/tile-sources';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';

const unzip = promisify(gunzip);
const ending = '.pmtiles';
const headerBytes = 127;
const mostMetadataBytes = 1024 * 1024;
/** More files are no menu. */
const mostFiles = 50;
/** No way out of the folder. */
const nameForm = /^[\w-]{1,100}$/;

export interface MapRange {
  readonly bytes: Buffer;
  readonly start: number;
  /** Of the whole file. */
  readonly size: number;
  readonly version: string;
}

export interface MapsService {
  /** Those that can be read, by name; of one that cannot, the log says why. */
  list(): Promise<readonly MapFile[]>;
  /**
   * `range`: the header of a request, one range of at most `mostMapBytes`. Throws `not-found` for a file that is not there, and a
   * 400 for no range, several, or one that is too long.
   */
  read(name: string, range: string | undefined): Promise<MapRange>;
}

export function createMapsService({
  folder,
  log,
}: {
  readonly folder: string;
  readonly log: Pick<Logger, 'warn'>;
}): MapsService {
  /** By the name of a file: what was read of it as it was then. */
  const known = new Map<string, { readonly version: string; readonly file: MapFile | undefined }>();

  async function describe(name: string): Promise<MapFile | undefined> {
    const path = join(folder, name + ending);
    const version = versionOf(await stat(path));
    const before = known.get(name);
    if (before?.version === version) return before.file;
    const file = await describeFile(path, name, version).catch((err: unknown) => {
      log.warn({ err, path }, 'a map is left out: it is no PMTiles file of vector tiles');
      return undefined;
    });
    known.set(name, { version, file });
    return file;
  }

  return {
    async list() {
      // nobody has to make the folder
      const entries = await readdir(folder).catch(() => []);
      const names = entries
        .filter((entry) => entry.endsWith(ending))
        .map((entry) => entry.slice(0, -ending.length))
        .filter((name) => nameForm.test(name))
        .toSorted()
        .slice(0, mostFiles);
      const files = await Promise.all(names.map((name) => describe(name).catch(() => undefined)));
      return files.filter((file) => file !== undefined);
    },

    async read(name, range) {
      if (!nameForm.test(name)) throw new AppError('not-found', 'no map is called so');
      const handle = await open(join(folder, name + ending)).catch(() => {
        throw new AppError('not-found', `no map ${name}`);
      });
      try {
        const facts = await handle.stat();
        const { start, length } = rangeOf(range, facts.size);
        const bytes = await readAt(handle, start, length);
        return { bytes, start, size: facts.size, version: versionOf(facts) };
      } finally {
        await handle.close();
      }
    },
  };
}

const versionOf = ({ mtimeMs, size }: { readonly mtimeMs: number; readonly size: number }) =>
  `${Math.round(mtimeMs).toString(36)}-${size.toString(36)}`;

/** RFC 9110, 14.1.2: `bytes=first-last`. */
function rangeOf(header: string | undefined, size: number): { start: number; length: number } {
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  const start = Number(first);
  const end = Math.min(last === '' ? size - 1 : Number(last), size - 1);
  const length = end - start + 1;
  if (first === '' || length < 1 || length > mostMapBytes) {
    const reason = `a map is read in ranges of at most ${mostMapBytes} bytes`;
    throw new AppError('invalid-input', reason, { size });
  }
  return { start, length };
}

async function readAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** PMTiles version 3, section 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
async function describeFile(path: string, name: string, version: string): Promise<MapFile> {
  const handle = await open(path);
  try {
    const header = await readAt(handle, 0, headerBytes);
    if (header.length < headerBytes || header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
      throw new Error('not of PMTiles, version 3');
    if (header[99] !== 1) throw new Error('its tiles are pictures');
    const length = Number(header.readBigUInt64LE(32));
    if (length > mostMetadataBytes) throw new Error('it says too much of itself');
    const packed = await readAt(handle, Number(header.readBigUInt64LE(24)), length);
    const said = await metadataOf(packed, header[97]);
    return {
      name,
      title: textOf(said.name) || name,
      attribution: textOf(said.attribution),
      minZoom: header[100] ?? 0,
      maxZoom: header[101] ?? 0,
      version,
    };
  } finally {
    await handle.close();
  }
}

async function metadataOf(packed: Buffer, compression: number | undefined): Promise<Record<string, unknown>> {
  if (packed.length === 0) return {};
  if (compression !== 1 && compression !== 2) throw new Error('it is packed in a way that is not read here');
  const bytes = compression === 2 ? await unzip(packed, { maxOutputLength: mostMetadataBytes }) : packed;
  const said: unknown = JSON.parse(bytes.toString('utf8'));
  return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
}

/** An attribution is often a link: its words are shown. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, 200);
}
