/**
 * The queue of documents to be made, one for all processes: so many are made at a time, one of a person, and of those that
 * wait the one whose company was served longest ago.
 */
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../../errors/app-error.ts';
import type { Schema } from '../schema.ts';

export interface Requester {
  readonly userId: number;
  /** The customer whose person it is; 0: of the centre. */
  readonly company: number;
}

export interface DocumentQueue {
  /** Does the work once it is the next. Throws `too-many-requests` when too many wait, of this person or at all. */
  run<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result>;
}

export interface DocumentQueueParts {
  readonly kysely: Kysely<Schema>;
  readonly atOnce?: number;
  readonly mostOfPerson?: number;
  readonly mostWaiting?: number;
  /** A row that its process keeps no longer is nobody's. */
  readonly keepMs?: number;
  /** Who waits asks again when one of this process has ended, and after so long for the sake of the others. */
  readonly askAgainMs?: number;
}

const queueLock = 5_023_003;
const until = (keepMs: number) => sql`now() + ${keepMs}::float8 * interval '1 ms'`;

export function createDocumentQueue(parts: DocumentQueueParts): DocumentQueue {
  const {
    kysely,
    atOnce = 2,
    mostOfPerson = 5,
    mostWaiting = 100,
    keepMs = 20_000,
    askAgainMs = 500,
  } = parts;
  const waiting = new Set<() => void>();
  let ended = 0;

  const wait = () =>
    new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, askAgainMs);
      waiting.add(goOn);
    });

  async function ask({ userId, company }: Requester): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO document_turns (user_id, company, kept_until)
      SELECT ${userId}, ${company}, ${until(keepMs)} FROM (
        SELECT count(*) AS total, count(*) FILTER (WHERE user_id = ${userId}) AS own FROM document_turns WHERE kept_until > now()
      ) AS waiting WHERE total < ${mostWaiting} AND own < ${mostOfPerson}
      RETURNING id::text`.execute(kysely);
    const [asked] = rows;
    if (asked) return asked.id;
    throw new AppError('too-many-requests', 'too many documents are being made: wait for those before');
  }

  /** Starts whoever is next, of whichever process. */
  async function startNext(): Promise<void> {
    await kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ free: boolean }>`
        SELECT pg_try_advisory_xact_lock(${queueLock}) AS free`.execute(transaction);
      if (!rows[0]?.free) return;
      await sql`DELETE FROM document_turns WHERE kept_until <= now()`.execute(transaction);
      await sql`
        WITH next AS (
          SELECT t.id, t.company FROM document_turns AS t LEFT JOIN document_companies AS c USING (company)
          WHERE t.started_at IS NULL
            AND (SELECT count(*) FROM document_turns WHERE started_at IS NOT NULL) < ${atOnce}
            AND NOT EXISTS (
              SELECT FROM document_turns AS own WHERE own.user_id = t.user_id AND own.started_at IS NOT NULL)
          ORDER BY c.served_at NULLS FIRST, t.id LIMIT 1
        ), served AS (
          INSERT INTO document_companies (company, served_at) SELECT company, clock_timestamp() FROM next
          ON CONFLICT (company) DO UPDATE SET served_at = excluded.served_at
        )
        UPDATE document_turns AS t SET started_at = now() FROM next WHERE t.id = next.id`.execute(
        transaction,
      );
    });
  }

  /** While it waits: whether it has started; false too where it was not kept in time, and is anew at the end of those that wait. */
  async function keep(id: string, { userId, company }: Requester): Promise<boolean> {
    const { rows } = await sql<{ started: boolean }>`
      INSERT INTO document_turns AS t (id, user_id, company, kept_until) OVERRIDING SYSTEM VALUE
      VALUES (${id}::bigint, ${userId}, ${company}, ${until(keepMs)})
      ON CONFLICT (id) DO UPDATE SET kept_until = excluded.kept_until
      RETURNING started_at IS NOT NULL AS started`.execute(kysely);
    return rows[0]?.started === true;
  }

  const extend = (id: string) =>
    sql`UPDATE document_turns SET kept_until = ${until(keepMs)} WHERE id = ${id}::bigint`.execute(kysely);

  return {
    async run(requester, work) {
      const id = await ask(requester);
      let timer: NodeJS.Timeout | undefined;
      try {
        for (;;) {
          const before = ended;
          await startNext();
          if (await keep(id, requester)) break;
          if (ended === before) await wait();
        }
        timer = setInterval(() => void extend(id).catch(() => undefined), keepMs / 4);
        return await work();
      } finally {
        clearInterval(timer);
        await sql`DELETE FROM document_turns WHERE id = ${id}::bigint`.execute(kysely).catch(() => undefined);
        ended += 1;
        for (const goOn of [...waiting]) goOn();
      }
    },
  };
}
