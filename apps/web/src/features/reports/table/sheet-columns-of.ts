import { attributeOrder } from '../../../lib/formats/attribute-text.ts';
import { rowsOfView } from '../../../lib/reports/report-names.ts';
import type { ReportWish } from '../../../lib/reports/report-wish.ts';
import { attributePrefix } from '../../../lib/reports/route-columns.ts';
import { columnsOf } from './report-columns.ts';

/**
 * What a route's spreadsheet is asked to hold: the columns that the person chose for its table, in the table's order,
 * those that a route on screen happens to lack among them. Undefined while nobody chose, and for other reports, whose
 * spreadsheets hold every column.
 */
export function sheetColumnsOf(
  { view }: Pick<ReportWish, 'view'>,
  chosen: readonly string[] | undefined,
): readonly string[] | undefined {
  if (rowsOfView(view) !== 'route' || !chosen || chosen.length === 0) return undefined;
  const own = columnsOf('route', null).flatMap(({ key }) => (chosen.includes(key) ? [key] : []));
  const named = chosen.filter((key) => key.startsWith(attributePrefix));
  const attributes = attributeOrder(named.map((key) => key.slice(attributePrefix.length)));
  const columns = [...own, ...attributes.map((key) => attributePrefix + key)];
  return columns.length > 0 ? columns : undefined;
}
