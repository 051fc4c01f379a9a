import { useMemo, useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { SortedBy } from '../../../ui/table/grid-head.tsx';
import { useReportView } from '../report-view-store.ts';
import { useNames } from '../use-names.ts';
import { type CellWords, sortValue } from './report-cells.ts';
import { columnsOf, type ReportColumn, shownColumns } from './report-columns.ts';
import { orderOf } from './sort-rows.ts';
import { totalsOf } from './totals.ts';

export interface TableRows {
  readonly words: CellWords;
  readonly columns: readonly ReportColumn[];
  readonly sorted: SortedBy | null;
  /** Ascending, then descending, then as the rows came. */
  readonly sortBy: (key: string) => void;
  /** Of the row at a place of the table, its index in the report. */
  readonly indexAt: (place: number) => number;
  /** The place of a row; undefined for none. */
  readonly placeOf: (index: number | null) => number | undefined;
  /** Null where nothing is summed. */
  readonly totals: ReadonlyMap<string, number> | null;
}

/** The rows as the person wants to see them. While more are coming they stand in the order in which they come. */
export function useTableRows(rows: ReportRows, rowCount: number, isComing: boolean): TableRows {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { geofences, maintenances } = useNames(rows.name);
  const chosen = useReportView((view) => view.columns[rows.name]);
  const [sorted, setSorted] = useState<SortedBy | null>(null);
  const words = useMemo(
    () => ({ text, textOr, formats, geofences, maintenances }),
    [text, textOr, formats, geofences, maintenances],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are one growing object, which the count tells of
  const columns = useMemo(() => shownColumns(columnsOf(rows.name, rows), chosen), [rows, rowCount, chosen]);
  const order = useMemo(() => {
    const column = columns.find(({ key }) => key === sorted?.column);
    if (isComing || !sorted || !column) return null;
    return orderOf(rowCount, (index) => sortValue(column, rows, index, words), sorted.order);
  }, [isComing, sorted, columns, rows, rowCount, words]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const totals = useMemo(
    () => (isComing || !columns.some(({ isSummed }) => isSummed) ? null : totalsOf(rows, columns)),
    [isComing, rows, rowCount, columns],
  );
  return {
    words,
    columns,
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
