import { expect, test } from 'vitest';
import { customerColumns } from '../columns/customer-columns.ts';
import { deviceColumns } from '../columns/device-columns.ts';
import { columnName } from '../columns/import-column.ts';
import type { CellReader, CellValue } from './cell-value.ts';
import { readCell } from './read-cell.ts';

const reader: CellReader = { language: 'pt-BR', timezone: 'America/Fortaleza', speedUnit: 'kmh' };
const read = (name: string, value: CellValue, how = reader) => {
  const column = [...deviceColumns, ...customerColumns].find((one) => columnName(one) === name);
  if (!column) throw new Error(name);
  const { value: taken, error } = readCell(column, value, how);
  return error ?? taken;
};

test('[KEPT-01] a text is kept without the blanks around it; what is empty is nothing, or missing', () => {
  expect(read('model', '  ST310U ')).toBe('ST310U');
  expect([read('model', '  '), read('model', null), read('name', ' ')]).toEqual([
    undefined,
    undefined,
    'required',
  ]);
  expect(
    [read('model', 'x'.repeat(255)), read('model', 'x'.repeat(256))].map((text) => String(text).length),
  ).toEqual([255, 'too-long'.length]);
  expect([read('model', 'two\nlines'), read('model', 'half \ud800'), read('notes', 'two\nlines')]).toEqual([
    'bad-characters',
    'bad-characters',
    'two\nlines',
  ]);
});

test('[KEPT-01] text from right to left is as good as any; what turns the direction of others is not', () => {
  expect(read('model', 'شاحنة')).toBe('شاحنة');
  expect(read('model', 'a\u202eb')).toBe('bad-characters');
});

test('[KEPT-01] a number is a text where texts stand, unless the spreadsheet cut its digits', () => {
  expect(read('uniqueId', 359_710_049_095_095)).toBe('359710049095095');
  expect(read('iccid', 8.955e19)).toBe('digits-lost');
  expect(read('iccid', '8,955E+19')).toBe('digits-lost');
  expect(read('iccid', '89550000000000000001')).toBe('89550000000000000001');
});

test('[KEPT-01] a formula that came to nothing is no text', () => {
  for (const value of ['#N/D', '#N/A', '#REF!', '#VALOR!', '#DIV/0!', '#NOME?', '#name?', '#NÚM!', ' #N/D '])
    for (const column of ['name', 'uniqueId', 'iccid', 'cpfCnpj', 'notes'])
      expect([column, value, read(column, value)]).toEqual([column, value, 'invalid']);
  expect([read('name', '#1'), read('name', 'A #N/D'), read('notes', '#')]).toEqual(['#1', 'A #N/D', '#']);
});

test('[KEPT-01] a document that was kept as a number has its zeros put back', () => {
  expect(read('cpfCnpj', 1_234_567_890)).toBe('01234567890');
  expect(read('cpfCnpj', 1_222_333_000_181)).toBe('01222333000181');
  expect(read('cpfCnpj', '529.982.247-25')).toBe('529.982.247-25');
});

test('[KEPT-01] numbers are read as the person writes them', () => {
  expect(['11,5', '11.5', '1.234,5', 7].map((value) => read('fuelConsumption', value))).toEqual([
    11.5, 11.5, 1234.5, 7,
  ]);
  expect(read('fuelConsumption', '1,234.5', { ...reader, language: 'en' })).toBe(1234.5);
  expect(['many', '-1', '1,2,3'].map((value) => read('fuelConsumption', value))).toEqual([
    'not-a-number',
    'out-of-range',
    'not-a-number',
  ]);
  expect([read('year', '2024'), read('year', 24), read('invoiceDay', 31), read('invoiceDay', 32)]).toEqual([
    '2024',
    'out-of-range',
    31,
    'out-of-range',
  ]);
});

test('[KEPT-01] [DEV-01] a speed limit is stored in knots, of the unit the person reads', () => {
  expect(read('speedLimit', '80')).toBeCloseTo(43.197, 3);
  expect(read('speedLimit', '80', { ...reader, speedUnit: 'kn' })).toBe(80);
  expect(read('speedLimit', '9999')).toBe('out-of-range');
});

test('[KEPT-01] yes and no come in either language, as a box that is ticked, or as a number', () => {
  for (const value of ['Sim', 'yes', 'VERDADEIRO', true, 1, 'x']) expect(read('disabled', value)).toBe(true);
  for (const value of ['não', 'No', false, 0]) expect(read('disabled', value)).toBe(false);
  expect(read('disabled', 'talvez')).toBe('not-yes-or-no');
});

test('[KEPT-01] a choice is known by its value and by its name in either language', () => {
  for (const value of ['caminhao', 'Caminhão', 'TRUCK', 'truck'])
    expect(read('category', value)).toBe('truck');
  expect([read('state', 'ce'), read('state', 'Ceará'), read('state', 'XX')]).toEqual([
    'CE',
    'CE',
    'not-in-list',
  ]);
});

test('[KEPT-01] a date is a date cell, its number, or a text, at midnight where the person is', () => {
  const midnight = '2026-03-31T03:00:00.000Z';
  for (const value of [
    new Date('2026-03-31T00:00:00Z'),
    46_112,
    '31/03/2026',
    '2026-03-31',
    '2026-03-31T00:00:00-03:00',
  ]) {
    expect(read('expirationDate', value), String(value)).toBe(midnight);
  }
  expect(read('expirationDate', '31/03/2026 10:30')).toBe('2026-03-31T13:30:00.000Z');
  for (const value of ['31/02/2026', 'amanhã', -4, true, 1e9]) {
    expect(read('expirationDate', value), String(value)).toBe('not-a-date');
  }
});

test('[KEPT-01] a time zone is one that the runtime knows', () => {
  expect([read('timezone', 'America/Fortaleza'), read('timezone', 'Lua/Norte')]).toEqual([
    'America/Fortaleza',
    'unknown-timezone',
  ]);
});
