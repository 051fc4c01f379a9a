import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createOrderThread } from '../../../platform/threads/order-thread.ts';
import type { SheetAnswer, SheetOrder, SheetQuestion } from './sheet-orders.ts';
import { createSheetThread } from './sheet-thread.ts';

const thread = createOrderThread<SheetOrder, SheetQuestion, SheetAnswer>({
  program: new URL('../../../workers/spreadsheets.ts', import.meta.url),
  name: 'spreadsheets of a test',
  log: pino({ level: 'silent' }),
});
afterAll(thread.stop);
const sheets = createSheetThread(thread);

test('[PERF-04] what a preview reads bears no values that are only saved, and says which rows are right', async () => {
  const read = (isPreview: boolean) => {
    const file = new TextEncoder().encode(
      'uniqueId,name,category,groupName\na1,One,car,Fleet\na2,,car,Fleet\n',
    );
    const reader = { language: 'en', timezone: 'UTC', speedUnit: 'kmh', twelveHourFormat: false } as const;
    const wish = { noun: 'devices', reader, needsGroup: false, isPreview } as const;
    return sheets.read(file, wish, new AbortController().signal);
  };
  const { rows } = await read(false);
  expect(rows[0]?.input).toMatchObject({ uniqueId: 'a1', name: 'One', category: 'car' });
  const previewed = await read(true);
  expect(previewed.rows).toEqual(rows.map((row) => (row.input ? { ...row, input: {} } : row)));
  expect([previewed.rows[0]?.lookups, previewed.errorCount]).toEqual([rows[0]?.lookups, 1]);
});
