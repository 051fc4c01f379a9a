import type {
  FleetControlFinding,
  FleetControlFindingQuery,
} from '@atalaia/contract/providers/fleet-control-sync';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, mentions, pageOf } from '../../queries/sql-fragments.ts';

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
