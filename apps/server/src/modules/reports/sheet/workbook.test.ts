import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cellOf } from './sheet-cells.ts';
import { sheetColumns } from './sheet-columns.ts';
import { workbookOf } from './workbook.ts';

const rowCount = 300_000;
const rowsPerPiece = 500;
const reader = { language: 'pt-BR', settings: resolveSettings({}, {}) } as const;

test('[REP-08] 300,000 rows come whole, and are taken from the database no faster than the file is', async () => {
  let taken = 0;
  async function* pieces() {
    while (taken < rowCount) {
      const rows = Array.from({ length: rowsPerPiece }, (_, index) => ({
        id: taken + index + 1,
        altitude: 7,
      }));
      taken += rowsPerPiece;
      yield JSON.stringify(rows).slice(1, -1);
    }
  }
  const request = { kind: 'route', columns: ['id', 'altitude'] } as const;
  const file: Uint8Array[] = [];
  const ahead: number[] = [];
  let before = 0;
  for await (const bytes of workbookOf(request, pieces(), reader)) {
    file.push(bytes);
    ahead.push(taken - before);
    before = taken;
    // nothing is read on while nobody takes the file
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(before);
  }
  expect(taken).toBe(rowCount);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(20 * rowsPerPiece);

  const sheet = strFromU8(unzipSync(Buffer.concat(file))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const last = sheet.slice(sheet.lastIndexOf('<row '));
  // the titles are the first row
  expect(last).toContain(`<row r="${rowCount + 1}"><c r="A${rowCount + 1}"`);
  expect(last).toContain(`<v>${rowCount}</v>`);
  expect(last.endsWith('</sheetData></worksheet>')).toBe(true);
  expect(sheet.split('<row ').length - 1).toBe(rowCount + 1);
});

test('[REP-08] [UNIT-02] how far off a town something was is in the language of who takes the file', () => {
  const told = '12 km da Serra, ES';
  const row = { address: told, startAddress: told, endAddress: told };
  for (const kind of ['route', 'combined', 'trips', 'stops'] as const) {
    const columns = sheetColumns[kind].filter(({ field }) => Object.hasOwn(row, field));
    expect(columns).toHaveLength(kind === 'trips' ? 2 : 1);
    for (const column of columns) {
      expect(cellOf(column, row, reader)).toBe(told);
      expect(cellOf(column, row, { ...reader, language: 'en' })).toBe('12 km from Serra, ES');
    }
  }
});
