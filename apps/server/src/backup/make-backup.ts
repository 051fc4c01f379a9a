import { hash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { BackupRefused } from '../errors/backup-errors.ts';
import { copyTo } from '../platform/db/copy.ts';
import { connect } from './connection.ts';
import { fingerprintOf, refuseOtherKey } from './key.ts';
import { keyName, type Manifest, tablesFolder, writeManifest } from './manifest.ts';
import { beginDraft, removeLeftDrafts, syncFolder } from './place.ts';
import { inWords, takeSnapshot } from './snapshot.ts';
import { copyColumns, nameOf, type Sequence, type Table, wordOf } from './tables/catalog.ts';
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
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface BackupDone {
  readonly folder: string;
  readonly manifest: Omit<Manifest, 'format'>;
}

/**
 * Writes a backup of everything that the database holds at one instant into a new folder below `place`, reads every
 * file back, and gives the folder its name last. Whatever goes wrong before leaves nothing, and earlier backups as they
 * are.
 */
export async function makeBackup(order: BackupOrder): Promise<BackupDone> {
  const { place, say, signal } = order;
  for (const left of removeLeftDrafts(place)) say(`Removed what a backup left that was cut off: ${left}`);
  const draft = beginDraft(place);
  try {
    const manifest = await write(order, draft.folder);
    say('Reading every file back');
    await readBack(draft.folder, manifest, signal);
    return { folder: await draft.finish(manifest.takenAt), manifest };
  } catch (error) {
    draft.discard();
    throw inWords(error);
  }
}

async function write(order: BackupOrder, folder: string): Promise<Omit<Manifest, 'format'>> {
  const { connectionString, key, withKey, opens, release, say, signal } = order;
  const client = await connect(connectionString);
  try {
    const { tables: found, sequences: foundSequences, ...snapshot } = await takeSnapshot(client);
    if (withKey && snapshot.migrations.length > 0) await refuseOtherKey(client, opens);
    say(`Backing up ${found.length} tables as they are at ${snapshot.takenAt}`);
    mkdirSync(join(folder, tablesFolder), { mode: 0o700 });
    const tables: Manifest['tables'] = [];
    for (const table of found) {
      signal.throwIfAborted();
      tables.push(await writeTable(client, table, folder, order));
    }
    // read last: a running server takes numbers ahead, beyond those of any row in the snapshot
    const sequences = await readSequences(client, foundSequences);
    await client.query('COMMIT');
    const manifest = {
      ...snapshot,
      migrations: [...snapshot.migrations],
      release,
      key: { fingerprint: fingerprintOf(key), file: withKey ? await writeKey(key, folder, signal) : null },
      tables,
      sequences,
    };
    await writeManifest(folder, manifest);
    await syncFolder(join(folder, tablesFolder));
    return manifest;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How often the progress in a large table is shown. */
const reportEveryMs = 10_000;

async function writeTable(
  client: ClientBase,
  table: Table,
  folder: string,
  { say, signal }: Pick<BackupOrder, 'say' | 'signal'>,
): Promise<Manifest['tables'][number]> {
  const described = {
    ...table,
    columns: [...table.columns],
    create: [...table.create],
    foreignKeys: [...table.foreignKeys],
  };
  if (table.isPartitioned) return { ...described, files: [] };
  const path = `${tablesFolder}/${fileNameOf(table)}`;
  const rows = copyTo(client, `COPY ${nameOf(table)}${copyColumns(table)} TO STDOUT`);
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
function fileNameOf({ schema, name }: Table): string {
  const plain = /^[a-z0-9_]{1,63}$/;
  const whole = `${schema}.${name}`;
  if (plain.test(schema) && plain.test(name)) return `${whole}.copy.zst`;
  return `${whole.replaceAll(/[^a-z0-9_]/g, '-').slice(0, 80)}-${hash('sha256', whole).slice(0, 16)}.copy.zst`;
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

async function readBack(
  folder: string,
  { tables }: Pick<Manifest, 'tables'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { path, ...written } of tables.flatMap(({ files }) => files)) {
    const faulty = (reason: string) =>
      new BackupRefused(
        `${path} does not read as it was written (${reason}): the disk of ${folder} is faulty`,
      );
    const read = await readTableFile(join(folder, path), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw faulty(error instanceof Error ? error.message : String(error));
    });
    const differs = Object.entries(read).some(
      ([fact, value]) => written[fact as keyof typeof read] !== value,
    );
    if (differs) throw faulty('other bytes');
  }
}
