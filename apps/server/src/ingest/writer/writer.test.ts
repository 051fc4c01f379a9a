import type { Pool } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { noRules } from '../rules/rules.ts';
import { defaultThresholds } from '../thresholds.ts';
import { createDeviceStates } from './device-states.ts';
import type { Entry } from './entry.ts';
import { createNumberBlocks } from './number-blocks.ts';
import { storeBatch } from './store-batch.ts';
import { createWriter, type WriterParts } from './writer.ts';

const { pool, drop } = await createTestDatabase();
afterAll(drop);
await pool.query(`INSERT INTO devices (unique_id, name) SELECT i, i FROM generate_series(1, 20) AS i`);

const entry = (id: number): Entry => ({ kind: 'message', device: { id, name: '' }, receivedMs: Date.now() });
const patient = { timeout: 10_000 };

function startWriter(parts: Partial<WriterParts> = {}) {
  const settled: string[] = [];
  const faults: string[] = [];
  const stale: number[][] = [];
  const writer = createWriter({
    pool,
    states: createDeviceStates(),
    positionNumbers: createNumberBlocks('position_ids'),
    eventNumbers: createNumberBlocks('event_ids'),
    rules: () => ({
      rules: noRules,
      settings: { speedLimitKnots: undefined, thresholds: defaultThresholds },
    }),
    isApart: () => false,
    onStale: (devices) => stale.push(devices.map(({ id }) => id)),
    onCommitTime: () => {},
    onCommitted: () => {},
    onSettled: (_entry, settlement) => settled.push(settlement),
    onRejected: () => {},
    onFault: (error) => faults.push(String(error)),
    onAway: async () => false,
    ...parts,
  });
  return { writer, settled, faults, stale };
}

/** What a pool's connections are asked, in order; `before` runs ahead of each statement. */
function counted(before: (name: string) => Promise<unknown> = async () => undefined) {
  const names: string[] = [];
  const connect = async () => {
    const client = await pool.connect();
    return new Proxy(client, {
      get(target, key) {
        if (key !== 'query') return Reflect.get(target, key);
        return async (statement: { name?: string }, ...values: unknown[]) => {
          const name = statement.name ?? '';
          names.push(name);
          await before(name);
          return (target.query as (...all: unknown[]) => unknown)(statement, ...values);
        };
      },
    });
  };
  return { names, pool: { connect } as unknown as Pool };
}

test('what fails behind a commit does not stop a writer', async () => {
  const { writer, settled, faults } = startWriter({
    onSettled() {
      settled.push('thrown');
      throw new Error('gone');
    },
  });
  writer.push(entry(1));
  await vi.waitFor(() => expect(faults).toEqual(['Error: gone']), patient);
  writer.push(entry(1));
  await vi.waitFor(() => expect(faults).toHaveLength(2), patient);
  await vi.waitFor(() => expect(writer.pending).toBe(0), patient);
  await writer.finish(AbortSignal.timeout(5_000));
});

test('[ING-02] what fails among the entries of a batch has those abandoned that were not settled, and no other', async () => {
  const { writer, settled, faults } = startWriter({
    onStale: () => {},
    isApart: (id) => id === 3,
    async onAway() {
      throw new Error('what asks for the way back failed');
    },
    pool: counted(async () => {
      if (settled.length > 0) throw Object.assign(new Error('away'), { code: '57P01' });
    }).pool,
  });
  for (const id of [1, 2, 3]) writer.push(entry(id));
  await vi.waitFor(() => expect(settled).toHaveLength(3), patient);
  expect(settled).toEqual(['committed', 'committed', 'abandoned']);
  expect(faults).toEqual(['Error: what asks for the way back failed']);
  await writer.finish(AbortSignal.timeout(5_000));
});

test('[DESK-03] an alarm does not wait for a batch to fill, neither behind an idle writer nor behind one at work', async () => {
  const { writer, settled } = startWriter({ leastIntervalMs: 3_600_000 });
  const alarm = (id: number): Entry => ({
    ...{ kind: 'position', device: { id, name: '' } as never, protocol: 'osmand', receivedMs: Date.now() },
    ...{ digest: `${id}`.padStart(32, '0'), frame: new Uint8Array(), receipt: { settle: () => undefined } },
    position: {
      ...{ fixTimeMs: 1_700_000_000_000, valid: true, latitude: 1, longitude: 2 },
      attributes: { alarm: 'sos' },
    } as never,
  });
  // an idle writer takes what comes at once
  writer.push(entry(1));
  await vi.waitFor(() => expect(settled).toHaveLength(1), patient);
  writer.push(entry(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(settled).toHaveLength(1);
  writer.push(alarm(3));
  await vi.waitFor(() => expect(settled).toHaveLength(3), patient);
  writer.push(alarm(4));
  // taken by now: what follows comes while it is under way
  await new Promise((resolve) => setImmediate(resolve));
  writer.push(alarm(5));
  await vi.waitFor(() => expect(settled).toHaveLength(5), patient);
  await writer.finish(AbortSignal.timeout(5_000));
});

test('a writer that is given up while it waits for a connection ends, and lets the connection go', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const released = vi.fn();
  const late = {
    async connect() {
      await promise;
      return { on: () => {}, release: released };
    },
  } as unknown as Pool;
  const { writer, settled } = startWriter({ pool: late });
  writer.push(entry(2));
  const giveUp = new AbortController();
  const finished = writer.finish(giveUp.signal);
  await new Promise((done) => setTimeout(done, 50));
  giveUp.abort();
  await finished;
  expect(settled).toEqual(['abandoned']);
  resolve();
  await vi.waitFor(() => expect(released).toHaveBeenCalledWith(true), patient);
});

test('[SCALE-02] a refused batch reads its refused states and is written again: one statement more than where nothing was in memory', async () => {
  const { names, pool: counting } = counted();
  const { writer, settled } = startWriter({ pool: counting });
  const commit = async () => {
    names.length = 0;
    const before = settled.length;
    for (let id = 1; id <= 20; id += 1) writer.push(entry(id));
    await vi.waitFor(() => expect(settled).toHaveLength(before + 20), patient);
    return names.filter((name) => name !== 'ingest-number-blocks');
  };
  const [states, store] = ['ingest-states', 'ingest-store-batch'];
  expect(await commit()).toEqual([states, store]);
  expect(await commit()).toEqual([store]);
  await pool.query('UPDATE device_state SET version = version + 1 WHERE device_id <= 5');
  expect(await commit()).toEqual([store, states, store]);
  await writer.finish(AbortSignal.timeout(5_000));
});

test('[SCALE-02] a batch that another process refuses again and again goes on without the device of the quarrel', async () => {
  let others = 0;
  const { pool: refused } = counted(async (name) => {
    if (name !== 'ingest-store-batch' || others === 2) return;
    await pool.query('UPDATE device_state SET version = version + 1 WHERE device_id = 7');
  });
  await pool.query('INSERT INTO device_state (device_id) VALUES (7) ON CONFLICT DO NOTHING');
  const { writer, settled, stale } = startWriter({
    pool: refused,
    onSettled({ device }, settlement) {
      // the quarrel lasts until the others are committed
      if (device.id !== 7) others += 1;
      settled.push(settlement);
    },
  });
  for (const id of [6, 7, 8]) writer.push(entry(id));
  await vi.waitFor(() => expect(settled).toEqual(['committed', 'committed', 'committed']), patient);
  expect(stale.length).toBeGreaterThan(5);
  await writer.finish(AbortSignal.timeout(5_000));
});

test('[ING-02] a position that is there already is skipped by a statement of its own, which the next batches use too', async () => {
  const { names, pool: counting } = counted();
  const { writer, settled } = startWriter({ pool: counting, leastIntervalMs: 0 });
  const firstMs = Date.now() - 3_600_000;
  await ensurePartitions(pool, firstMs);
  const at = (second: number): Entry => ({
    ...{ kind: 'position', device: { id: 9, name: '' } as never, protocol: 'osmand', receivedMs: Date.now() },
    ...{
      digest: `${second}`.padStart(32, '9'),
      frame: new Uint8Array(),
      receipt: { settle: () => undefined },
    },
    position: {
      ...{ fixTimeMs: firstMs + second * 1000, valid: true, latitude: 1, longitude: 2 },
      attributes: {},
    } as never,
  });
  const commit = async (second: number) => {
    names.length = 0;
    const before = settled.length;
    writer.push(at(second));
    await vi.waitFor(() => expect(settled).toHaveLength(before + 1), { ...patient, interval: 1 });
    return names.filter((name) => name.startsWith('ingest-store'));
  };
  const [store, skip] = ['ingest-store-batch', 'ingest-store-repeats'];
  expect(await commit(100)).toEqual([store]);
  expect(await commit(50)).toEqual([store]);
  expect(await commit(50)).toEqual([store, skip]);
  for (let batch = 0; batch < 50; batch += 1) expect(await commit(200 + batch)).toEqual([skip]);
  expect(await commit(300)).toEqual([store]);
  // again: PostgreSQL's log has a line of each, so there are twice as many, and one fewer for what was new meanwhile
  expect(await commit(50)).toEqual([store, skip]);
  for (let batch = 0; batch < 99; batch += 1) expect(await commit(50)).toEqual([skip]);
  expect(await commit(301)).toEqual([store]);
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM positions WHERE device_id = 9');
  expect(rows).toEqual([{ count: 54 }]);
  expect(new Set(settled)).toEqual(new Set(['committed']));
  await writer.finish(AbortSignal.timeout(5_000));
});

test('[ING-02] a batch that is refused for anything else is not written a second time as if it held what is there', async () => {
  const names: (string | undefined)[] = [];
  const refusing = {
    query: async ({ name }: { name?: string }) => {
      names.push(name);
      throw Object.assign(new Error('no space left'), { code: '53100' });
    },
  };
  const empty = { positions: [], odd: [], states: [], events: [], answered: [], effective: [] };
  await expect(storeBatch(refusing as never, empty)).rejects.toThrow('no space left');
  expect(names).toEqual(['ingest-store-batch']);
});
