import type { PoolClient } from 'pg';
import { fieldRefusal } from '../../../errors/app-error.ts';
import { idsLiteral, instantLiteral } from '../../../queries/copy-rows.ts';
import type { ReportKind, ReportRequest } from './report-request.ts';

/** Rows that a report reads at most; the summary has none, since it reads stored hours. */
export type RowLimits = Readonly<Record<Exclude<ReportKind, 'summary'>, number>>;

export const rowLimits: RowLimits = Object.freeze({
  route: 1_000_000,
  events: 200_000,
  trips: 10_000_000,
  stops: 10_000_000,
  geofences: 10_000_000,
  combined: 1_000_000,
});

/** Trackers hardly say more, so below this there is nothing to count. */
const mostRowsPerSecond = 1;

/** Throws `report-too-large` where the report would read more rows than its limit. */
export async function refuseTooMany(
  client: PoolClient,
  request: ReportRequest,
  limits: RowLimits,
): Promise<void> {
  const { kind, deviceIds, fromMs, toMs } = request;
  if (kind === 'summary') return refuseTooManyDays(request);
  const limit = limits[kind];
  if ((deviceIds.length * (toMs - fromMs)) / 1000 <= limit * mostRowsPerSecond) return;
  const [table, time] = kind === 'events' ? ['events', 'event_time'] : ['positions', 'fix_time'];
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*) FROM (
      SELECT FROM unnest(${idsLiteral(deviceIds)}) AS requested (id), LATERAL (
        SELECT FROM ${table} WHERE device_id = requested.id
          AND ${time} BETWEEN ${instantLiteral(fromMs)} AND ${instantLiteral(toMs)}
      ) AS row LIMIT ${limit + 1}
    ) AS rows`);
  if ((rows[0]?.count ?? 0) <= limit) return;
  const message = `gives more than ${limit} rows; choose a shorter period or fewer devices`;
  throw fieldRefusal('report-too-large', { path: 'query.to', message });
}

/** Rows of a summary by days. */
const mostDayRows = 200_000;

function refuseTooManyDays({ deviceIds, dayStartsMs = [] }: ReportRequest): void {
  if (deviceIds.length * dayStartsMs.length <= mostDayRows) return;
  const message = `gives more than ${mostDayRows} rows; choose a shorter period or fewer devices`;
  throw fieldRefusal('report-too-large', { path: 'query.to', message });
}
