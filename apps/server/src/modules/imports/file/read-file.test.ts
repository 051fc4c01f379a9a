import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { readFile } from './read-file.ts';

const bytesOf = (content: Uint8Array | string) =>
  new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content);
const read = (content: Uint8Array | string) => readFile(bytesOf(content));
const workbook = () =>
  writeWorkbook([
    ['Nome', 'Identificador'],
    ['A', '1'],
  ]).toBuffer();
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'was read',
    ({ code }) => code,
  );

/** The workbook with one of its parts changed. */
async function changed(part: RegExp, change: (xml: string) => string): Promise<Uint8Array> {
  const parts = unzipSync(await workbook());
  const [name = ''] = Object.keys(parts).filter((one) => part.test(one));
  return zipSync({ ...parts, [name]: strToU8(change(Buffer.from(parts[name] ?? []).toString())) });
}

test('[KEPT-01] a workbook is read by what it is; of a formula what it came to', async () => {
  expect(await read(await workbook())).toEqual([
    ['Nome', 'Identificador'],
    ['A', '1'],
  ]);
  const cell =
    '<c r="A3" t="str"><f>"x"&amp;"y"</f><v>xy</v></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>';
  const formulas = await changed(/sheet1\.xml$/, (xml) =>
    xml.replace('</sheetData>', `<row r="3">${cell}</row></sheetData>`),
  );
  expect((await read(formulas)).at(-1)?.[0]).toBe('xy');
});

test('[KEPT-01] commas, semicolons and tabs; quotes, line breaks in them; UTF-8, UTF-16 and Windows-1252', async () => {
  const rows = [
    ['Nome', 'Observações'],
    ['João; "o Moço"', 'duas\nlinhas'],
  ];
  for (const separator of [';', ',', '\t']) {
    const text = ['Nome', 'Observações']
      .join(separator)
      .concat(`\r\n"João; ""o Moço"""${separator}"duas\nlinhas"`);
    expect(await read(text), separator).toEqual(rows);
    expect(await read(`\ufeff${text}`)).toEqual(rows);
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(rows);
    expect(await read(Buffer.from(text, 'latin1'))).toEqual(rows);
  }
  expect(await read('sep=,\nA;B,C\n1,2')).toEqual([
    ['A;B', 'C'],
    ['1', '2'],
  ]);
});

test('[KEPT-01] a file put together of both encodings, or cut within a letter, is read line by line', async () => {
  const lines = ['Nome;Cidade', 'José;São Paulo', 'Ação;Maceió', 'João;Brasília'];
  const bytes = Buffer.concat(
    lines.map((line, at) => Buffer.from(`${line}\n`, at === 2 ? 'latin1' : 'utf8')),
  );
  const rows = lines.map((line) => line.split(';'));
  expect(await read(bytes)).toEqual(rows);
  const cut = Buffer.from('Nome;Cidade\nJosé;São Paulo\nAna;Maceió').subarray(0, -1);
  expect((await read(cut)).slice(0, 2)).toEqual(rows.slice(0, 2));
});

test('[KEPT-01] what is damaged, or something else under its name, is refused by name', async () => {
  const whole = await workbook();
  for (const [name, bytes] of Object.entries({
    'cut in the middle': whole.subarray(0, whole.length / 2),
    'cut at its end': whole.subarray(0, -30),
    'a picture': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
    'an archive of something else': zipSync({ 'letter.txt': strToU8('hello') }),
    'an old workbook': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
    'broken XML': await changed(/sheet1\.xml$/, (xml) => xml.slice(0, -40)),
    'cells out of their places': await changed(/sheet1\.xml$/, (xml) => xml.replace('r="B1"', 'r="A1"')),
  })) {
    expect(await code(read(bytes)), name).toBe('spreadsheet-unreadable');
  }
});

/** The workbook, whose sheet declares so many bytes unpacked. */
async function declaringUnpackedSize(size: number): Promise<Uint8Array> {
  const archive = Buffer.from(await workbook());
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 1)) {
    const name = archive.toString('latin1', at + 46, at + 46 + archive.readUInt16LE(at + 28));
    if (name.endsWith('sheet1.xml')) archive.writeUInt32LE(size, at + 24);
  }
  return archive;
}

test('[KEPT-01] a workbook that unfolds beyond any use is not unfolded, and one that hides it is cut where it said it would end', async () => {
  expect(await code(read(await declaringUnpackedSize(200 * 1024 * 1024)))).toBe('spreadsheet-too-large');
  expect(await code(read(await declaringUnpackedSize(100)))).toBe('spreadsheet-unreadable');
});

test('[KEPT-01] a cell far away from all others does not make room for every cell between', async () => {
  const far = (cell: string, row: number) =>
    changed(/sheet1\.xml$/, (xml) =>
      xml.replace('</sheetData>', `<row r="${row}"><c r="${cell}${row}"><v>1</v></c></row></sheetData>`),
    );
  expect(await code(read(await far('A', 999_999_999)))).toBe('spreadsheet-too-large');
  expect(await code(read(await far('XFD', 20_000)))).toBe('spreadsheet-too-large');
  expect(await read(await far('A', 1_000))).toHaveLength(1_000);
});
