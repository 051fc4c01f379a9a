import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typeInMask } from './masked-field.tsx';

test('digits are laid into their places, whether the signs between were typed or not', () => {
  expect(typeInMask('60311280', '99999-999')).toBe('60311-280');
  expect(typeInMask('60311-280', '99999-999')).toBe('60311-280');
  expect(typeInMask('8599', '(99) 99999-9999')).toBe('(85) 99');
  expect(typeInMask('21/11/2026 1830', '99/99/9999 99:99')).toBe('21/11/2026 18:30');
});

test('what fits no place is dropped, and letters are written large', () => {
  expect(typeInMask('12abc345012345', '**.***.***/****-99')).toBe('12.ABC.345/0123-45');
  expect(typeInMask('12a3', '99-9')).toBe('12-3');
  expect(typeInMask('', '99999-999')).toBe('');
});

test('what lies in its mask stays as it is, so that typing on is never in the way', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,14}$/), (digits) => {
      const once = typeInMask(digits, '99.999.999/9999-99');
      expect(typeInMask(once, '99.999.999/9999-99')).toBe(once);
    }),
  );
});
