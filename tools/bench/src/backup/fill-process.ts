/** Fills the cluster of a server that has ended with positions, by the server's own statement. */
import { randomBytes } from 'node:crypto';
import { createNumberBlocks } from '@atalaia/server/src/ingest/writer/number-blocks.ts';
import type { PositionRow } from '@atalaia/server/src/ingest/writer/rows.ts';
import { storeBatch } from '@atalaia/server/src/ingest/writer/store-batch.ts';
import { openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { createRandom, type Random } from '@atalaia/simulator/random';
import { pino } from 'pino';
import { createRawRows } from '../ingest/raw-rows.ts';
import { runInChild } from '../process/run-in-child.ts';

export interface Fill {
  readonly dataDir: string;
  readonly deviceIds: readonly number[];
  readonly positions: number;
  /** Fix time of the first positions, ms since 1970 UTC. */
  readonly firstFixMs: number;
  /** Over how many days up to now they were stored; all of them now without it. */
  readonly storedDays?: number;
}

const positionsPerBatch = 1000;

/** What compresses as real positions do: no two alike, with digests that nothing can be made of. */
function varied(row: PositionRow, random: Random): PositionRow {
  return {
    ...row,
    digest: randomBytes(16).toString('hex'),
    position: {
      ...row.position,
      latitude: random.between(-30, -3),
      longitude: random.between(-60, -36),
      altitude: random.whole(0, 1200),
      speedKnots: random.between(0, 60),
      course: random.whole(0, 359),
    },
    travel: row.travel && { ...row.travel, distanceMetres: random.between(0, 900) },
    attributesJson: row.attributesJson.replace(
      '"sat":10',
      `"sat":${random.whole(4, 14)},"power":${random.whole(110, 145) / 10}`,
    ),
  };
}

const dayMs = 86_400_000;

runInChild<Fill, number>(async ({ dataDir, deviceIds, positions, firstFixMs, storedDays = 0 }) => {
  const nowMs = Date.now();
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  const client = await database.pool.connect();
  const numbers = createNumberBlocks('position_ids');
  // of an earlier fill, and of trackers that sent meanwhile
  const stored = await client.query<{ id: number; version: number }>(
    'SELECT device_id AS id, version::float8 AS version FROM device_state',
  );
  const versions = new Map(stored.rows.map(({ id, version }) => [id, version]));
  const rows = createRawRows(deviceIds, firstFixMs, versions);
  const random = createRandom(1, 'backup');
  let written = 0;
  for (; written < positions; written += positionsPerBatch) {
    await numbers.reserve(client, positionsPerBatch);
    const batch = rows.next(positionsPerBatch, numbers);
    const receivedMs = nowMs - storedDays * dayMs * (1 - written / positions);
    await storeBatch(client, {
      ...batch,
      positions: batch.positions.map((row) => ({ ...varied(row, random), receivedMs })),
    });
  }
  client.release();
  await database.stop();
  return written;
});
