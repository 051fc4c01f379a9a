import { setTimeout as sleep } from 'node:timers/promises';
import type {
  FleetControlFinding,
  FleetControlFindingQuery,
  FleetControlRun,
  FleetControlStep,
} from '@atalaia/contract/providers/fleet-control-sync';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { FleetControlRunsTable, Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import { allOf, isoTime, mentions, pageOf } from '../../queries/sql-fragments.ts';

export type RunRow = Selectable<FleetControlRunsTable>;

export async function insertRun(
  db: Kysely<Schema>,
  values: Pick<
    RunRow,
    'user_id' | 'account' | 'started_by' | 'address' | 'sends_new' | 'group_id' | 'compares'
  >,
): Promise<RunRow> {
  const run = { ...values, state: 'running', step: 'situations' };
  return db.insertInto('fleet_control_runs').values(run).returningAll().executeTakeFirstOrThrow();
}

export async function updateRun(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<FleetControlRunsTable>,
): Promise<void> {
  const change = db.updateTable('fleet_control_runs').set({ ...values, updated_at: sql`now()` });
  await change.where('id', '=', id).execute();
}

export interface Progress {
  readonly step: FleetControlStep;
  readonly cursor: number;
  /** How many more of which step were handled; `isAnew`: these are the first. */
  readonly more?: { readonly of: FleetControlStep; readonly count: number; readonly isAnew?: boolean };
  readonly total?: { readonly of: FleetControlStep; readonly count: number };
  /** What was read in more than one sitting. */
  readonly resumedKind?: string;
}

/** Notes how far a run came, in the transaction of what it did. */
export async function writeProgress(
  db: Kysely<Schema>,
  id: number,
  { step, cursor, more, total, resumedKind }: Progress,
): Promise<void> {
  const handled = more
    ? sql`handled || jsonb_build_object(${more.of}::text, ${
        more.isAnew ? sql`0` : sql`coalesce((handled ->> ${more.of}::text)::integer, 0)`
      } + ${more.count}::integer)`
    : sql`handled`;
  const totals = total
    ? sql`totals || jsonb_build_object(${total.of}::text, ${total.count}::integer)`
    : sql`totals`;
  await sql`
    UPDATE fleet_control_runs SET step = ${step}, cursor = ${cursor}, attempts = 0, updated_at = now(),
      handled = ${handled}, totals = ${totals}, resumed_kinds = resumed_kinds || ${resumedKind ? [resumedKind] : []}::text[]
    WHERE id = ${id}`.execute(db);
}

export async function findRun(db: Kysely<Schema>, id: number): Promise<RunRow | undefined> {
  return db.selectFrom('fleet_control_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findLastRun(db: Kysely<Schema>, userId: number): Promise<RunRow | undefined> {
  const runs = db.selectFrom('fleet_control_runs').selectAll().where('user_id', '=', userId);
  return runs.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** The newest run, where it came to its end: what was read is whole then, and of one reading. */
export async function findLastRead(db: Kysely<Schema>, userId: number): Promise<RunRow | undefined> {
  const last = await findLastRun(db, userId);
  return last?.state === 'done' ? last : undefined;
}

const due = sql`(state = 'running' OR (state = 'waiting' AND next_try_at <= now()))`;

export async function isDue(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM fleet_control_runs WHERE id = ${id} AND ${due}`.execute(db);
  return rows.length > 0;
}

/** Runs that should be continuing and that no process is at: those whose time has come, and those of a server that ended. */
export async function findDue(db: Kysely<Schema>): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT * FROM fleet_control_runs
    WHERE ${due} AND NOT EXISTS (
      SELECT FROM job_leases WHERE name = 'fleet-control ' || user_id AND held_until > now()
    ) ORDER BY id LIMIT 20`.execute(db);
  return rows;
}

/** So many runs of a person are kept with what they found. */
const retainedRuns = 10;

export async function deleteOldRuns(db: Kysely<Schema>, userId: number): Promise<void> {
  await sql`
    DELETE FROM fleet_control_runs WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM fleet_control_runs WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${retainedRuns})`.execute(
    db,
  );
}

/** Runs as the contract describes them, newest first; of one person. */
export async function describeRuns(
  db: Kysely<Schema>,
  userId: number,
  limit = retainedRuns,
): Promise<FleetControlRun[]> {
  const { rows } = await sql<FleetControlRun>`
    SELECT r.id, r.started_by AS "startedBy", r.state, r.step, r.sends_new AS "sendsNew",
      coalesce(r.group_id, 0) AS "groupId", ${isoTime('r.started_at')} AS "startedAt",
      ${isoTime('r.updated_at')} AS "updatedAt", ${isoTime('r.ended_at')} AS "endedAt",
      ${isoTime('r.next_try_at')} AS "nextTryAt", r.handled, r.totals, r.failure,
      coalesce((SELECT jsonb_object_agg(outcome, number) FROM (
        SELECT outcome, count(*)::integer AS number FROM fleet_control_findings WHERE run_id = r.id GROUP BY outcome
      ) AS counted), '{}') AS found
    FROM fleet_control_runs AS r WHERE r.user_id = ${userId} ORDER BY r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Locks the row of a user, so that two who start an exchange at once are one. */
export async function lockUser(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** The one group that is linked to a user; null where there is none or more than one. */
export async function findOnlyGroup(db: Kysely<Schema>, userId: number): Promise<number | null> {
  const links = db.selectFrom('user_groups').select('group_id').where('user_id', '=', userId);
  const [first, second] = await links.limit(2).execute();
  return first && !second ? first.group_id : null;
}

export function findUser(db: Kysely<Schema>, id: number): Promise<Selectable<Schema['users']> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

// Creating what has no row yet: two exchanges that look for it at the same time would both make it.

const waitMs = 20;
/** Somebody else may write by hand between the look and the write: it is looked again. */
const mostLooks = 3;

/**
 * Does the work in a transaction that no other exchange of the installation is in. Waits without holding a connection.
 * What the rules refuse is tried again from the start, since others may have written meanwhile; then it is thrown.
 */
export async function oneAtATime<Result>(
  { commit, signal }: { readonly commit: Commit; readonly signal: AbortSignal },
  work: Parameters<typeof commit<Result>>[0],
): Promise<Result> {
  const attempt: Parameters<Commit>[0] = async (transaction, publish) => {
    const { rows } = await sql<{ isFree: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('fleet_control')) AS "isFree"`.execute(transaction);
    return rows[0]?.isFree ? { result: await work(transaction, publish) } : undefined;
  };
  for (let looks = 1; ; ) {
    try {
      const done = (await commit(attempt)) as { result: Result } | undefined;
      if (done) return done.result;
    } catch (error) {
      if (!(error instanceof AppError) || looks === mostLooks) throw error;
      looks += 1;
    }
    await sleep(waitMs * (1 + Math.random()), undefined, { signal });
  }
}

export type Finding = Omit<FleetControlFinding, 'id'>;

export async function insertFindings(
  db: Kysely<Schema>,
  runId: number,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) return;
  await sql`
    INSERT INTO fleet_control_findings (run_id, kind, outcome, name, local_id, remote_id, reason, provider_message, fields)
    SELECT ${runId}::integer, kind, outcome, name, nullif("localId", 0), "remoteId", reason, said, fields
    FROM json_to_recordset(${JSON.stringify(findings)}::json) AS given (
      kind text, outcome text, name text, "localId" integer, "remoteId" bigint, reason text, said text, fields jsonb
    )`.execute(db);
}

/** A page of what a run found, and how many there are. */
export async function findFindings(db: Kysely<Schema>, runId: number, query: FleetControlFindingQuery) {
  const { outcome, keyword } = query;
  const where = allOf(
    sql`f.run_id = ${runId}`,
    outcome && sql`f.outcome = ${outcome}`,
    keyword ? mentions(keyword, 'f.name', 'f.provider_message') : undefined,
  );
  const [{ rows }, counted] = await Promise.all([
    sql<FleetControlFinding>`
      SELECT f.id, f.kind, f.outcome, f.name, coalesce(f.local_id, 0) AS "localId", f.remote_id::float8 AS "remoteId",
        f.reason, f.provider_message AS said, f.fields
      FROM fleet_control_findings AS f WHERE ${where} ORDER BY f.id ${pageOf(query)}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM fleet_control_findings AS f WHERE ${where}`.execute(
      db,
    ),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Of which of the provider's lists not everything was read. */
export async function incompleteKinds(db: Kysely<Schema>, runId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ kind: string }>`
    SELECT DISTINCT kind FROM fleet_control_findings WHERE run_id = ${runId} AND reason = 'incomplete'`.execute(
    db,
  );
  return new Set(rows.map(({ kind }) => kind));
}

/** The same, and the lists that were not read in one sitting: what moved there meanwhile may have been passed over. */
export async function unsureKinds(db: Kysely<Schema>, runId: number): Promise<ReadonlySet<string>> {
  const runs = db.selectFrom('fleet_control_runs').select('resumed_kinds').where('id', '=', runId);
  const run = await runs.executeTakeFirst();
  return new Set([...(await incompleteKinds(db, runId)), ...(run?.resumed_kinds ?? [])]);
}

/** A finding with what most have not. */
export function found(finding: Pick<Finding, 'kind' | 'outcome' | 'name'> & Partial<Finding>): Finding {
  return { localId: 0, remoteId: null, reason: null, said: null, fields: [], ...finding };
}
