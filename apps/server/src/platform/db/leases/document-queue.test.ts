import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { createDocumentQueue } from './document-queue.ts';

const { kysely, pool, drop } = await createTestDatabase();
afterAll(drop);
/** Two processes on one database. */
const processes = [1, 2].map(() => createDocumentQueue({ kysely, keepMs: 2_000 }));

test('[REP-08] two documents are made at a time over all processes', async () => {
  let [now, most] = [0, 0];
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await sleep(120);
    now -= 1;
  };
  const taken = [1, 2, 3, 4, 5, 6].map((userId, index) =>
    processes[index % 2]?.run({ userId, company: 0 }, work),
  );
  await Promise.all(taken);
  expect(most).toBe(2);
});

test('[REP-08] one of a person: his second waits for his first, also in another process, and lets others pass', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = processes[0]?.run({ userId: 1, company: 0 }, async () => {
    begun.resolve();
    await end.promise;
    order.push('first ends');
  });
  await begun.promise;
  const second = processes[1]?.run({ userId: 1, company: 0 }, async () => void order.push('second'));
  await sleep(400);
  await processes[1]?.run({ userId: 2, company: 0 }, async () => void order.push('other'));
  end.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first ends', 'second']);
});

test('[REP-08] a company that asked for many lets another one in between', async () => {
  const order: number[] = [];
  const run = (userId: number, company: number) =>
    processes[userId % 2]?.run({ userId, company }, async () => {
      order.push(company);
      await sleep(100);
    });
  const many = [11, 12, 13, 14, 15, 16].map((userId) => run(userId, 7));
  await sleep(250);
  const other = run(20, 8);
  await Promise.all([...many, other]);
  // two of the first were at work, or four, when it came
  expect(order.indexOf(8)).toBeLessThan(order.length - 1);
  expect(order.slice(order.indexOf(8) + 1)).toContain(7);
});

test('[REP-08] a person with five of them is refused a sixth', async () => {
  const end = Promise.withResolvers<void>();
  const five = Array.from({ length: 5 }, () =>
    processes[0]?.run({ userId: 30, company: 0 }, () => end.promise),
  );
  await vi.waitFor(async () => {
    const { rows } = await pool.query('SELECT FROM document_turns WHERE user_id = 30');
    expect(rows).toHaveLength(5);
  });
  await expect(processes[1]?.run({ userId: 30, company: 0 }, () => sleep(1))).rejects.toThrow(
    'too many documents are being made',
  );
  end.resolve();
  await Promise.all(five);
});

test('[REP-08] where as many wait as may, whoever they are, one more is refused', async () => {
  const small = createDocumentQueue({ kysely, mostWaiting: 2 });
  const end = Promise.withResolvers<void>();
  const two = [31, 32].map((userId) => small.run({ userId, company: 0 }, () => end.promise));
  await vi.waitFor(async () => {
    const { rows } = await pool.query('SELECT FROM document_turns WHERE user_id IN (31, 32)');
    expect(rows).toHaveLength(2);
  });
  await expect(small.run({ userId: 33, company: 0 }, () => sleep(1))).rejects.toThrow(
    'too many documents are being made',
  );
  end.resolve();
  await Promise.all(two);
  await small.run({ userId: 33, company: 0 }, async () => undefined);
});

test('[REP-08] what a process that was killed had holds nobody up', async () => {
  await pool.query(`
    INSERT INTO document_turns (user_id, company, started_at, kept_until)
    SELECT 40, 0, now(), now() + interval '1 second' FROM generate_series(1, 2)`);
  await processes[0]?.run({ userId: 41, company: 0 }, async () => undefined);
  const { rows } = await pool.query('SELECT FROM document_turns');
  expect(rows).toEqual([]);
});

test('[REP-08] what nobody keeps any more counts for nobody, and one process at a time chooses who is next', async () => {
  await pool.query(`
    INSERT INTO document_turns (user_id, company, kept_until)
    SELECT 45, 0, now() - interval '1 second' FROM generate_series(1, 5)`);
  const holder = await pool.connect();
  await holder.query('BEGIN; SELECT pg_advisory_xact_lock(5023003)');
  const begun: string[] = [];
  const queue = createDocumentQueue({ kysely, askAgainMs: 10 });
  const done = queue.run({ userId: 45, company: 0 }, async () => void begun.push('after'));
  // it asks again and again
  await sleep(150);
  begun.push('released');
  await holder.query('ROLLBACK');
  holder.release();
  await done;
  expect(begun).toEqual(['released', 'after']);
});

test('[REP-08] a document that is made is handed over though its row cannot be kept, nor taken away', async () => {
  const queue = createDocumentQueue({ kysely, keepMs: 80 });
  const made = await queue.run({ userId: 46, company: 0 }, async () => {
    await pool.query('ALTER TABLE document_turns RENAME TO away');
    await sleep(100);
    return 'made';
  });
  expect(made).toBe('made');
  await pool.query('ALTER TABLE away RENAME TO document_turns; DELETE FROM document_turns');
  const said = vi.spyOn(pg.Connection.prototype, 'parse');
  await sleep(100);
  expect(said.mock.calls, 'nothing is kept of what is over').toEqual([]);
  said.mockRestore();
});

test('[REP-08] what takes longer than a row is kept has its turn to its end', async () => {
  const keepMs = 1_500;
  const [one, other] = [1, 2].map(() =>
    createDocumentQueue({ kysely, keepMs, askAgainMs: 200, mostOfPerson: 2 }),
  );
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const first = one?.run({ userId: 60, company: 0 }, async () => {
    begun.resolve();
    await sleep(2.5 * keepMs);
    const third = other?.run({ userId: 60, company: 0 }, async () => undefined);
    await expect(third, 'who waits is kept too').rejects.toThrow('too many documents');
    order.push('first');
  });
  await begun.promise;
  const second = other?.run({ userId: 60, company: 0 }, async () => void order.push('second'));
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

test('[REP-08] who waits goes on when one of his process has ended, and does not ask the database in between', async () => {
  const patient = createDocumentQueue({ kysely, askAgainMs: 3_600_000 });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = patient.run({ userId: 50, company: 0 }, async () => {
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  let hasEnded = false;
  const second = patient.run({ userId: 50, company: 0 }, async () => expect(hasEnded).toBe(true));
  await vi.waitFor(async () => {
    const { rows } = await pool.query('SELECT FROM document_turns WHERE user_id = 50');
    expect(rows).toHaveLength(2);
  });
  hasEnded = true;
  end.resolve();
  await Promise.all([first, second]);
});
