/** A process of its own that does a job under a lease, row after row, until it is ended: for tests that stop or kill it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { LeaseLost } from '../../../../errors/job-errors.ts';
import { createKysely, createPool } from '../../pool.ts';
import { createLeases } from '../leases.ts';

const [connectionString = '', worker = '', holdMs = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const kysely = createKysely(createPool({ connectionString, connections: 2, log }));
const leases = createLeases({ kysely, log, holdMs: Number(holdMs) });
const never = new AbortController().signal;

for (;;) {
  await leases.run('rows', never, async (lease) => {
    for (;;) {
      // a process that is stopped here goes on with its write when it is let go
      await sleep(200);
      try {
        await kysely.transaction().execute(async (transaction) => {
          await sql`INSERT INTO written (worker) VALUES (${worker})`.execute(transaction);
          await lease.requireWithin(transaction);
        });
        process.stdout.write('wrote\n');
      } catch (error) {
        if (error instanceof LeaseLost) process.stdout.write('refused\n');
        throw error;
      }
    }
  });
  await sleep(20);
}
