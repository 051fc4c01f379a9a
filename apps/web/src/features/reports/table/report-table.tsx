import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { type GridColumn, GridTable } from '../../../ui/table/grid-table.tsx';
import { cellText, numberText, titleOf } from './report-cells.ts';
import type { CellKind, ReportColumn } from './report-columns.ts';
import { useTableRows } from './use-table-rows.ts';

interface ReportTableProps {
  readonly label: string;
  readonly rows: ReportRows;
  readonly rowCount: number;
  /** More of them are on their way. */
  readonly isComing: boolean;
}

const numbers: ReadonlySet<CellKind> = new Set([
  'latitude',
  'longitude',
  'speed',
  'distance',
  'metres',
  'volume',
  'duration',
  'number',
]);

/** Rows are drawn as they become visible, however many there are. */
const onVisibleRange = () => {};

/** The rows of a report, 45 px each; the active one is the map's too (REP-05 to REP-07). */
export function ReportTable({ label, rows, rowCount, isComing }: ReportTableProps) {
  const reports = useReports();
  const active = useStore(reports.state, (state) => state.active);
  const { labels, columns, sorted, sortBy, indexAt, placeOf, totals } = useTableRows(
    rows,
    rowCount,
    isComing,
  );
  const gridColumns = columns.map(
    (column): GridColumn<number> => ({
      key: column.key,
      title: titleOf(column, labels),
      sort: column.key,
      width: column.width,
      number: numbers.has(column.kind),
      cell: (index) => cellText(column, rows.rowAt(index), labels),
    }),
  );
  const foot = totals && ((_: unknown, at: number) => totalText(columns[at], at, totals));

  function totalText(column: ReportColumn | undefined, at: number, sums: ReadonlyMap<string, number>) {
    const sum = column && sums.get(column.key);
    if (column && sum !== undefined) return numberText(column, sum, labels.formats);
    return at === 0 ? labels.text('report.total') : null;
  }

  return (
    <GridTable
      label={label}
      columns={gridColumns}
      count={rowCount}
      total={rowCount}
      rowAt={(place) => (place >= 0 && place < rowCount ? indexAt(place) : undefined)}
      keyOf={(index) => index}
      selected={active ?? undefined}
      onSelect={reports.activate}
      sorted={sorted}
      onSort={sortBy}
      onVisibleRange={onVisibleRange}
      rowHeight={45}
      asWideAsColumns
      reveal={placeOf(active)}
      {...(foot && { foot })}
    />
  );
}
