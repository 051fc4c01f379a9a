import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { createWorkbookStream } from './workbook-stream.ts';

test('what is written piece by piece is read again as it was, and no text is a formula', async () => {
  const stream = createWorkbookStream([
    {
      name: 'Dispositivos & mais <de um nome que é longo demais>',
      columns: [
        { title: 'Nome', width: 20 },
        { title: 'Quando', width: 20 },
        { title: 'Quanto', width: 8 },
      ],
    },
  ]);
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

test('a second sheet follows the first, and each style is written once', async () => {
  const columns = [{ title: 'Nome', width: 20 }];
  const stream = createWorkbookStream([
    { name: 'Um', columns },
    { name: 'Dois', columns },
  ]);
  const price = () => ({ value: 1.5, style: { format: '#,##0.00' } });
  const pieces = [stream.rows([[price()], [{ value: '', style: { format: '@' } }], [price()]])];
  expect(() => stream.end()).toThrow('was not written');
  stream.nextSheet();
  expect(() => stream.nextSheet()).toThrow('no further sheet');
  pieces.push(stream.rows([['dois'], [price()]]), stream.end());
  const bytes = new Uint8Array(Buffer.concat(pieces));
  expect(await readSheet(bytes.buffer, 1)).toEqual([['Nome'], [1.5], [null], [1.5]]);
  expect(await readSheet(bytes.buffer, 'Dois')).toEqual([['Nome'], ['dois'], [1.5]]);
  const styles = strFromU8(unzipSync(bytes)['xl/styles.xml'] ?? new Uint8Array());
  // of nothing, of titles, of prices, of texts
  expect(styles).toContain('<cellXfs count="4">');
  expect(styles.split('formatCode="#,##0.00"')).toHaveLength(2);
});
