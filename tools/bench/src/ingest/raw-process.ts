/**
 * What the database takes at best: the server's own statement (positions with ON CONFLICT, state rows, no events), over
 * as many connections as the server has writers, many positions each time, with nothing decoded and nobody to
 * answer. It opens the server's own cluster, which must not be open elsewhere.
 */

import { createNumberBlocks } from '@atalaia/server/src/ingest/writer/number-blocks.ts';
import { storeBatch } from '@atalaia/server/src/ingest/writer/store-batch.ts';
import { openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { pino } from 'pino';
import { runInChild } from '../process/run-in-child.ts';
import { createRawRows } from './raw-rows.ts';

export interface RawInserts {
  readonly dataDir: string;
  readonly writers: number;
  readonly deviceIds: readonly number[];
  /** Fix time of the first positions, ms since 1970 UTC. */
  readonly firstFixMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Of each device at a time: 1, as when each waits for its answer; absent: what makes a thousand positions. */
  readonly ofEachDevice?: number;
}

export interface RawResult {
  readonly positionsPerSecond: readonly number[];
  /** Positions written, in the warm-up too. */
  readonly written: number;
}

const positionsPerBatch = 1000;

runInChild<RawInserts, RawResult>(
  async ({ dataDir, writers, deviceIds, firstFixMs, warmUpMs, measureMs, ofEachDevice }) => {
    const database = await openEmbedded(dataDir, writers, pino({ level: 'error' }));
    const fromMs = performance.now() + warmUpMs;
    const untilMs = fromMs + measureMs;
    const perSecond = Array.from({ length: measureMs / 1000 }, () => 0);
    let written = 0;

    async function write(writer: number): Promise<void> {
      const client = await database.pool.connect();
      const numbers = createNumberBlocks('position_ids');
      const own = deviceIds.filter((id) => id % writers === writer);
      const batch = ofEachDevice ? own.length * ofEachDevice : positionsPerBatch;
      const states = await client.query<{ device_id: number; version: string }>(
        'SELECT device_id, version FROM device_state WHERE device_id = ANY ($1)',
        [own],
      );
      const versions = new Map(states.rows.map((state) => [state.device_id, Number(state.version)]));
      const rows = createRawRows(own, firstFixMs, versions);
      while (performance.now() < untilMs) {
        await numbers.reserve(client, batch);
        await storeBatch(client, rows.next(batch, numbers));
        written += batch;
        const second = Math.floor((performance.now() - fromMs) / 1000);
        if (second >= 0 && second < perSecond.length) {
          perSecond[second] = (perSecond[second] ?? 0) + batch;
        }
      }
      client.release();
    }

    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    await database.stop();
    return { positionsPerSecond: perSecond, written };
  },
);
