import { expect, test } from 'vitest';
import { formatPhone, isPhone, normalisePhone } from './mask.ts';

test('an area code with a landline or a mobile is a telephone number', () => {
  expect(['8533334444', '(85) 99999-8888', '+55 85 99999-8888', '085 3333-4444'].map(isPhone)).toEqual(
    Array(4).fill(true),
  );
  const wrong = ['999998888', '85 89999-8888', '0599998888', '85 9333-4444', '', '8533334444555'];
  expect(wrong.map(isPhone)).toEqual(wrong.map(() => false));
});

test('numbers are masked as landline or mobile by their length', () => {
  expect(['8533334444', '85999998888', '+5585999998888', '85', ''].map(formatPhone)).toEqual([
    '(85) 3333-4444',
    '(85) 99999-8888',
    '(85) 99999-8888',
    '(85',
    '',
  ]);
  expect(normalisePhone('(55) 99999-8888')).toBe('55999998888');
});
