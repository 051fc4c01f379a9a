import { cnpjCheckDigits, cpfCheckDigits } from '@atalaia/domain/documents/customer-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneMask, sentOf } from '../../lib/formats/phone-mask.ts';
import { documentMask, postalCodeMask } from './customer-values.ts';

const person = documentMask('F');
const company = documentMask('J');

/** What a field shows while a text is typed into it sign by sign. */
const typed = (show: (text: string) => string, text: string) =>
  [...text].reduce((shown, sign) => show(shown + sign), '');

test('[CUS-01] the type switches the mask of the document, the alphanumeric CNPJ too', () => {
  expect(typed(person.show, '52998224725')).toBe('529.982.247-25');
  expect(typed(company.show, '11222333000181')).toBe('11.222.333/0001-81');
  expect(typed(company.show, '12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect(company.show(person.show('52998224725'))).toBe('52.998.224/725');
});

test('[CUS-01] typing, pasting and showing what is stored give the same, and its digits are sent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,11}$/), fc.stringMatching(/^[\dA-Z]{0,14}$/), (cpf, cnpj) => {
      for (const [mask, text] of [
        [person, cpf],
        [company, cnpj],
        [postalCodeMask, cpf.slice(0, 8)],
      ] as const) {
        expect(typed(mask.show, text)).toBe(mask.show(text));
        expect(mask.show(mask.show(text))).toBe(mask.show(text));
        expect(mask.bare(mask.show(text))).toBe(text);
      }
    }),
  );
});

test('[CUS-01] what is erased from the end goes sign by sign and never comes back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{10}$/), (digits) => {
      for (const { show } of [person, phoneMask]) {
        let shown = show(digits);
        for (let left = shown.length; left > 0; left--) {
          const next = show(shown.slice(0, -1));
          expect(next.length).toBeLessThan(shown.length);
          shown = next;
          if (shown === '') break;
        }
        expect(shown).toBe('');
      }
    }),
  );
});

test('[CUS-04] a wrong check digit is told, a right one is not, and nothing is said of an empty field', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{8}[1-9]$/),
      fc.stringMatching(/^[1-9][\dA-Z]{11}$/),
      (nine, twelve) => {
        const cpf = nine + cpfCheckDigits(nine);
        const cnpj = twelve + cnpjCheckDigits(twelve);
        const isOne = /^(\d)\1+$/.test(cpf);
        expect([
          isOne ? undefined : person.oddity(person.show(cpf)),
          company.oddity(company.show(cnpj)),
        ]).toEqual([undefined, undefined]);
        const wrong = cpf.slice(0, -1) + ((Number(cpf.at(-1)) + 1) % 10);
        expect(person.oddity(wrong)).toBe('form.checkDigitDiffers');
      },
    ),
  );
  expect([person.oddity(''), company.oddity(' '), phoneMask.oddity(''), postalCodeMask.oddity('')]).toEqual(
    Array(4).fill(undefined),
  );
});

test('[CUS-01] landlines and mobiles have masks of their own, and a foreign number is left alone', () => {
  expect(typed(phoneMask.show, '8533334444')).toBe('(85) 3333-4444');
  expect(typed(phoneMask.show, '85999998888')).toBe('(85) 99999-8888');
  expect(phoneMask.show('+55 85 99999-8888')).toBe('(85) 99999-8888');
  expect(typed(phoneMask.show, '+351 210 000 000')).toBe('+351 210 000 000');
  expect([phoneMask.bare('(85) 3333-4444'), phoneMask.bare(' +351 210 000 000')]).toEqual([
    '8533334444',
    '+351 210 000 000',
  ]);
  expect([phoneMask.oddity('(85) 3333-44'), phoneMask.oddity('+351 210 000 000')]).toEqual([
    'customer.phoneDiffers',
    undefined,
  ]);
});

test('[CUS-01] what nobody touched is sent as it was stored, whatever the mask makes of it', () => {
  expect(sentOf(phoneMask, phoneMask.show('3333-4444 ramal 12'), '3333-4444 ramal 12')).toBe(
    '3333-4444 ramal 12',
  );
  expect(sentOf(phoneMask, '(85) 3333-4444', '3333-4444 ramal 12')).toBe('8533334444');
  expect(sentOf(postalCodeMask, '60311-280', undefined)).toBe('60311280');
});
