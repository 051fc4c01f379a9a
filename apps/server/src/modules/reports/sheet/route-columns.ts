import { fieldRefusal } from '../../../errors/app-error.ts';
import { attributeColumnPrefix, type SheetColumn, sheetColumns } from './sheet-columns.ts';

/** What a person may choose beside the columns that are there from the first. */
const optionalColumns: readonly SheetColumn[] = [
  { title: 'position.altitude', kind: 'metres', field: 'altitude' },
  { title: 'position.accuracy', kind: 'metres', field: 'accuracy' },
  { title: 'position.valid', kind: 'flag', field: 'valid' },
  { title: 'position.outdated', kind: 'flag', field: 'outdated' },
  { title: 'position.deviceTime', kind: 'instant', field: 'deviceTime' },
  { title: 'position.serverTime', kind: 'instant', field: 'serverTime' },
  { title: 'position.protocol', kind: 'text', field: 'protocol' },
  { title: 'position.type', kind: 'text', field: 'type' },
  { title: 'position.id', kind: 'number', field: 'id' },
];

const known = new Map([...sheetColumns.route, ...optionalColumns].map((column) => [column.field, column]));

/** The columns of a route by the names the table on screen has for them, in this order. Throws at the first it does not know. */
export function routeColumns(names: readonly string[]): readonly SheetColumn[] {
  return [...new Set(names)].map((name) => {
    const column = name.startsWith(attributeColumnPrefix)
      ? ({ title: null, kind: 'attribute', field: name } as const)
      : known.get(name);
    if (column) return column;
    throw fieldRefusal('invalid-input', { path: 'query.column', message: `knows no column ${name}` });
  });
}
