import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { type GridColumn, GridTable } from '../../../ui/table/grid-table.tsx';
import { reportRowHeight } from '../report-view-store.ts';
import { cellText, numberText, titleOf } from './report-cells.ts';
import { type CellKind, type ColumnPair, pairedColumns } from './report-columns.ts';
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

/** What nothing is in gives its room to the others, px. */
const emptyWidth = 44;

const widthOf = ({ upper, lower }: ColumnPair, filled: ReadonlySet<string>) =>
  Math.max(...[upper, lower].map((column) => (column && filled.has(column.key) ? column.width : emptyWidth)));

/** Rows are drawn as they become visible, however many there are. */
const onVisibleRange = () => {};

/** The rows of a report, 45 px each; the active one is the map's too (REP-05 to REP-07). */
export function ReportTable({ label, rows, rowCount, isComing }: ReportTableProps) {
  const reports = useReports();
  const active = useStore(reports.state, (state) => state.active);
  const { labels, columns, filled, sorted, sortBy, indexAt, placeOf, totals } = useTableRows(
    rows,
    rowCount,
    isComing,
  );
  const pairs = pairedColumns(columns);
  const gridColumns = pairs.map(
    ({ upper, lower }): GridColumn<number> => ({
      key: upper.key,
      title: titleOf(upper, labels),
      short: upper.short && labels.text(upper.short),
      sort: upper.key,
      width: widthOf({ upper, lower }, filled),
      number: numbers.has(upper.kind),
      cell: (index) => cellText(upper, rows.rowAt(index), labels),
      ...(lower && {
        below: {
          title: titleOf(lower, labels),
          short: lower.short && labels.text(lower.short),
          sort: lower.key,
          cell: (index) => cellText(lower, rows.rowAt(index), labels),
        },
      }),
    }),
  );
  const foot = totals && ((_: unknown, at: number) => totalTexts(pairs[at], at, totals));

  function totalTexts(pair: ColumnPair | undefined, at: number, sums: ReadonlyMap<string, number>) {
    const [sum, second] = [pair?.upper, pair?.lower].map((column) => {
      const value = column && sums.get(column.key);
      return column && value !== undefined ? numberText(column, value, labels.formats) : null;
    });
    return (
      <>
        {sum ?? (at === 0 ? labels.text('report.total') : null)}
        {second && <div>{second}</div>}
      </>
    );
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
      rowHeight={reportRowHeight}
      asWideAsColumns
      reveal={placeOf(active)}
      {...(foot && { foot })}
    />
  );
}
