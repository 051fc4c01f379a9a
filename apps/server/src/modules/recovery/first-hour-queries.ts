import type { FirstHour, NotedStep } from '@atalaia/contract/sinisters/first-hour';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

type Step = Omit<FirstHour['steps'][number], 'afterSeconds'>;

/**
 * What was done since the opening: noted by people, or derived from the first request to block, the first call-out that
 * was neither declined nor cancelled, and the first call that somebody answered. What was noted comes first.
 */
export async function listDoneSteps(db: Kysely<Schema>, sinisterId: number): Promise<readonly Step[]> {
  const { rows } = await sql<Step>`
    SELECT step, ${isoTime('done_at')} AS "doneAt", reference, noted_by AS "doneBy", 'noted' AS source
    FROM recovery_steps WHERE sinister_id = ${sinisterId}
    UNION ALL (
      SELECT 'blockAsked', ${isoTime('b.asked_at')}, NULL, b.asked_by_name, 'block'
      FROM sinisters AS s JOIN block_requests AS b ON b.device_id = s.device_id AND b.kind = 'block'
        AND b.asked_at >= s.opening_date AND b.asked_at <= coalesce(s.closed_at, now())
      WHERE s.id = ${sinisterId} ORDER BY b.asked_at LIMIT 1
    ) UNION ALL (
      SELECT 'agentsSent', ${isoTime('o.created_at')}, o.name, o.created_by, 'callOut'
      FROM call_outs AS o
      WHERE o.sinister_id = ${sinisterId} AND o.state NOT IN ('declined', 'cancelled') ORDER BY o.created_at LIMIT 1
    ) UNION ALL (
      SELECT 'ownerReached', ${isoTime('t.at')}, t.contact_name, t.user_name, 'call'
      FROM sinisters AS s JOIN contact_tries AS t ON t.sinister_id = s.id AND t.at >= s.opening_date
      WHERE s.id = ${sinisterId} AND t.outcome = 'answered' ORDER BY t.id LIMIT 1
    )`.execute(db);
  return rows;
}

export interface StepToNote {
  readonly sinisterId: number;
  readonly step: NotedStep;
  readonly doneAt: string;
  /** Undefined leaves what is there. */
  readonly reference: string | null | undefined;
  readonly notedBy: string;
}

export async function noteStep(db: Kysely<Schema>, note: StepToNote): Promise<void> {
  const { sinisterId, step, doneAt, reference, notedBy } = note;
  const values = { done_at: doneAt, noted_by: notedBy, ...(reference !== undefined && { reference }) };
  await db
    .insertInto('recovery_steps')
    .values({ sinister_id: sinisterId, step, ...values })
    .onConflict((conflict) => conflict.columns(['sinister_id', 'step']).doUpdateSet(values))
    .execute();
}

/** False when it was not noted. */
export async function takeStepBack(
  db: Kysely<Schema>,
  sinisterId: number,
  step: NotedStep,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_steps')
    .where('sinister_id', '=', sinisterId)
    .where('step', '=', step)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
