/**
 * What a backup holds, in `manifest.json`, and that file's own SHA-256 in `manifest.sha256` (as `sha256sum -c` reads it).
 * `format` rises when an older release could misread it. A table may have several files, each with its own facts: a
 * partition of positions has one for each stored day, some of them the files of an earlier backup.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupRefused } from '../errors/backup-errors.ts';

export const manifestName = 'manifest.json';
export const manifestDigestName = 'manifest.sha256';
/** Of the file with the key that opens stored secrets. */
export const keyName = 'secret-key';
/** The folder of the tables' files. */
export const tablesFolder = 'tables';

const currentFormat = 1;

const tableNameSchema = z.object({ schema: z.string(), name: z.string() });
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.int().min(0);

const fileSchema = z.object({
  /** Below the backup's folder, with `/` between. */
  path: z.string().regex(/^tables\/[\w.-]+$/),
  bytes: countSchema,
  sha256: sha256Schema,
  rows: countSchema,
  textBytes: countSchema,
  digest: z.string().regex(/^[0-9a-f]{32}$/),
  /** All rows of these server times, from one (null: the first) to before another, where it holds nothing else. */
  stored: z.object({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }).optional(),
});

const tableSchema = tableNameSchema.extend({
  isPartitioned: z.boolean(),
  partition: z.object({ of: tableNameSchema, bound: z.string() }).nullable(),
  columns: z.array(z.object({ name: z.string(), definition: z.string() })),
  create: z.array(z.string()),
  foreignKeys: z.array(z.object({ name: z.string(), definition: z.string() })),
  files: z.array(fileSchema),
});

const sequenceSchema = tableNameSchema.extend({
  owner: tableNameSchema.extend({ column: z.string(), isIdentity: z.boolean() }).nullable(),
  create: z.string(),
  lastValue: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
});

const manifestSchema = z.object({
  format: z.literal(currentFormat),
  /** The instant of its snapshot, ISO 8601: everything committed before is in it, nothing committed after. */
  takenAt: z.string(),
  /** Of the server that made it. */
  release: z.string(),
  postgres: z.string(),
  /** Of this backup, by which the database knows it. */
  id: z.uuid().optional(),
  /** Positions stored before this are in files by their time; what transactions before `asOf` wrote is in those. */
  stored: z.object({ before: z.iso.datetime(), asOf: z.string().regex(/^\d+$/) }).optional(),
  /** The cluster and database it was taken from: what is restored has another one. */
  incarnation: z.string(),
  /** The schema that names without one mean. */
  schema: z.string(),
  /** Those that had run, in order. */
  migrations: z.array(z.string()),
  key: z.object({
    /** Verifies a key without containing it. */
    fingerprint: z.string(),
    /** Absent when it was left out. */
    file: z.object({ bytes: countSchema, sha256: sha256Schema }).nullable(),
  }),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackedUpTable = Manifest['tables'][number];
export type BackedUpSequence = Manifest['sequences'][number];

export const rowsIn = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.flatMap(({ files }) => files).reduce((sum, { rows }) => sum + rows, 0);

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: currentFormat, ...manifest }, null, 2)}\n`;
  const options = { flag: 'wx', mode: 0o600, flush: true } as const;
  await writeFile(join(folder, manifestName), text, options);
  await writeFile(join(folder, manifestDigestName), `${sha256Of(text)}  ${manifestName}\n`, options);
}

/** Throws `BackupRefused` with what is wrong with either file. */
export function readManifest(folder: string): Manifest {
  const bytes = read(folder, manifestName);
  const stated = read(folder, manifestDigestName).toString('utf8');
  if (stated !== `${sha256Of(bytes)}  ${manifestName}\n`) {
    throw new BackupRefused(
      `${join(folder, manifestName)} is damaged or was changed: ${manifestDigestName} says otherwise`,
    );
  }
  const content: unknown = JSON.parse(bytes.toString('utf8'));
  const { format } = z.object({ format: z.unknown() }).parse(content);
  if (format !== currentFormat) {
    throw new BackupRefused(
      `${folder} has the format ${format}, and this release reads ${currentFormat}: restore it with the release that made it`,
    );
  }
  const parsed = manifestSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupRefused(
    `${join(folder, manifestName)} is not valid: ${issue?.path.join('.')} ${issue?.message}`,
  );
}

function read(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name));
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'is missing' : String(error);
    throw new BackupRefused(`${join(folder, name)} ${reason}: the backup is not whole`);
  }
}

const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
