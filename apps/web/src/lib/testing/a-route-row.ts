import type { RouteRow } from '@atalaia/contract/reports/report-rows';
import { aPosition } from './a-position.ts';

/** A row of a route report; give the fields a test is about. */
export function aRouteRow(part: Partial<RouteRow> = {}): RouteRow {
  return { ...aPosition(), name: 'Strada 7', ...part };
}
