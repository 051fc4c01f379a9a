import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { copyFrom, copyTo } from './copy.ts';

const database = await createTestDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE copied (id int PRIMARY KEY, said text)');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const megabyte = 1_000_000;

/** What came over the wire so far. */
function received(): number {
  const { connection } = client as unknown as { connection: { stream: { bytesRead: number } } };
  return connection.stream.bytesRead;
}

test('rows are read no faster than they are used, and come whole in the end', async () => {
  const before = received();
  const rows = copyTo(
    client,
    `COPY (SELECT n, repeat('x', 1000) FROM generate_series(1, 50000) n) TO STDOUT`,
  );
  const pieces = rows[Symbol.asyncIterator]();
  const first = await pieces.next();
  await sleep(300);
  expect(received() - before).toBeLessThan(5 * megabyte);
  let text = String(first.value);
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) text += next.value;
  const lines = text.split('\n');
  expect(lines).toHaveLength(50_001);
  expect(lines.every((line, index) => line === '' || line === `${index + 1}\t${'x'.repeat(1000)}`)).toBe(
    true,
  );
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a row larger than a piece comes whole', async () => {
  let text = '';
  for await (const piece of copyTo(client, `COPY (SELECT repeat('y', 3000000)) TO STDOUT`)) text += piece;
  expect(text).toBe(`${'y'.repeat(3_000_000)}\n`);
});

test('rows that are sent are stored once the stream has finished', async () => {
  const sent = function* () {
    for (let id = 1; id <= 100_000; id += 1) yield Buffer.from(`${id}\t${'z'.repeat(50)}\n`);
  };
  await pipeline(Readable.from(sent()), copyFrom(client, 'COPY copied FROM STDIN'));
  const { rows } = await client.query(
    'SELECT count(*)::int AS stored, sum(length(said))::int AS sent FROM copied',
  );
  expect(rows).toEqual([{ stored: 100_000, sent: 5_000_000 }]);
});

test('what the server refuses is thrown, and the connection goes on', async () => {
  const refused = pipeline(
    Readable.from([Buffer.from('1\tagain\n')]),
    copyFrom(client, 'COPY copied FROM STDIN'),
  );
  await expect(refused).rejects.toThrow('duplicate key');
  await expect(
    pipeline(Readable.from([Buffer.from('1\n')]), copyFrom(client, 'COPY nowhere FROM STDIN')),
  ).rejects.toThrow('"nowhere" does not exist');
  await expect(async () => {
    for await (const piece of copyTo(client, 'COPY nowhere TO STDOUT')) expect(piece).toBeUndefined();
  }).rejects.toThrow('"nowhere" does not exist');
  expect((await client.query('SELECT count(*)::int AS stored FROM copied')).rows).toEqual([
    { stored: 100_000 },
  ]);
});

test('a source that fails takes back what it sent, and the connection goes on', async () => {
  const failing = async function* () {
    yield Buffer.from('200001\thalf\n');
    await sleep(50);
    throw new Error('the disk is gone');
  };
  const sending = pipeline(Readable.from(failing()), copyFrom(client, 'COPY copied FROM STDIN'));
  await expect(sending).rejects.toThrow('the disk is gone');
  expect((await client.query('SELECT max(id) AS highest FROM copied')).rows).toEqual([{ highest: 100_000 }]);
});

test('who stops reading before the end gives the connection up', async () => {
  const rows = copyTo(client, `COPY (SELECT repeat('x', 1000) FROM generate_series(1, 50000)) TO STDOUT`);
  const failing = new Writable({ write: (_piece, _encoding, done) => done(new Error('no space left')) });
  await expect(pipeline(rows, failing)).rejects.toThrow('no space left');
  await expect(client.query('SELECT 1')).rejects.toThrow();
});
