import { cleanJson } from '@atalaia/server/src/ingest/steps/clean.ts';
import { parsed } from '../registry/objects.ts';
import type { SourceRow } from '../source/source.ts';
import type { PieceParts, PreparedRows } from './piece.ts';
import { instantOf } from './source-values.ts';

/** They are of the past: handled, no alarm and no notification follows from them, and no live channel sends them. */
const insertEvents = `
  INSERT INTO events
    (id, device_id, type, event_time, server_time, geofence_id, maintenance_id, attributes, handled_at, tx)
  SELECT id, device_id, type, at, at, geofence_id, maintenance_id, attributes, at, NULL
  FROM unnest($1::int8[], $2::int4[], $3::text[], $4::timestamptz[], $5::int4[], $6::int4[], $7::jsonb[])
    AS event (id, device_id, type, at, geofence_id, maintenance_id, attributes)`;

export function prepareEvents(parts: PieceParts, rows: readonly SourceRow[]): PreparedRows {
  const { report, zone } = parts;
  const timed = rows.map((row) => ({ row, ms: instantOf(row.eventtime, zone) }));
  const ready = timed.filter(({ ms }) => !Number.isNaN(ms));
  report.count('events', 'refused', rows.length - ready.length);
  return { ready: ready.length, store: () => storeEvents(parts, ready) };
}

async function storeEvents(
  { client, known, numbers, report }: PieceParts,
  ready: readonly { readonly row: SourceRow; readonly ms: number }[],
): Promise<void> {
  report.count('events', 'new', ready.length);
  if (ready.length === 0) return;
  await client.query({
    name: 'import-events',
    text: insertEvents,
    values: [
      ready.map(() => numbers.take()),
      ready.map(({ row }) => known.find('device', row.deviceid)),
      ready.map(({ row }) => String(row.type)),
      ready.map(({ ms }) => new Date(ms).toISOString()),
      ready.map(({ row }) => known.find('geofence', row.geofenceid) ?? null),
      ready.map(({ row }) => known.find('maintenance', row.maintenanceid) ?? null),
      ready.map(({ row }) => cleanJson(parsed(row.attributes) ?? {})),
    ],
  });
}
