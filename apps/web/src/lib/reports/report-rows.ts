/** The rows of a report, whichever it is, in the order in which they came; they may still be coming. */

import {
  type RouteRow,
  type Stop,
  type Summary,
  stopSchema,
  summarySchema,
  type Trip,
  tripSchema,
} from '@atalaia/contract/reports/report-rows';
import { type Event, eventSchema } from '@atalaia/contract/rules/event';
import type { z } from 'zod';
import type { ReportName } from './report-names.ts';
import { createRouteColumns, type GrowingRouteColumns, type RouteColumns } from './route-columns.ts';

export interface RowOf {
  readonly route: RouteRow;
  readonly event: Event;
  readonly trip: Trip;
  readonly stop: Stop;
  readonly summary: Summary;
}

interface Rows<Name extends ReportName> {
  readonly name: Name;
  count(): number;
  rowAt(index: number): RowOf[Name];
}

/** Of a route the columns too. `name` says which it is. */
export type ReportRows =
  | (Rows<'route'> & { readonly columns: RouteColumns })
  | Rows<'event'>
  | Rows<'trip'>
  | Rows<'stop'>
  | Rows<'summary'>;

/** Takes rows as they are read. */
export interface RowsTaker {
  readonly rows: ReportRows;
  /** Throws on what the contract does not describe. */
  push(row: object): void;
}

export function createRows(name: ReportName): RowsTaker {
  switch (name) {
    case 'route':
      return routeRows(createRouteColumns());
    case 'event':
      return listedRows('event', eventSchema);
    case 'trip':
      return listedRows('trip', tripSchema);
    case 'stop':
      return listedRows('stop', stopSchema);
    case 'summary':
      return listedRows('summary', summarySchema);
  }
}

function routeRows(columns: GrowingRouteColumns): RowsTaker {
  const { count, rowAt, push } = columns;
  return { rows: { name: 'route', count, rowAt, columns }, push };
}

function listedRows<Name extends Exclude<ReportName, 'route'>>(
  name: Name,
  schema: z.ZodType<RowOf[Name]>,
): RowsTaker {
  const list: RowOf[Name][] = [];
  const rowAt = (index: number) => {
    const row = list[index];
    if (row === undefined) throw new RangeError(`there is no row ${index}`);
    return row;
  };
  return {
    rows: { name, count: () => list.length, rowAt } as ReportRows,
    push: (row) => void list.push(schema.parse(row)),
  };
}
