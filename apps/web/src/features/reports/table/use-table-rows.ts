import { geofenceSchema } from '@atalaia/contract/rules/geofence';
import { maintenanceSchema } from '@atalaia/contract/rules/maintenance';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { ReportName } from '../../../lib/reports/report-names.ts';
import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { SortedBy } from '../../../ui/table/grid-head.tsx';
import { reportView } from '../report-view-store.ts';
import { type CellLabels, fieldOf, sortValue } from './report-cells.ts';
import { columnsOf, type ReportColumn, shownColumns } from './report-columns.ts';

type Named = readonly { readonly id: number; readonly name: string }[];

/** Names of geofences and maintenances, which events hold by number; requested when there are events. */
function useNames(report: ReportName) {
  const api = useApi();
  const enabled = report === 'event';
  const geofences = useQuery({
    // the same as the map's: what it has is not requested again
    queryKey: ['geofences'],
    queryFn: ({ signal }) => api.json({ path: 'geofences', signal }, z.array(geofenceSchema)),
    enabled,
  });
  const maintenances = useQuery({
    queryKey: ['maintenance-names'],
    queryFn: ({ signal }) => api.json({ path: 'maintenance', signal }, z.array(maintenanceSchema)),
    enabled,
    staleTime: 60_000,
  });
  return {
    geofences: useMemo(() => namesOf(geofences.data), [geofences.data]),
    maintenances: useMemo(() => namesOf(maintenances.data), [maintenances.data]),
  };
}

const namesOf = (list: Named = []) => new Map(list.map(({ id, name }) => [id, name]));

export interface TableRows {
  readonly labels: CellLabels;
  readonly columns: readonly ReportColumn[];
  readonly sorted: SortedBy | null;
  /** Ascending, then descending, then as the rows came. */
  readonly sortBy: (key: string) => void;
  /** Of the row at a place of the table, its index in the report. */
  readonly indexAt: (place: number) => number;
  /** The place of a row; undefined for none. */
  readonly placeOf: (index: number | null) => number | undefined;
  /** Keys of the columns with something in them. */
  readonly filled: ReadonlySet<string>;
  /** Null where nothing is summed. */
  readonly totals: ReadonlyMap<string, number> | null;
}

/** The rows in the order that the person chose. While more are coming they is in the order in which they come. */
export function useTableRows(rows: ReportRows, rowCount: number, isComing: boolean): TableRows {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { geofences, maintenances } = useNames(rows.name);
  const chosen = useStore(reportView, (view) => view.columns[rows.name]);
  const [sorted, setSorted] = useState<SortedBy | null>(null);
  const labels = useMemo(
    () => ({ text, textOr, formats, geofences, maintenances }),
    [text, textOr, formats, geofences, maintenances],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are one growing object, which the count tells of
  const columns = useMemo(() => shownColumns(columnsOf(rows.name, rows), chosen), [rows, rowCount, chosen]);
  const order = useMemo(() => {
    const column = columns.find(({ key }) => key === sorted?.column);
    if (isComing || !sorted || !column) return null;
    return orderOf(rowCount, (index) => sortValue(column, rows, index, labels), sorted.order);
  }, [isComing, sorted, columns, rows, rowCount, labels]);
  const lookedAt = Math.min(rowCount, mostLookedAt);
  const filled = useMemo(() => filledOf(rows, columns, lookedAt), [rows, lookedAt, columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const totals = useMemo(
    () => (isComing || !columns.some(({ isSummed }) => isSummed) ? null : totalsOf(rows, columns)),
    [isComing, rows, rowCount, columns],
  );
  return {
    labels,
    columns,
    filled,
    sorted,
    sortBy: (column) =>
      setSorted((before) => {
        if (before?.column !== column) return { column, order: 'asc' };
        return before.order === 'asc' ? { column, order: 'desc' } : null;
      }),
    indexAt: (place) => order?.[place] ?? place,
    placeOf: (index) => (index === null ? undefined : order ? order.indexOf(index) : index),
    totals,
  };
}

/** A column that is empty in so many rows counts as empty. */
const mostLookedAt = 500;

/** Keys of the columns with a value other than 0 in one of the first rows. */
export function filledOf(
  rows: ReportRows,
  columns: readonly ReportColumn[],
  rowCount: number,
): ReadonlySet<string> {
  const filled = new Set<string>();
  for (let index = 0; index < rowCount && filled.size < columns.length; index++) {
    const row = rows.rowAt(index);
    for (const column of columns) {
      const value = fieldOf(column, row);
      if (value !== null && value !== undefined && value !== '' && value !== 0) filled.add(column.key);
    }
  }
  return filled;
}

/** Sums of the summed columns over all rows, by the column's key, as the spreadsheet has them. */
export function totalsOf(rows: ReportRows, columns: readonly ReportColumn[]): ReadonlyMap<string, number> {
  const summed = columns.filter(({ isSummed }) => isSummed);
  const sums = new Map(summed.map(({ key }) => [key, 0]));
  if (summed.length === 0) return sums;
  for (let index = 0; index < rows.count(); index++) {
    const row = rows.rowAt(index);
    for (const column of summed) {
      const value = fieldOf(column, row);
      if (typeof value === 'number') sums.set(column.key, (sums.get(column.key) ?? 0) + value);
    }
  }
  return sums;
}

/** The order of a report's rows by one of its columns; rows without a value come last either way. */

type Order = 'asc' | 'desc';

/** Indices of the rows in that order; equal ones keep the order in which they came. */
export function orderOf(
  count: number,
  valueAt: (index: number) => number | string | null,
  order: Order,
): Int32Array {
  const keys = keysOf(count, valueAt);
  const sign = order === 'asc' ? 1 : -1;
  return Int32Array.from({ length: count }, (_, index) => index).sort((one, other) => {
    const [a = Number.NaN, b = Number.NaN] = [keys[one], keys[other]];
    const [hasA, hasB] = [!Number.isNaN(a), !Number.isNaN(b)];
    if (!hasA || !hasB) return hasA === hasB ? one - other : hasA ? -1 : 1;
    return sign * (a - b) || one - other;
  });
}

/** A number each: of texts their rank, so that a hundred thousand rows compare no words. */
function keysOf(count: number, valueAt: (index: number) => number | string | null): Float64Array {
  const keys = new Float64Array(count).fill(Number.NaN);
  const texts = new Map<string, number[]>();
  for (let index = 0; index < count; index++) {
    const value = valueAt(index);
    if (typeof value === 'number') keys[index] = value;
    else if (value !== null) {
      const same = texts.get(value);
      if (same) same.push(index);
      else texts.set(value, [index]);
    }
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  [...texts.keys()].sort(compare).forEach((text, rank) => {
    for (const index of texts.get(text) ?? []) keys[index] = rank;
  });
  return keys;
}
