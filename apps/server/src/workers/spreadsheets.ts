/** The thread of the spreadsheets: follows its orders. It reads no database. */
import type { CellValue } from '../modules/imports/cells/cell-value.ts';
import { readFile } from '../modules/imports/file/read-file.ts';
import { readSheet } from '../modules/imports/rows/read-sheet.ts';
import type { ReadRow, ReadSheet } from '../modules/imports/rows/sheet-reading.ts';
import {
  createAlarmSheet,
  createCallOutSheet,
  createCampaignSheet,
  createSilentDeviceSheet,
} from '../modules/imports/spreadsheet/desk-sheets.ts';
import { createDeviceSheet } from '../modules/imports/spreadsheet/device-sheet.ts';
import {
  createDifferenceSheet,
  createMoneyAtRiskSheet,
  createSimCardSheet,
} from '../modules/imports/spreadsheet/reconciliation-sheets.ts';
import { templateOf } from '../modules/imports/spreadsheet/template.ts';
import type { SheetAnswer, SheetOrder, SheetQuestion } from '../modules/imports/thread/sheet-orders.ts';
import { followOrders } from '../platform/threads/order-thread.ts';

/** So many rows are handed over at once: they are copied, and must not hold up the thread that receives them. */
const rowsPerPiece = 500;

const listSheets = {
  devices: createDeviceSheet,
  alarms: createAlarmSheet,
  silentDevices: createSilentDeviceSheet,
  callOuts: createCallOutSheet,
  campaign: createCampaignSheet,
  moneyAtRisk: createMoneyAtRiskSheet,
  differences: createDifferenceSheet,
  simCards: createSimCardSheet,
};

followOrders<SheetOrder, SheetQuestion, SheetAnswer>((order) => {
  switch (order.kind) {
    case 'template':
      return async () => templateOf(order.noun, order.reader);
    case 'read':
      return reading(async () => {
        const sheet = readSheet(await readFile(order.bytes), order.wish);
        return order.wish.isPreview ? { ...sheet, rows: sheet.rows.map(withoutValues) } : sheet;
      });
    case 'cells':
      return readingCells(() => readFile(order.bytes));
    case 'list': {
      const sheet = listSheets[order.list](order.reader);
      return async ({ rows }) => (rows === undefined ? sheet.end() : sheet.rows(rows));
    }
  }
});

const nothing = {} as NonNullable<ReadRow['input']>;
const withoutValues = (row: ReadRow): ReadRow => (row.input ? { ...row, input: nothing } : row);

function reading(read: () => Promise<ReadSheet>): () => Promise<SheetAnswer> {
  let rows: ReadSheet['rows'] | undefined;
  let at = 0;
  return async () => {
    if (!rows) {
      const { rows: found, ...sheet } = await read();
      rows = found;
      return { sheet };
    }
    if (at >= rows.length) return undefined;
    at += rowsPerPiece;
    return { rows: rows.slice(at - rowsPerPiece, at) };
  };
}

function readingCells(read: () => Promise<readonly (readonly CellValue[])[]>): () => Promise<SheetAnswer> {
  let cells: readonly (readonly CellValue[])[] | undefined;
  let at = 0;
  return async () => {
    cells ??= await read();
    if (at >= cells.length) return undefined;
    at += rowsPerPiece;
    return { cells: cells.slice(at - rowsPerPiece, at) };
  };
}
