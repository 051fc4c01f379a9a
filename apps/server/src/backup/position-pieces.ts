/** The files of positions that a backup has before its snapshot is taken: those of an earlier one, and new ones. */
import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { copyTo } from '../platform/db/copy/copy.ts';
import type { Readers } from './connection.ts';
import { type BackedUpTable, type Manifest, tablesFolder } from './manifest.ts';
import {
  changedHours,
  countRows,
  oldestOpen,
  parted,
  type Span,
  spansOf,
  touches,
  uncovered,
  within,
} from './stored-days.ts';
import { columnNames, nameOf, type Table } from './tables/catalog.ts';
import { readFileFacts, type TableFileFacts, writeTableFile } from './tables/table-file.ts';

type BackedUpFile = BackedUpTable['files'][number];

/** Rows of one partition in one file. */
interface Piece extends Span {
  readonly file: BackedUpFile;
  /** Whatever an earlier transaction wrote is in it. */
  readonly asOf: bigint;
}

export interface EarlierBackup {
  readonly folder: string;
  readonly manifest: Pick<Manifest, 'tables' | 'stored'>;
}

export interface PiecesOrder {
  readonly folder: string;
  /** Every row before this server time is in a piece, until `goOn` says a later one; ISO 8601. */
  readonly before: string;
  readonly earlier: EarlierBackup | undefined;
  readonly fileNameOf: (table: Table, part: string) => string;
  readonly rowsEach: number;
  /** Whether a file that is linked is read this time. */
  readonly isTurn: (sha256: string) => boolean;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface PositionPieces {
  /** Every row before this later server time is in a piece. */
  goOn(tables: readonly Table[], later: string): Promise<void>;
  /** Reads again what was written to since it was read; true when nothing was. */
  mend(tables: readonly Table[]): Promise<boolean>;
  /** The files of a partition; undefined where it was not there when they were read. */
  filesOf(table: Table): readonly BackedUpFile[] | undefined;
  /** Whether it is a file of an earlier backup. */
  isTaken(path: string): boolean;
  readonly asOf: bigint;
}

/** A smaller piece that ends within a day is read again with the rest of its day, so that files do not become many. */
const worthKeepingRows = 250_000;
/** In one transaction: while it lasts no version of a row that changes all the time is cleaned away. */
const rowsAtOnce = 10_000;
const dayMs = 86_400_000;

/** Rows of a span, in transactions of their own. */
async function* rowsOf(client: ClientBase, table: Table, span: Span, rows: number): AsyncGenerator<Buffer> {
  const columns = columnNames(table);
  for (const part of parted(span, Math.ceil(rows / rowsAtOnce))) {
    const text = `COPY (SELECT ${columns} FROM ONLY ${nameOf(table)} WHERE ${within(part)}) TO STDOUT`;
    yield* copyTo(client, text);
  }
}

export async function readPieces(
  readers: Readers,
  tables: readonly Table[],
  order: PiecesOrder,
): Promise<PositionPieces> {
  const { folder, earlier, signal, say } = order;
  const client = readers.first;
  let { before } = order;
  const pieces = new Map<string, Piece[]>();
  const taken = new Set<string>();
  const asOf = await oldestOpen(client);
  const changed = earlier?.manifest.stored
    ? await changedHours(client, BigInt(earlier.manifest.stored.asOf))
    : [];

  function read(table: Table, { from, to }: Span, rows?: number): Promise<Piece> {
    const span = { from, to };
    const path = `${tablesFolder}/${order.fileNameOf(table, partOf(span))}`;
    return readers.run(async (reader) => {
      await rm(join(folder, path), { force: true });
      const known = await oldestOpen(reader);
      const pieces = rowsOf(reader, table, span, rows ?? (await countRows(reader, table, span)));
      const facts: TableFileFacts = await writeTableFile(join(folder, path), pieces, signal);
      taken.delete(path);
      return { ...span, asOf: known, file: { path, ...facts, stored: span } };
    }, signal);
  }

  async function take(table: Table, file: SpannedFile, from: string): Promise<Piece> {
    const path = `${tablesFolder}/${order.fileNameOf(table, partOf(file.stored))}`;
    const [source, target] = [join(from, file.path), join(folder, path)];
    try {
      if (order.isTurn(file.sha256)) {
        const found = await readFileFacts(source, signal);
        if (found.sha256 !== file.sha256) throw new Error('its SHA-256 is another');
      }
      await link(source, target).catch(() => copyFile(source, target));
      taken.add(path);
      return { ...file.stored, asOf, file: { ...file, path } };
    } catch (error) {
      signal.throwIfAborted();
      say(`${source} is damaged (${error instanceof Error ? error.message : error}): its rows are read anew`);
      return read(table, file.stored, file.rows);
    }
  }

  for (const table of tables) {
    const { kept, since } = earlier ? keptOf(earlier, table) : { kept: [], since: null };
    const own: Piece[] = [];
    for (const file of kept) {
      const isStale = changed.some((hour) => touches(file.stored, hour));
      own.push(
        isStale ? await read(table, file.stored, file.rows) : await take(table, file, earlier?.folder ?? ''),
      );
    }
    own.push(...(await readFrom(table, since)));
    pieces.set(nameOf(table), own);
    await fillGaps(table, own, changed);
  }

  async function readFrom(table: Table, since: string | null): Promise<Piece[]> {
    const spans = await spansOf(client, table, { since, before, rowsEach: order.rowsEach });
    return Promise.all(spans.map((span) => read(table, span, span.rows)));
  }

  async function fillGaps(table: Table, own: Piece[], hours: typeof changed): Promise<void> {
    for (const hour of hours) {
      for (const gap of uncovered(own, hour, before)) {
        const { rows } = await client.query<{ holds: boolean }>(
          `SELECT EXISTS (SELECT FROM ONLY ${nameOf(table)} WHERE ${within(gap)}) AS holds`,
        );
        if (rows[0]?.holds) own.push(await read(table, gap));
      }
    }
  }

  return {
    asOf,
    async goOn(present, later) {
      const since = before;
      before = later;
      for (const table of present) {
        const own = pieces.get(nameOf(table));
        if (own) own.push(...(await readFrom(table, since)));
      }
    },
    async mend(present) {
      const hours = await changedHours(client, asOf);
      let isUnchanged = true;
      for (const table of present) {
        const own = pieces.get(nameOf(table));
        if (!own) continue;
        for (const [index, piece] of own.entries()) {
          if (!hours.some((hour) => hour.tx >= piece.asOf && touches(piece, hour))) continue;
          isUnchanged = false;
          own[index] = await read(table, piece, piece.file.rows);
        }
        await fillGaps(table, own, hours);
      }
      return isUnchanged;
    },
    filesOf: (table) => pieces.get(nameOf(table))?.map(({ file }) => file),
    isTaken: (path) => taken.has(path),
  };
}

type SpannedFile = BackedUpFile & { readonly stored: Span };

/** The files that need not be read where nobody wrote to them, and from when on (null: from the first row) the rest is. */
function keptOf(
  { manifest }: EarlierBackup,
  table: Table,
): { readonly kept: readonly SpannedFile[]; readonly since: string | null } {
  const then = manifest.tables.find(({ schema, name }) => schema === table.schema && name === table.name);
  if (!then || !manifest.stored || JSON.stringify(then.columns) !== JSON.stringify(table.columns)) {
    return { kept: [], since: null };
  }
  const { before } = manifest.stored;
  const files = then.files
    .flatMap((file) => (file.stored ? [{ ...file, stored: file.stored }] : []))
    .toSorted((one, other) => Date.parse(one.stored.to) - Date.parse(other.stored.to));
  const last = files.at(-1);
  const goesOn = last && last.stored.to === before && Date.parse(before) % dayMs !== 0;
  if (!goesOn || last.rows >= worthKeepingRows) return { kept: files, since: before };
  return { kept: files.slice(0, -1), since: last.stored.from };
}

const partOf = ({ from, to }: Span): string => {
  const word = (instant: string) => instant.replace(/T00:00:00\.000Z$/, '').replaceAll(/[:.]|000Z$/g, '');
  return from === null ? `before-${word(to)}` : `${word(from)}-to-${word(to)}`;
};
