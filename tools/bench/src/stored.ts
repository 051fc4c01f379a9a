import { openEmbedded } from '@atalaia/server/src/db/database.ts';
import { pino } from 'pino';

/** Rows in `positions` of a server that has ended. */
export async function countPositions(dataDir: string): Promise<number> {
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  try {
    const { rows } = await database.pool.query<{ count: number }>('SELECT count(*) FROM positions');
    return Number(rows[0]?.count);
  } finally {
    await database.stop();
  }
}
