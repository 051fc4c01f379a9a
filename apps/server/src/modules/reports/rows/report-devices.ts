import { type JourneyRules, journeyRulesOf } from '@atalaia/domain/travel/journey';
import type { PoolClient } from 'pg';

export interface ReportDevice {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly journeyRules: JourneyRules;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly serverAttributes: Readonly<Record<string, unknown>>;
}

/** These devices, in this order; one that was removed meanwhile is left out. */
export async function readDevices(
  client: PoolClient,
  ids: ArrayLike<number>,
): Promise<readonly ReportDevice[]> {
  const { rows } = await client.query<Row>({
    name: 'reports-devices',
    text: `
      SELECT d.id, d.name, d.category, d.attributes, s.attributes AS "serverAttributes"
      FROM unnest($1::integer[]) WITH ORDINALITY AS requested (id, place) JOIN devices AS d ON d.id = requested.id,
      server_settings AS s
      ORDER BY requested.place`,
    values: [Array.from(ids)],
  });
  return rows.map(({ attributes, serverAttributes, ...device }) => ({
    ...device,
    journeyRules: journeyRulesOf(serverAttributes, attributes),
  }));
}

/** Stored speeds and sums have digits that nobody measured. */
export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
