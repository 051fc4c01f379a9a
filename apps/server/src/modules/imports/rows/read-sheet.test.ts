import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CellValue } from '../cells/cell-value.ts';
import { readSheet } from './read-sheet.ts';
import type { SpreadsheetRequest } from './sheet-reading.ts';

const wish: SpreadsheetRequest = {
  noun: 'devices',
  reader: { language: 'pt-BR', timezone: 'America/Fortaleza', speedUnit: 'kmh' },
  needsGroup: false,
};
const customers: SpreadsheetRequest = { ...wish, noun: 'customers' };
const read = (cells: readonly (readonly CellValue[])[], how = wish) => readSheet(cells, how);
const result = ({ errors }: ReturnType<typeof read>) => errors.map(({ cell, code }) => `${cell} ${code}`);

const ana: readonly (readonly [heading: string, value: string])[] = [
  ['Nome', 'Ana'],
  ['CPF/CNPJ', '529.982.247-25'],
  ['Logradouro', 'Rua A'],
  ['Número', '1'],
  ['Bairro', 'Centro'],
  ['Cidade', 'Fortaleza'],
  ['Estado', 'CE'],
  ['CEP', '60311-280'],
  ['Telefone', '85 3333-4444'],
  ['E-mail para notificações', 'a@b.c'],
  ['Categoria', 'Cliente'],
  ['Situação', 'Ativo'],
];
const rowOf = (changes: Readonly<Record<string, string>>) =>
  ana.map(([heading, value]) => changes[heading] ?? value);
const people = (...rows: readonly (readonly string[])[]) => [ana.map(([heading]) => heading), ...rows];

test('[KEPT-01] headings are known in either language, whatever their case, with a star, and as the API spells them', () => {
  for (const headings of [
    ['Nome *', 'IDENTIFICADOR', 'placa'],
    ['name', 'Identifier', 'PLATE'],
    ['Name', 'uniqueId', 'Placa'],
  ]) {
    const { rows, errors } = read([headings, ['A', '1', 'abc-1234']]);
    expect(errors, headings.join()).toEqual([]);
    expect(rows[0]?.input).toEqual({ name: 'A', uniqueId: '1', attributes: { plate: 'ABC1234' } });
  }
});

test('[KEPT-01] a speed limit is of the unit that its heading names', () => {
  const { rows } = read([
    ['Nome', 'Identificador', 'Speed limit (kn)'],
    ['A', '1', '40'],
  ]);
  expect(rows[0]?.input).toMatchObject({ attributes: { speedLimit: 40 } });
});

test('[KEPT-01] titles above the headings, merged ones, empty rows and columns nobody knows are passed over', () => {
  const sheet = read([
    ['Frota da empresa', null, null, null],
    [],
    ['Nome', 'Observação', null, 'Identificador'],
    [null, null, null, null],
    ['A', 'x', 'y', '1'],
  ]);
  expect(sheet.errors).toEqual([]);
  expect(sheet.ignored).toEqual(['Observação']);
  expect(sheet.rows.map(({ row }) => row)).toEqual([5]);
  expect(sheet.sample).toEqual({
    headings: ['Nome', 'Identificador'],
    rows: [{ row: 5, values: ['A', '1'] }],
  });
});

test('[KEPT-01] a required column that is missing, or one that is there twice, is told beside what is wrong in the others', () => {
  const missing = read([
    ['Nome', 'Ano'],
    ['A', 'x'],
  ]);
  expect(missing.errors.map(({ heading, cell, code }) => [heading, cell, code])).toEqual([
    ['Identificador', null, 'column-missing'],
    ['Ano', 'B2', 'not-a-number'],
  ]);
  expect(missing.rows[0]?.input).toBeUndefined();
  expect(
    result(
      read([
        ['Nome', 'Identificador', 'Name'],
        ['A', '1', 'B'],
      ]),
    ),
  ).toEqual(['C1 column-twice']);
});

test('[KEPT-01] the example row of the template is passed over in either language', () => {
  const { rows } = read([
    ['Nome', 'Identificador'],
    ['Fiorino', 'EXEMPLO'],
    ['Van', 'EXAMPLE'],
    ['A', '1'],
  ]);
  expect(rows.map(({ row }) => row)).toEqual([4]);
});

test('[KEPT-01] a file without a row, and one with too many, are refused', () => {
  const codeOf = (rows: number) => {
    try {
      return read([['Nome', 'Identificador'], ...Array.from({ length: rows }, (_, at) => ['A', `${at}`])])
        .errorCount;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect([codeOf(0), codeOf(1), codeOf(20_001)]).toEqual(['spreadsheet-empty', 0, 'spreadsheet-too-large']);
});

test('[KEPT-01] a unique id that comes twice is told where it comes again', () => {
  expect(
    result(
      read([
        ['Nome', 'Identificador'],
        ['A', '1'],
        ['B', '1'],
        ['C', ' 1 '],
      ]),
    ),
  ).toEqual(['B3 twice-in-file', 'B4 twice-in-file']);
});

test('[KEPT-01] [CUS-04] a document whose check digits differ, or that comes twice, is a warning; one without a digit an error', () => {
  const sheet = read(
    people(rowOf({}), rowOf({ 'CPF/CNPJ': '529.982.247-26' }), rowOf({}), rowOf({ 'CPF/CNPJ': '-' })),
    customers,
  );
  expect(sheet.warnings.map(({ cell, code }) => `${cell} ${code}`)).toEqual([
    'B3 check-digits',
    'B4 document-twice',
  ]);
  expect(result(sheet)).toEqual(['B5 invalid']);
});

test('[KEPT-01] [CUS-01] the type follows from the document where the file does not say it', () => {
  const { rows } = read(people(rowOf({}), rowOf({ 'CPF/CNPJ': '11.222.333/0001-81' })), customers);
  expect(rows.map(({ input }) => input && 'type' in input && input.type)).toEqual(['F', 'J']);
});

test('[KEPT-01] whoever is no administrator names a group for every customer', () => {
  expect(result(read(people(rowOf({})), { ...customers, needsGroup: true }))).toEqual([
    'null group-required',
  ]);
});

/** What a cell may hold that is wrong, by its column. */
const faults: Readonly<Record<string, readonly (readonly [value: string, code: string])[]>> = {
  Nome: [
    ['', 'required'],
    ['n'.repeat(256), 'too-long'],
    ['a\tb\nc', 'bad-characters'],
  ],
  Identificador: [
    ['', 'required'],
    ['i'.repeat(129), 'too-long'],
    ['8,955E+19', 'digits-lost'],
  ],
  Categoria: [['disco voador', 'not-in-list']],
  Ano: [
    ['vinte', 'not-a-number'],
    ['1492', 'out-of-range'],
  ],
  'Limite de velocidade (km/h)': [['rápido', 'not-a-number']],
  Desativado: [['talvez', 'not-yes-or-no']],
  'Fuso horário do rastreador': [['Lua/Norte', 'unknown-timezone']],
};
const good: Readonly<Record<string, string>> = { Nome: 'A', Categoria: 'Carro', Ano: '2024' };
const headings = Object.keys(faults);

test('[KEPT-01] every error that is put into a file is found at its cell, and no other', () => {
  const cell = fc.constantFrom(...headings).chain((heading) =>
    fc.record({
      heading: fc.constant(heading),
      fault: fc.constantFrom(...(faults[heading] ?? [])),
      row: fc.nat({ max: 29 }),
    }),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(cell, { selector: ({ heading, row }) => `${heading}${row}`, maxLength: 60 }),
      (wrong) => {
        const rows = Array.from({ length: 30 }, (_, at) =>
          headings.map((heading) => {
            const put = wrong.find((one) => one.heading === heading && one.row === at);
            return put ? put.fault[0] : (good[heading] ?? (heading === 'Identificador' ? `id-${at}` : ''));
          }),
        );
        // a faulty row is never an empty one
        const sheet = read([headings, ...rows]);
        const expected = wrong
          .toSorted(
            (one, other) =>
              one.row - other.row || headings.indexOf(one.heading) - headings.indexOf(other.heading),
          )
          .map(
            ({ heading, row, fault }) =>
              `${String.fromCharCode(65 + headings.indexOf(heading))}${row + 2} ${fault[1]}`,
          );
        const wrongRows = new Set(wrong.map(({ row }) => row));
        expect(result(sheet)).toEqual(expected);
        expect(sheet.rows.filter(({ input }) => input === undefined)).toHaveLength(wrongRows.size);
      },
    ),
    { numRuns: 60 },
  );
});
