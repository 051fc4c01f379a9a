import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { fieldOf } from './report-cells.ts';
import type { ReportColumn } from './report-columns.ts';

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
