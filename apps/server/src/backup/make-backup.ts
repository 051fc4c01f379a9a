import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { BackupRefused, BackupUnnoted } from '../errors/backup-errors.ts';
import { noteBackup } from '../platform/db/backup-marks.ts';
import { retryWhileAway } from '../platform/db/connection/retry-while-away.ts';
import { copyTo } from '../platform/db/copy/copy.ts';
import { createLimiter } from '../platform/limiter/limiter.ts';
import { connectReaders, type Readers } from './connection.ts';
import { fingerprintOf, refuseOtherKey } from './key.ts';
import { keyName, type Manifest, tablesFolder, writeManifest } from './manifest.ts';
import { beginDraft, removeLeftDrafts, syncFolder } from './place.ts';
import { type PositionPieces, readPieces } from './position-pieces.ts';
import { beginRun, earlierBackup, type Run } from './runs.ts';
import { inWords, migrationsOf, takeSnapshot } from './snapshot.ts';
import { moveHorizon } from './stored-days.ts';
import {
  columnNames,
  copyColumns,
  listTables,
  nameOf,
  type Sequence,
  type Table,
  wordOf,
} from './tables/catalog.ts';
import { readFileFacts, readTableFile, writeTableFile } from './tables/table-file.ts';

export interface BackupOrder {
  readonly connectionString: string;
  readonly place: string;
  /** The key that opens stored secrets. */
  readonly key: Buffer;
  readonly withKey: boolean;
  /** Whether the key opens a stored secret. */
  readonly opens: (sealed: string) => boolean;
  readonly release: string;
  /** Made by the clock, not by a person. */
  readonly byClock?: boolean;
  /** In one file of positions, where they can be parted by the time at which they were stored. */
  readonly rowsEach?: number;
  /** Whether a linked file is read this time, by its SHA-256; each within a week unless this says otherwise. */
  readonly isTurn?: (sha256: string) => boolean;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface BackupDone {
  readonly folder: string;
  readonly manifest: Omit<Manifest, 'format'>;
  /** Bytes of the files that were not taken from an earlier backup. */
  readonly newBytes: number;
}

/** Of a busy day there are several files: what was written to is read again by files. */
const rowsOfPiece = 250_000;

/**
 * Writes a backup of everything that the database holds at one instant into a new folder below `place`, reads every
 * new file back, and gives the folder its name last. Files of positions that nobody wrote to since an earlier backup of
 * that place are linked. Whatever goes wrong before leaves nothing, and earlier backups as they are.
 */
export async function makeBackup(order: BackupOrder): Promise<BackupDone> {
  const { place, say, signal } = order;
  for (const left of removeLeftDrafts(place)) say(`Removed what a backup left that was cut off: ${left}`);
  const draft = beginDraft(place);
  const run = beginRun(order);
  try {
    const { manifest, isNew } = await write(order, draft.folder, run);
    say('Reading every file back');
    await readBack(draft.folder, manifest, isNew, signal);
    const folder = await draft.finish(manifest.takenAt, (whole) => noteName(run, whole, signal));
    const bytes = (files: readonly { readonly bytes: number }[]) =>
      files.reduce((sum, file) => sum + file.bytes, 0);
    const files = manifest.tables.flatMap((table) => table.files);
    const newBytes = bytes(files.filter(({ path }) => isNew(path)));
    await run.done({ folder, manifest, bytes: bytes(files), newBytes }).catch((error: Error) => {
      throw new BackupUnnoted(folder, error);
    });
    return { folder, manifest, newBytes };
  } catch (error) {
    draft.discard();
    const reason = inWords(error);
    await run.failed(signal.aborted && !(error instanceof BackupUnnoted) ? signal.reason : reason);
    throw reason;
  }
}

/** So long the database may be away, as when another server takes over. */
const notePatienceMs = 120_000;

/** What was read back whole is kept where it cannot be noted; whether it can be, its last note says. */
async function noteName(run: Run, folder: string, signal: AbortSignal): Promise<void> {
  await retryWhileAway(() => run.finishing(folder), { signal, forMs: notePatienceMs }).catch((error) => {
    if (signal.aborted) throw error;
  });
}

type Written = { readonly manifest: Omit<Manifest, 'format'>; readonly isNew: (path: string) => boolean };

async function write(order: BackupOrder, folder: string, run: Run): Promise<Written> {
  const { connectionString, key, withKey, opens, release, say, signal } = order;
  const readers = await connectReaders(connectionString, signal);
  const client = readers.first;
  try {
    mkdirSync(join(folder, tablesFolder), { mode: 0o700 });
    await noteBackup(client);
    const first = await moveHorizon(client, signal);
    if (first !== undefined) await run.begin(client);
    const migrations = await migrationsOf(client);
    const pieces = first === undefined ? undefined : await readPositions(readers, folder, first, order);
    const before = pieces && ((await goOn(client, pieces, signal)) ?? first);
    const { tables: found, sequences: foundSequences, ...snapshot } = await takeSnapshot(client);
    if (snapshot.migrations.join() !== migrations.join()) {
      throw new BackupRefused('another release was started meanwhile: make the backup again');
    }
    if (withKey && snapshot.migrations.length > 0) await refuseOtherKey(client, opens);
    await readers.shareSnapshot();
    say(`Backing up ${found.length} tables as they are at ${snapshot.takenAt}`);
    await pieces?.mend(found);
    const tables = await Promise.all(
      found.map((table) =>
        readers.run(async (reader) => {
          const earlier = pieces?.filesOf(table) ?? [];
          const rest =
            before !== undefined && pieces?.filesOf(table) ? `server_time >= '${before}'` : undefined;
          const { files, ...described } = await writeTable(reader, table, folder, { ...order, rest });
          return { ...described, files: [...earlier, ...files] };
        }, signal),
      ),
    );
    // read last: a running server takes numbers ahead, beyond those of any row in the snapshot
    const sequences = await readSequences(client, foundSequences);
    await client.query('COMMIT');
    const manifest = {
      ...snapshot,
      migrations: [...snapshot.migrations],
      release,
      id: run.id,
      ...(before !== undefined && pieces && { stored: { before, asOf: String(pieces.asOf) } }),
      key: { fingerprint: fingerprintOf(key), file: withKey ? await writeKey(key, folder, signal) : null },
      tables,
      sequences,
    };
    removeOthers(folder, manifest);
    await writeManifest(folder, manifest);
    await syncFolder(join(folder, tablesFolder));
    const isNew = (path: string) => pieces?.isTaken(path) !== true;
    return { manifest, isNew };
  } finally {
    await readers.end();
  }
}

const week = 7;
/** A disk forgets too. */
const isTurnOfDay = (sha256: string) =>
  Number.parseInt(sha256.slice(0, 6), 16) % week === Math.floor(Date.now() / 86_400_000) % week;

/** Rounds in which positions that were written to meanwhile are read again; what is left then is read in the snapshot. */
const mostRounds = 3;

async function readPositions(
  readers: Readers,
  folder: string,
  before: string,
  order: BackupOrder,
): Promise<PositionPieces> {
  const client = readers.first;
  const earlier = await earlierBackup(client, order.place);
  order.say(
    earlier
      ? `Positions stored before ${before}: what is as it was is taken from ${earlier.folder}`
      : `Positions stored before ${before}`,
  );
  const pieces = await readPieces(readers, await partitionsOf(client), {
    ...{ folder, before, earlier, fileNameOf, say: order.say, signal: order.signal },
    rowsEach: order.rowsEach ?? rowsOfPiece,
    isTurn: order.isTurn ?? isTurnOfDay,
  });
  return pieces;
}

const partitionsOf = async (client: ClientBase) =>
  (await listTables(client)).filter(
    ({ partition, isPartitioned }) => partition?.of.name === 'positions' && !isPartitioned,
  );

/**
 * What was stored while the rest was read is read in pieces too, so that the snapshot has less than a minute of positions and
 * lasts for seconds. Returns before which server time all rows are in pieces; undefined: they are those of before.
 */
async function goOn(
  client: ClientBase,
  pieces: PositionPieces,
  signal: AbortSignal,
): Promise<string | undefined> {
  const later = await moveHorizon(client, signal);
  if (later !== undefined) await pieces.goOn(await partitionsOf(client), later);
  for (let round = 1; round < mostRounds; round += 1) {
    if (await pieces.mend(await partitionsOf(client))) break;
  }
  return later;
}

/** Of partitions that were dropped meanwhile. */
function removeOthers(folder: string, { tables }: Pick<Manifest, 'tables'>): void {
  const own = new Set(tables.flatMap(({ files }) => files).map(({ path }) => path));
  for (const name of readdirSync(join(folder, tablesFolder))) {
    if (!own.has(`${tablesFolder}/${name}`)) rmSync(join(folder, tablesFolder, name));
  }
}

/** How often the progress in a large table is shown. */
const reportEveryMs = 10_000;

async function writeTable(
  client: ClientBase,
  table: Table,
  folder: string,
  { say, signal, rest }: Pick<BackupOrder, 'say' | 'signal'> & { readonly rest: string | undefined },
): Promise<Manifest['tables'][number]> {
  const described = {
    ...table,
    columns: [...table.columns],
    create: [...table.create],
    foreignKeys: [...table.foreignKeys],
  };
  if (table.isPartitioned) return { ...described, files: [] };
  const path = `${tablesFolder}/${fileNameOf(table)}`;
  const rows = copyTo(
    client,
    rest === undefined
      ? `COPY ${nameOf(table)}${copyColumns(table)} TO STDOUT`
      : `COPY (SELECT ${columnNames(table)} FROM ONLY ${nameOf(table)} WHERE ${rest}) TO STDOUT`,
  );
  const telling = setInterval(() => {
    const { size } = statSync(join(folder, path));
    say(`  ${wordOf(table)}: ${Math.round(size / 1e6)} MB so far`);
  }, reportEveryMs);
  try {
    const facts = await writeTableFile(join(folder, path), rows, signal);
    return { ...described, files: [{ path, ...facts }] };
  } finally {
    clearInterval(telling);
  }
}

/** The table's name where that is one for any file system; else with a number, so that it is unique. */
function fileNameOf({ schema, name }: Table, part = ''): string {
  const plain = /^[a-z0-9_]{1,63}$/;
  const whole = `${schema}.${name}`;
  const end = `${part && `.${part}`}.copy.zst`;
  if (plain.test(schema) && plain.test(name)) return `${whole}${end}`;
  return `${whole.replaceAll(/[^a-z0-9_]/g, '-').slice(0, 80)}-${hash('sha256', whole).slice(0, 16)}${end}`;
}

async function readSequences(
  client: ClientBase,
  sequences: readonly Sequence[],
): Promise<Manifest['sequences']> {
  const values: Manifest['sequences'] = [];
  for (const sequence of sequences) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${nameOf(sequence)}`,
    );
    if (rows[0]) values.push({ ...sequence, ...rows[0] });
  }
  return values;
}

async function writeKey(key: Buffer, folder: string, signal: AbortSignal) {
  const path = join(folder, keyName);
  await writeFile(path, `${key.toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return readFileFacts(path, signal);
}

const readAtOnce = 2;

async function readBack(
  folder: string,
  { tables }: Pick<Manifest, 'tables'>,
  isNew: (path: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const limiter = createLimiter(readAtOnce);
  const check = async ({ path, stored, ...written }: (typeof files)[number]) => {
    const faulty = (reason: string) =>
      new BackupRefused(
        `${path} does not read as it was written (${reason}): the disk of ${folder} is faulty`,
      );
    const read = await readTableFile(join(folder, path), signal).catch((error: unknown) => {
      throw faulty(error instanceof Error ? error.message : String(error));
    });
    const differs = Object.entries(read).some(
      ([fact, value]) => written[fact as keyof typeof read] !== value,
    );
    if (differs) throw faulty('other bytes');
  };
  const files = tables.flatMap((table) => table.files).filter(({ path }) => isNew(path));
  await Promise.all(files.map((file) => limiter.run(() => check(file), signal)));
}
