import { expect, test } from 'vitest';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { optionalEmail, optionalNumber, requiredNumber, requiredText } from './field-values.ts';

const faultsOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  value: string,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('numbers are read with comma or point, nothing is no number, and nonsense is told', () => {
  expect(['-3,73', ' 80.5 ', '', '1.2.3', '0x10', '1e2'].map(numberIn)).toEqual([
    -3.73,
    80.5,
    undefined,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
  expect(faultsOf(optionalNumber(), '')).toEqual([]);
  expect(faultsOf(optionalNumber(), 'near')).toEqual(['form.notANumber']);
  expect(faultsOf(optionalNumber({ least: 0 }), '-1')).toEqual(['form.belowZero']);
  expect(faultsOf(optionalNumber({ most: 22 }), '23')).toEqual(['form.outOfRange']);
  expect(faultsOf(optionalNumber({ whole: true }), '1,5')).toEqual(['form.notWhole']);
});

test('what is required says its own message, and only that', () => {
  expect(faultsOf(requiredNumber('accumulator.required', { least: 0 }), ' ')).toEqual([
    'accumulator.required',
  ]);
  expect(faultsOf(requiredNumber('accumulator.required', { least: 0 }), '-1')).toEqual(['form.belowZero']);
  expect(faultsOf(requiredText('driver.nameRequired'), '  ')).toEqual(['driver.nameRequired']);
  expect(faultsOf(requiredText('driver.nameRequired'), 'x'.repeat(256))).toEqual(['form.textTooLong']);
  expect(faultsOf(requiredText('driver.nameRequired'), 'Ana \u202e')).toEqual(['form.invisibleCharacter']);
  expect(faultsOf(requiredText('driver.nameRequired'), 'آنا')).toEqual([]);
});

test('an address of a mailbox has a name, an at sign and a host', () => {
  expect(faultsOf(optionalEmail(), '')).toEqual([]);
  expect(faultsOf(optionalEmail(), 'ana@frota.com.br')).toEqual([]);
  expect(faultsOf(optionalEmail(), 'ana@frota')).toEqual(['form.notAnEmail']);
});

test('a converted number is shown without the dust of its conversion', () => {
  expect(textOfNumber(43.196544 * 1.852)).toBe('79.999999');
  expect(textOfNumber(null)).toBe('');
});
