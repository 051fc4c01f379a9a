/** A manifest whose SHA-256 is right, and which says what no backup says. */
import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = {
  ...{ path: 'tables/public.groups.copy.zst', bytes: 1, sha256: 'a'.repeat(64), rows: 1, textBytes: 1 },
  digest: '0'.repeat(32),
  stored: { from: null, to: '2026-01-02T00:00:00.000Z' },
};
const named = { schema: 'public', name: 'groups' };
const table = {
  ...{ ...named, isPartitioned: false, partition: null, columns: [], create: [], foreignKeys: [] },
  files: [file],
};
const sequence = { ...named, owner: null, create: 'CREATE SEQUENCE s', lastValue: '-7', isCalled: true };
const manifest: Omit<Manifest, 'format'> = {
  ...{
    takenAt: '2026-01-02T03:04:05.678Z',
    release: 'test',
    postgres: '18',
    incarnation: '1/2',
    schema: 'public',
  },
  ...{ id: randomUUID(), stored: { before: '2026-01-02T00:00:00.000Z', asOf: '77' }, migrations: [] },
  key: { fingerprint: 'f', file: { bytes: 65, sha256: 'b'.repeat(64) } },
  ...{ tables: [table], sequences: [sequence] },
};

/** What is said of the manifest with other words in it. */
function read(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'manifest.json'), text);
  writeFileSync(join(folder, 'manifest.sha256'), `${hash('sha256', text)}  manifest.json\n`);
  try {
    readManifest(folder);
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

test('[OPS-05] what is written is read', async () => {
  await writeManifest(folder, manifest);
  expect(readManifest(folder)).toEqual({ format: 1, ...manifest });
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual({ format: 1, ...manifest });
  await expect(writeManifest(folder, manifest), 'never over another one').rejects.toThrow('EEXIST');
});

test('[BACK-03] a manifest with anything that no backup writes is refused, and the place in it named', () => {
  const whole = { format: 1, ...manifest };
  expect(read(whole)).toBe('nothing');
  const ofFile = (values: object) => ({ ...whole, tables: [{ ...table, files: [{ ...file, ...values }] }] });
  const ofSequence = (values: object) => ({ ...whole, sequences: [{ ...sequence, ...values }] });
  const wrongs: readonly (readonly [string, unknown])[] = [
    ...['../x', 'tables/../../x', 'tables/a/b', 'tables/', '/tables/x', 'tables/a b', 'other/x'].map(
      (path) => ['tables.0.files.0.path', ofFile({ path })] as const,
    ),
    ['tables.0.files.0.bytes', ofFile({ bytes: -1 })],
    ['tables.0.files.0.bytes', ofFile({ bytes: 1.5 })],
    ['tables.0.files.0.rows', ofFile({ rows: '1' })],
    ['tables.0.files.0.textBytes', ofFile({ textBytes: null })],
    ['tables.0.files.0.sha256', ofFile({ sha256: 'A'.repeat(64) })],
    ['tables.0.files.0.sha256', ofFile({ sha256: 'a'.repeat(63) })],
    ['tables.0.files.0.digest', ofFile({ digest: '0'.repeat(31) })],
    ['tables.0.files.0.stored.to', ofFile({ stored: { from: null, to: "2026'; DROP" } })],
    ['tables.0.files.0.stored.from', ofFile({ stored: { ...file.stored, from: 'yesterday' } })],
    ['sequences.0.lastValue', ofSequence({ lastValue: '1e3' })],
    ['sequences.0.isCalled', ofSequence({ isCalled: 1 })],
    ['stored.before', { ...whole, stored: { ...manifest.stored, before: "x'" } }],
    ['stored.asOf', { ...whole, stored: { ...manifest.stored, asOf: '-1' } }],
    ['id', { ...whole, id: "1' OR true" }],
    ['key.file.sha256', { ...whole, key: { fingerprint: 'f', file: { bytes: 1, sha256: '' } } }],
    ['migrations.0', { ...whole, migrations: [1] }],
    ['tables', { ...whole, tables: undefined }],
  ];
  for (const [place, content] of wrongs) {
    expect(read(content), place).toMatch(
      `BackupRefused: ${join(folder, 'manifest.json')} is not valid: ${place} `,
    );
  }
});
