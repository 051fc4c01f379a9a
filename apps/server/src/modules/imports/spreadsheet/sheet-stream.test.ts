import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { createSheetStream } from './sheet-stream.ts';

test('what is written piece by piece is read again as it was, and no text is a formula', async () => {
  const stream = createSheetStream({
    name: 'Dispositivos & mais <de um nome que é longo demais>',
    columns: [
      { title: 'Nome', width: 20 },
      { title: 'Quando', width: 20 },
      { title: 'Quanto', width: 8 },
    ],
  });
  const rows = [
    ['=1+1', new Date('2026-03-31T10:30:00Z'), 12.5],
    ['a & b < c > "d"', null, 0],
    ['_x0041_ e \u0001 controle', null, null],
    ['  com espaços  ', null, -3],
    ['شاحنة 🚚', null, 1e9],
  ];
  const pieces = [stream.rows(rows.slice(0, 2)), stream.rows([]), stream.rows(rows.slice(2)), stream.end()];
  const read = await readSheet(new Uint8Array(Buffer.concat(pieces)).buffer, { trim: false });
  expect(read).toEqual([
    ['Nome', 'Quando', 'Quanto'],
    ['=1+1', new Date('2026-03-31T10:30:00Z'), 12.5],
    ['a & b < c > "d"', null, 0],
    ['_x0041_ e  controle', null, null],
    ['  com espaços  ', null, -3],
    ['شاحنة 🚚', null, 1e9],
  ]);
});
